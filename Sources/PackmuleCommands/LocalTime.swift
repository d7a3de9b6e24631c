// Instants as people of this device read them.

import PackmuleKit

extension Surroundings {
    /// `2027-06-03 09:41`, by the clocks of this device's zone.
    func localTime(_ instant: Instant) -> String {
        let civil = localZone.rules.civil(at: instant)
        return "\(civil.day) \(String(civil.time.description.prefix(5)))"
    }

    /// `today, 09:41`, or with its date, by the clocks of this device's zone.
    func spoken(_ instant: Instant) -> String {
        localZone.rules.civil(at: instant).spoken(from: localZone.rules.civil(at: now))
    }

    /// A local time, of milliseconds since 1970.
    func localTime(_ milliseconds: Int64) -> String {
        localTime(Instant(millisecondsSince1970: milliseconds))
    }
}
