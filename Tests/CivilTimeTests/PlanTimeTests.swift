// Plan times have one line of text each.

import Testing

@testable import CivilTime

@Suite struct PlanTimeTests {
    @Test("Each kind is read from its form and printed in it")
    func kinds() throws {
        let day = try #require(CalendarDay("2027-06-03"))
        let last = try #require(CalendarDay("2027-06-07"))
        let reading = try #require(CivilDateTime("2027-06-03T09:00"))
        let instant = try #require(Instant("2027-06-03T07:00:00Z"))
        let forms: [(String, PlanTime)] = [
            ("2027-06-03", .day(day)),
            ("2027-06-03..2027-06-07", .days(day...last)),
            ("2027-06-03..2027-06-03", .days(day...day)),
            ("2027-06-03T09:00[Europe/Berlin]", .local(reading, "Europe/Berlin")),
            ("2027-06-03T09:00[Customized Time Zone]", .local(reading, "Customized Time Zone")),
            ("2027-06-03T09:00[a]b]", .local(reading, "a]b")),
            ("2027-06-03T09:00[]", .local(reading, "")),
            ("2027-06-03T09:00", .floating(reading)),
            ("2027-06-03T07:00:00Z", .fixed(instant)),
        ]
        for (text, time) in forms {
            #expect(PlanTime(text) == time)
            #expect(time.description == text)
        }
    }

    @Test(
        "Other ways to write it are read and printed in the one form",
        arguments: [
            ("2027-06-03 09:00", "2027-06-03T09:00"),
            ("2027-06-03 09:00:00[UTC]", "2027-06-03T09:00[UTC]"),
            ("2027-06-03T09:00:00+02:00", "2027-06-03T07:00:00Z"),
        ])
    func otherForms(text: String, printed: String) {
        #expect(PlanTime(text)?.description == printed)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "tomorrow", "2027-06-07..2027-06-03", "2027-06-03...2027-06-07", "2027-06-03..", "2027-06-03[UTC]",
            "2027-06-03T09:00[UTC", "2027-06-03T09:00[", "2027-06-03T09:00[UTC] ", "2027-06-03T09:00[a\nb]",
            "2027-02-30T09:00[UTC]",
        ])
    func refused(text: String) {
        #expect(PlanTime(text) == nil)
    }

    @Test(
        "The first day is that of the clock it is planned by",
        arguments: [
            ("2027-06-03", "2027-06-03"), ("2027-06-03..2027-06-07", "2027-06-03"),
            ("2027-06-03T23:00[America/New_York]", "2027-06-03"), ("2027-06-03T23:00", "2027-06-03"),
            ("2027-06-03T07:00:00Z", nil),
        ])
    func firstDay(text: String, day: String?) {
        #expect(PlanTime(text)?.firstDay?.description == day)
    }
}
