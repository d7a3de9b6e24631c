// Date-times are read, printed and counted.

import Testing

@testable import CivilTime

@Suite struct CivilDateTimeTests {
    @Test(
        "A date-time is read and printed",
        arguments: [
            ("2027-06-03T09:00", 1_812_013_200, "2027-06-03T09:00"),
            ("2027-06-03 09:00", 1_812_013_200, "2027-06-03T09:00"),
            ("1969-12-31T23:59:59", -1, "1969-12-31T23:59:59"),
            ("1970-01-01t00:00:00", 0, "1970-01-01T00:00"),
            ("0001-01-01T00:00", -62_135_596_800, "0001-01-01T00:00"),
            ("9999-12-31T23:59:59", 253_402_300_799, "9999-12-31T23:59:59"),
        ])
    func known(text: String, seconds: Int, printed: String) throws {
        let reading = try #require(CivilDateTime(text))
        #expect(reading.clockSeconds == seconds)
        #expect(CivilDateTime(clockSeconds: seconds) == reading)
        #expect(reading.description == printed)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "2027-06-03", "2027-06-03T", "2027-06-03T24:00", "2027-06-03  09:00", "2027-06-03T09:00Z",
            "2027-06-03T9:00",
        ])
    func refused(text: String) {
        #expect(CivilDateTime(text) == nil)
    }

    @Test(
        "Seconds outside the years 1 to 9999 give nothing",
        arguments: [-62_135_596_801, 253_402_300_800, Int.max, .min])
    func outside(seconds: Int) {
        #expect(CivilDateTime(clockSeconds: seconds) == nil)
    }
}
