// A reminder's fields agree with each other, and its words are read as they are written.

import CivilTime
import Recurrence
import Replication
import Testing

@testable import TripModel

@Suite("Reminder")
struct ReminderTests {
    @Test(
        "What a reminder needs depends on its trigger",
        arguments: [
            ("daily 09:00", []), ("at 2027-06-03T09:00", []),
            ("before start 2d 18:00", ["trigger needs a trip, a place or an item"]),
            ("during 08:30", ["trigger needs a trip"]),
            ("every blue moon", ["trigger must be a trigger such as 'daily 09:00'"]),
            ("", ["trigger must be given", "trigger must be a trigger such as 'daily 09:00'"]),
        ] as [(String, [String])])
    func triggers(trigger: String, problems: [String]) {
        #expect(Reminder.problems(in: reminder(trigger)).map(\.description) == problems)
    }

    @Test("A trigger that goes by something is content with a trip, a place or an item")
    func something() {
        for path in [\Reminder.trip, \.place, \.item] {
            var tied = reminder("after end 90m")
            tied[keyPath: path] = id(9)
            #expect(Reminder.problems(in: tied).isEmpty)
        }
        var during = reminder("during 08:30")
        during.place = id(9)
        #expect(Reminder.problems(in: during).map(\.description) == ["trigger needs a trip"])
    }

    @Test("Quiet hours are given together, and what is left to pack is that of a trip")
    func together() {
        var quiet = reminder("daily 09:00")
        quiet.quietFrom = TimeOfDay(hour: 22, minute: 0)
        quiet.whileUnpacked = true
        #expect(
            Reminder.problems(in: quiet).map(\.description) == [
                "quietFrom must be given together with the end of quiet hours", "whileUnpacked needs a trip",
            ])
        quiet.quietTo = TimeOfDay(hour: 7, minute: 0)
        quiet.trip = id(1)
        #expect(Reminder.problems(in: quiet).isEmpty)
    }

    @Test(
        "A zone is one of two words or a name, which need not be known",
        arguments: [
            ("floating", .floating), ("trip", .trip), ("Europe/Oslo", .fixed("Europe/Oslo")),
            ("Mars/Olympus", .fixed("Mars/Olympus")), ("", nil),
        ] as [(String, ReminderZone?)])
    func zones(text: String, zone: ReminderZone?) {
        #expect(ReminderZone(fieldValue: .text(text)) == zone)
        if let zone { #expect(zone.fieldValue == .text(text)) }
    }

    @Test("An app's own text always gives the same identity, and another text another")
    func identifiers() {
        #expect(Reminder.id(forIdentifier: "passport") == Reminder.id(forIdentifier: "passport"))
        #expect(Reminder.id(forIdentifier: "passport") != Reminder.id(forIdentifier: "Passport"))
        #expect(Reminder.id(forIdentifier: "passport").isNatural)
    }

    private func reminder(_ trigger: String) -> Reminder {
        var reminder = Reminder(id: id(1))
        (reminder.title, reminder.trigger) = ("Passport", trigger)
        return reminder
    }
}
