// Clock readings are read, printed and refused.

import Testing

@testable import CivilTime

@Suite struct TimeOfDayTests {
    @Test(
        "A time is read and printed",
        arguments: [
            ("00:00", 0, "00:00"), ("09:00", 32_400, "09:00"), ("09:00:30", 32_430, "09:00:30"),
            ("23:59:59", 86_399, "23:59:59"), ("12:30:00", 45_000, "12:30"),
        ])
    func known(text: String, seconds: Int, printed: String) throws {
        let time = try #require(TimeOfDay(text))
        #expect(time.secondsSinceMidnight == seconds)
        #expect(TimeOfDay(secondsSinceMidnight: seconds) == time)
        #expect(time.description == printed)
        #expect(TimeOfDay(hour: time.hour, minute: time.minute, second: time.second) == time)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "9:00", "09", "09:0", "24:00", "09:60", "09:00:60", "09:00:", "09:00:3", "09:00 ", "-1:00", "0900",
        ])
    func refused(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test("Numbers outside a day are refused")
    func outside() {
        #expect(TimeOfDay(hour: 24, minute: 0) == nil)
        #expect(TimeOfDay(hour: -1, minute: 0) == nil)
        #expect(TimeOfDay(secondsSinceMidnight: 86_400) == nil)
        #expect(TimeOfDay(secondsSinceMidnight: -1) == nil)
    }
}
