// Days have their English names.

import Testing

@testable import CivilTime

@Suite struct EnglishNamesTests {
    @Test(
        "A day is spoken",
        arguments: [
            ("2027-06-03", "3 June 2027", "June 2027", "Thursday"),
            ("2026-12-31", "31 December 2026", "December 2026", "Thursday"),
            ("0476-09-04", "4 September 476", "September 476", "Friday"),
            ("2028-01-01", "1 January 2028", "January 2028", "Saturday"),
        ])
    func spoken(text: String, day: String, month: String, weekday: String) {
        #expect(CalendarDay(text)?.spoken == day)
        #expect(CalendarDay(text)?.spokenMonth == month)
        #expect(CalendarDay(text)?.weekday.name == weekday)
    }
}
