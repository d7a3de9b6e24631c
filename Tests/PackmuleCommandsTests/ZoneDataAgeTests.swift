// Tests of how old the data of zones is.

import CivilTime
import Testing

@testable import PackmuleCommands

@Suite("Zone data age")
struct ZoneDataAgeTests {
    @Test(
        "A version is old when its place in its year lies more than a year back",
        arguments: [
            ("2025b", "2026-04-30", false), ("2025b", "2026-05-01", true), ("2026f", "2026-11-30", false),
            ("2026f", "2027-12-31", false), ("2026f", "2028-01-01", true), ("2024a", "2025-03-01", true),
            ("2026z", "2027-12-31", false), ("unknown", "2026-01-01", false), ("", "2026-01-01", false),
        ])
    func age(version: String, day: String, isOld: Bool) throws {
        #expect(try ZoneDataAge.isOld(version, on: #require(CalendarDay(day))) == isOld)
    }
}
