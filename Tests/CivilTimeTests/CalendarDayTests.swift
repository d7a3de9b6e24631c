// Days are counted, read, printed and refused as the calendar has them.

import Testing

@testable import CivilTime

/// Days worked out with Python's `datetime.date`.
private let knownDays: [(text: String, days: Int, weekday: Weekday, isoYear: Int, isoWeek: Int, dayOfYear: Int)] = [
    ("0001-01-01", -719_162, .monday, 1, 1, 1),
    ("0001-12-31", -718_798, .monday, 2, 1, 365),
    ("1582-10-10", -141_432, .sunday, 1582, 40, 283),
    ("1600-02-29", -135_081, .tuesday, 1600, 9, 60),
    ("1899-12-31", -25_568, .sunday, 1899, 52, 365),
    ("1900-03-01", -25_508, .thursday, 1900, 9, 60),
    ("1969-12-31", -1, .wednesday, 1970, 1, 365),
    ("1970-01-01", 0, .thursday, 1970, 1, 1),
    ("2000-02-29", 11_016, .tuesday, 2000, 9, 60),
    ("2024-12-30", 20_087, .monday, 2025, 1, 365),
    ("2027-01-01", 20_819, .friday, 2026, 53, 1),
    ("2027-06-03", 20_972, .thursday, 2027, 22, 154),
    ("2100-02-28", 47_540, .sunday, 2100, 8, 59),
    ("9999-12-31", 2_932_896, .friday, 9999, 52, 365),
]

@Suite struct CalendarDayTests {
    @Test("A day is read, counted, named and printed", arguments: knownDays)
    func known(row: (text: String, days: Int, weekday: Weekday, isoYear: Int, isoWeek: Int, dayOfYear: Int)) throws {
        let day = try #require(CalendarDay(row.text))
        #expect(day.daysSince1970 == row.days)
        #expect(CalendarDay(daysSince1970: row.days) == day)
        #expect(day.description == row.text)
        #expect(day.weekday == row.weekday)
        #expect(day.isoWeek == (row.isoYear, row.isoWeek))
        #expect(day.dayOfYear == row.dayOfYear)
    }

    @Test("Every day of four centuries follows the one before it")
    func everyDay() throws {
        var expected = (year: 1600, month: 1, day: 1)
        var day = try #require(CalendarDay("1600-01-01"))
        for _ in 0..<146_097 {
            #expect(day.components == expected)
            #expect(CalendarDay(year: expected.year, month: expected.month, day: expected.day) == day)
            expected.day += 1
            if expected.day > CalendarDay.daysIn(month: expected.month, ofYear: expected.year) {
                expected = (expected.year, expected.month + 1, 1)
            }
            if expected.month > 12 {
                expected = (expected.year + 1, 1, 1)
            }
            day = try #require(day.adding(days: 1))
        }
        #expect(day.description == "2000-01-01")
    }

    @Test("The months have their lengths", arguments: zip(1...12, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]))
    func monthLengths(month: Int, length: Int) {
        #expect(CalendarDay.daysIn(month: month, ofYear: 2027) == length)
    }

    @Test(
        "The leap day follows the rule of 4, 100 and 400",
        arguments: [(2024, 29), (2027, 28), (1900, 28), (2000, 29), (2100, 28), (4, 29)])
    func leapDay(year: Int, length: Int) {
        #expect(CalendarDay(year: year, month: 2, day: 1)?.daysInMonth == length)
        #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == (length == 29))
    }

    @Test(
        "Anything but the exact form of an existing day is refused",
        arguments: [
            "", "2027", "2027-6-3", "2027-06-3", "02027-06-03", "2027-06-03 ", " 2027-06-03", "2027/06/03", "20270603",
            "2027-02-29", "2027-13-01", "2027-00-10", "2027-04-31", "2027-06-00", "0000-01-01", "+027-06-03",
            "-027-06-03",
            "２０２７-06-03", "2027-06-03T", "2027‐06‐03",
        ])
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(
        "Adding days crosses months and years",
        arguments: [
            ("2024-02-28", 2, "2024-03-01"), ("2027-02-28", 1, "2027-03-01"), ("2027-12-31", 1, "2028-01-01"),
            ("2028-03-01", -366, "2027-03-01"), ("2027-06-03", 0, "2027-06-03"),
        ])
    func addingDays(from: String, days: Int, to: String) throws {
        let start = try #require(CalendarDay(from))
        #expect(start.adding(days: days)?.description == to)
        #expect(CalendarDay(to).map(start.days(until:)) == days)
    }

    @Test("Adding days beyond the years 1 to 9999 gives nothing", arguments: [1, 3_652_059, Int.max])
    func addingTooManyDays(days: Int) {
        #expect(CalendarDay.latest.adding(days: days) == nil)
        #expect(CalendarDay.earliest.adding(days: -days) == nil)
        #expect(CalendarDay(daysSince1970: days == 1 ? 2_932_897 : days) == nil)
    }

    @Test(
        "Adding months keeps the day or takes the last one",
        arguments: [
            ("2027-01-31", 1, "2027-02-28"), ("2027-01-31", 13, "2028-02-29"), ("2027-03-31", -1, "2027-02-28"),
            ("2027-06-03", 7, "2028-01-03"), ("2027-06-03", -6, "2026-12-03"), ("0001-01-15", 0, "0001-01-15"),
        ])
    func addingMonths(from: String, months: Int, to: String) {
        #expect(CalendarDay(from)?.adding(months: months)?.description == to)
    }

    @Test("Adding months beyond the years 1 to 9999 gives nothing", arguments: [1, 120_000, Int.max])
    func addingTooManyMonths(months: Int) {
        #expect(CalendarDay.latest.adding(months: months) == nil)
        #expect(CalendarDay.earliest.adding(months: -months) == nil)
    }

    @Test("Days are ordered by time")
    func order() throws {
        let texts = ["0999-12-31", "1969-12-31", "1970-01-01", "2027-01-31", "2027-02-01", "2028-01-01"]
        #expect(texts.compactMap { CalendarDay($0) }.reversed().sorted().map(\.description) == texts)
    }
}
