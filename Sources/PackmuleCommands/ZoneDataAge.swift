// Whether the data of time zones is too old to be trusted.

import PackmuleKit

enum ZoneDataAge {
    /// Whether a version such as `2025b` is probably older than a year. It names its year and its place among the
    /// releases of that year, of which there are three to seven: one in two months is taken for the rule.
    static func isOld(_ version: String, on day: CalendarDay) -> Bool {
        guard let year = Int(version.prefix(4)), let letter = version.utf8.dropFirst(4).first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        else { return false }
        let month = min(12, 2 * (Int(letter - UInt8(ascii: "a")) + 1))
        return (day.year, day.month) > (year + 1, month)
    }
}

extension Surroundings {
    /// A warning about the zone data of this machine, and what helps; nil when it is all right.
    var zoneDataWarning: (what: String, hint: String)? {
        guard let version = zones.version else {
            return (
                "There is no data of time zones on this machine, so that only UTC is known.",
                "Install the package tzdata."
            )
        }
        guard ZoneDataAge.isOld(version, on: localZone.rules.civil(at: now).day) else { return nil }
        return (
            "The data of time zones is of version \(version), older than a year; times in some zones may be wrong.",
            "Update the package tzdata."
        )
    }
}
