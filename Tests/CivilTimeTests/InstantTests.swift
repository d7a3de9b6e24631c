// Instants follow RFC 3339 and never overflow.

import Testing

@testable import CivilTime

@Suite struct InstantTests {
    @Test(
        "RFC 3339 is read with any offset and printed in UTC",
        arguments: [
            ("2027-06-03T07:00:00Z", 1_812_006_000_000, "2027-06-03T07:00:00Z"),
            ("2027-06-03T09:00:00+02:00", 1_812_006_000_000, "2027-06-03T07:00:00Z"),
            ("2027-06-03t01:30:00-05:30", 1_812_006_000_000, "2027-06-03T07:00:00Z"),
            ("2027-06-03 07:00:00.25z", 1_812_006_000_250, "2027-06-03T07:00:00.250Z"),
            ("2027-06-03T07:00:00.007-00:00", 1_812_006_000_007, "2027-06-03T07:00:00.007Z"),
            ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
            ("1970-01-01T00:00:00.000Z", 0, "1970-01-01T00:00:00Z"),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000, "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ])
    func known(text: String, milliseconds: Int64, printed: String) throws {
        let instant = try #require(Instant(text))
        #expect(instant.millisecondsSince1970 == milliseconds)
        #expect(instant.description == printed)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "2027-06-03", "2027-06-03T07:00Z", "2027-06-03T07:00:00", "2027-06-03T07:00:60Z",
            "2027-06-03T24:00:00Z",
            "2027-06-03T07:00:00.Z", "2027-06-03T07:00:00.1234Z", "2027-06-03T07:00:00+0200",
            "2027-06-03T07:00:00+24:00",
            "2027-06-03T07:00:00+02:60", "2027-06-03T07:00:00Z ", "2027-06-03T07:00:00,5Z", "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
        ])
    func refused(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test("Arithmetic stops at the first and the last instant")
    func saturation() {
        #expect(Instant(millisecondsSince1970: .max) == .latest)
        #expect(Instant(millisecondsSince1970: .min) == .earliest)
        #expect(Instant(secondsSince1970: .max) == .latest)
        #expect(Instant(secondsSince1970: .min) == .earliest)
        #expect(Instant.latest.adding(milliseconds: 1) == .latest)
        #expect(Instant.latest.adding(milliseconds: .max) == .latest)
        #expect(Instant.earliest.adding(milliseconds: .min) == .earliest)
        #expect(Instant.earliest.adding(milliseconds: .max) == .latest)
    }

    @Test(
        "Whole seconds round down before 1970 too",
        arguments: [(-1, -1), (-1000, -1), (-1001, -2), (999, 0), (1000, 1)])
    func seconds(milliseconds: Int64, seconds: Int) {
        #expect(Instant(millisecondsSince1970: milliseconds).secondsSince1970 == seconds)
    }

    @Test("The elapsed time between instants is their difference")
    func difference() {
        let start = Instant(millisecondsSince1970: 1_812_006_000_000)
        #expect(start.milliseconds(until: start.adding(milliseconds: -250)) == -250)
        #expect(Instant.earliest.milliseconds(until: .latest) == 315_537_897_599_999)
    }
}
