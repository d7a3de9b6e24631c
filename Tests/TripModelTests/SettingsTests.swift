// Preferences have defaults, and a bad value never hurts.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Settings")
struct SettingsTests {
    @Test("Nothing stored gives the defaults")
    func defaults() {
        let settings = Settings(stored: [])
        #expect(settings.homeZone == nil)
        #expect(settings.weightUnit == .g)
        #expect(settings.quietFrom == nil)
        #expect(settings.quietTo == nil)
        #expect(settings.snoozeMinutes == 10)
        #expect(settings.logDays == 90)
    }

    @Test("Stored values are read")
    func stored() {
        let settings = Settings(
            stored: [
                ("home.zone", "Europe/Oslo"), ("units.weight", "lb"), ("quiet.from", "22:00"), ("quiet.to", "07:30"),
                ("snooze.minutes", "5"), ("log.days", "365"), ("from.the.future", "yes"),
            ].map(Setting.init))
        #expect(settings.homeZone == "Europe/Oslo")
        #expect(settings.weightUnit == .lb)
        #expect(settings.quietFrom == TimeOfDay(hour: 22, minute: 0))
        #expect(settings.quietTo == TimeOfDay(hour: 7, minute: 30))
        #expect(settings.snoozeMinutes == 5)
        #expect(settings.logDays == 365)
    }

    @Test(
        "A value that cannot be read counts as the default",
        arguments: [
            ("units.weight", "stone"), ("quiet.from", "25:00"), ("quiet.to", ""), ("snooze.minutes", "0"),
            ("snooze.minutes", "1441"), ("snooze.minutes", "ten"), ("log.days", "99999999999999999999"),
            ("home.zone", ""),
        ])
    func invalid(key: String, value: String) {
        #expect(Settings(stored: [Setting(key: key, value: value)]) == Settings(stored: []))
    }

    @Test("A zone that nobody knows is kept, not taken for UTC")
    func unknownZone() {
        #expect(Settings(stored: [Setting(key: "home.zone", value: "Mars/Olympus")]).homeZone == "Mars/Olympus")
    }

    @Test(
        "What people type becomes the record of its key",
        arguments: [
            ("home.zone", " Europe/Oslo ", "Europe/Oslo"), ("Units.Weight", "KG", "kg"),
            ("quiet.from", "22:00:00", "22:00"),
            ("snooze.minutes", "007", "7"), ("log.days", "3650", "3650"),
        ])
    func typed(key: String, value: String, stored: String) {
        #expect(Settings.setting(key: key, value: value) == .success(Setting(key: key.lowercased(), value: stored)))
    }

    @Test("An unknown key is refused with those there are", arguments: ["home.zon", "logdays", "colour", ""])
    func unknown(key: String) {
        let keys = "home.zone, units.weight, quiet.from, quiet.to, snooze.minutes, log.days"
        #expect(failure(Settings.setting(key: key, value: "1")) == "key must be one of: \(keys)")
    }

    @Test(
        "A value that its key does not take is refused with the rule",
        arguments: [
            ("snooze.minutes", "0", "snooze.minutes must be a whole number from 1 to 1440 minutes"),
            ("quiet.from", "late", "quiet.from must be a time of day such as 22:30"),
            ("units.weight", "stone", "units.weight must be one of: g, kg, oz, lb"),
        ])
    func refused(key: String, value: String, message: String) {
        #expect(failure(Settings.setting(key: key, value: value)) == message)
    }

    private func failure(_ result: Result<Setting, Problem>) -> String? {
        guard case .failure(let problem) = result else { return nil }
        return problem.description
    }
}
