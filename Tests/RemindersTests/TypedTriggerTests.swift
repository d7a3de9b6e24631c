// Tests of the readers of typed times. 2026-12-01 is a Tuesday.

import CivilTime
import Recurrence
import TestSupport
import Testing

@testable import Reminders

@Suite("Typed times")
struct TypedTriggerTests {
    /// On Tuesday 2026-12-01 at 14:23:45 UTC.
    private static let now = TypedTrigger.Moment(
        Instant(millisecondsSince1970: 1_796_135_025_600), in: .utc)

    @Test("The moment is that of the whole second, as the clocks show it")
    func moment() {
        #expect(Self.now.instant.description == "2026-12-01T14:23:45Z")
        #expect(Self.now.reading.description == "2026-12-01T14:23:45")
    }

    @Test(
        "A moment is read, and the next one is meant where that is open",
        arguments: [
            ("2027-06-03 09:00", "2027-06-03T09:00"), ("2027-06-03T09:00", "2027-06-03T09:00"),
            ("2027-06-03t09:00:30", "2027-06-03T09:00:30"), ("2027-06-03, 9:05", "2027-06-03T09:05"),
            ("2020-01-01 09:00", "2020-01-01T09:00"), ("9999-12-31 23:59", "9999-12-31T23:59"),
            ("today 18:30", "2026-12-01T18:30"), ("today 08:00", "2026-12-01T08:00"),
            ("tomorrow 09:00", "2026-12-02T09:00"), ("Tomorrow at 09:00", "2026-12-02T09:00"),
            ("09:00", "2026-12-02T09:00"), ("14:23", "2026-12-02T14:23"), ("14:24", "2026-12-01T14:24"),
            ("14:23:45", "2026-12-02T14:23:45"), ("at 23:59", "2026-12-01T23:59"),
            ("friday 09:00", "2026-12-04T09:00"), ("FRI 9:00", "2026-12-04T09:00"),
            ("monday 09:00", "2026-12-07T09:00"), ("tuesday 14:24", "2026-12-01T14:24"),
            ("tuesday 14:23", "2026-12-08T14:23"), ("tues 14:23", "2026-12-08T14:23"),
            ("wednesday 00:00", "2026-12-02T00:00"),
            ("3 june 09:00", "2027-06-03T09:00"), ("june 3 09:00", "2027-06-03T09:00"),
            ("3rd jun 09:00", "2027-06-03T09:00"), ("3 june 2030 09:00", "2030-06-03T09:00"),
            ("1 december 14:24", "2026-12-01T14:24"), ("1 december 14:23", "2027-12-01T14:23"),
            ("29 february 09:00", "2028-02-29T09:00"), ("31 dec 23:59:59", "2026-12-31T23:59:59"),
            ("  tomorrow \t 09:00 ", "2026-12-02T09:00"),
            // Counted on the calendar, with the time that it is.
            ("in 3 days", "2026-12-04T14:23"), ("in 3 days 09:00", "2026-12-04T09:00"),
            ("in a week at 09:00", "2026-12-08T09:00"), ("in 2 weeks and 1 day", "2026-12-16T14:23"),
            ("in 3 months", "2027-03-01T14:23"), ("in a year 09:00", "2027-12-01T09:00"),
            ("in 0 days 18:00", "2026-12-01T18:00"), ("in 2d", "2026-12-03T14:23"),
        ])
    func when(text: String, reading: String) throws {
        let expected = try #require(CivilDateTime(reading))
        #expect(try TypedTrigger.when(text, now: Self.now) == .at(expected))
    }

    @Test(
        "Minutes and hours from now are elapsed time",
        arguments: [
            ("in 20 minutes", 1_200), ("in 2 hours", 7_200), ("in an hour", 3_600), ("IN 20 MIN", 1_200),
            ("in 20m", 1_200), ("in 1h 30m", 5_400), ("in 1 hour and 30 minutes", 5_400), ("in 5 seconds", 5),
            ("in a minute", 60), ("in 87840 hours", 316_224_000),
        ])
    func elapsed(text: String, seconds: Int) throws {
        #expect(
            try TypedTrigger.when(text, now: Self.now)
                == .interval(seconds: seconds, start: Self.now.instant, repeats: false))
    }

    @Test("Noon of the clocks that count is meant, not that of another zone")
    func zone() throws {
        let rules = try ZoneRules(rule: "<+14>-14")
        let now = TypedTrigger.Moment(Self.now.instant, in: rules)
        #expect(try TypedTrigger.when("tomorrow 12:00", now: now) == .at(CivilDateTime("2026-12-03T12:00")!))
    }

    @Test(
        "A moment that means nothing is refused with the reason",
        arguments: [
            ("31 april 09:00", "31 April does not exist"), ("2027-04-31 09:00", "31 April does not exist"),
            ("2027-02-29 09:00", "29 February 2027 does not exist"),
            ("29 feb 2027 09:00", "29 February 2027 does not exist"),
            ("30 february 09:00", "30 February does not exist"), ("0 june 09:00", "0 June does not exist"),
            ("2027-13-01 09:00", "There is no month 13"), ("0000-01-01 09:00", "There is no year 0"),
            ("tomorrow 25:00", "There is no hour 25"), ("tomorrow 24:00", "There is no hour 24; midnight is 00:00"),
            ("99:00", "There is no hour 99"), ("tomorrow 09:60", "There is no minute or second 60"),
            ("tomorrow", "A time of day is missing, as in 'tomorrow 09:00'"),
            ("2027-06-03", "A time of day is missing, as in 'tomorrow 09:00'"),
            ("in 0 minutes", "That is not later than now"), ("in 0 days", "That is not later than now"),
            ("in 99999999999999999999999 days", "That is more than 10 years"),
            ("in 87841 hours", "That is more than 10 years"), ("in 3661 days", "That is more than 10 years"),
            ("in 121 months", "That is more than 10 years"), ("in 999999999999 years", "That is more than 10 years"),
            (
                "in 2 days 1 hour",
                "Hours and minutes cannot be added to days: give a time of day, as in '2 days 18:00'"
            ),
            (
                "09:00 monday", "Say the day before the time, or put the title in quotes if 'monday' belongs to it"
            ),
        ])
    func wrongMoments(text: String, sentence: String) {
        #expect(throws: TypedProblem.wrong(sentence)) { try TypedTrigger.when(text, now: Self.now) }
    }

    @Test(
        "What has none of the forms of a moment is not read",
        arguments: [
            "", " ", ",", "soon", "next friday 09:00", "tomorrow 9", "tomorrow 9am", "9am", "tomorrow 09:00 sharp",
            "09:00 monday report", "in", "in minutes", "in 20", "in -5 minutes", "in 1.5 hours", "in 20 minutes 09:00",
            "morgen 09:00", "fr 09:00", "tomorrow 9:5", "tomorrow 009:00", "tomorrow :30", "tomorrow 09:00:00:00",
            "2027-6-3 09:00", "03.06.2027 09:00", "2027-06-03T", "2027-06-03TT09:00", "32 09:00", "٣ june 09:00",
            "１ june 09:00", "tomorrow ٠٩:٠٠", "\u{0}", "tomorrow\u{200B} 09:00", "june 09:00", "3 ma 09:00",
            String(repeating: "a ", count: 5_000), String(repeating: "9", count: 100_000), "🕘", "-",
            "in 1e3 days", "in +5 days", "T09:00", "éééééT09:00",
        ])
    func unreadMoments(text: String) {
        #expect(throws: TypedProblem.unread) { try TypedTrigger.when(text, now: Self.now) }
    }

    @Test("Near the end of time nothing stops the program")
    func endOfTime() {
        let last = TypedTrigger.Moment(.latest, in: .utc)
        for text in ["tomorrow 09:00", "09:00", "friday 09:00", "3 june 09:00", "in 3 days"] {
            #expect(throws: TypedProblem.self, "\(text)") { try TypedTrigger.when(text, now: last) }
        }
    }

    // MARK: Rhythms

    private static let patterns: [(text: String, pattern: CalendarPattern)] = [
        ("day 09:00", CalendarPattern(hour: 9, minute: 0)), ("day at 9:00", CalendarPattern(hour: 9, minute: 0)),
        ("day 09:00:30", CalendarPattern(hour: 9, minute: 0, second: 30)),
        ("monday,friday 09:00", CalendarPattern(weekdays: [1, 5], hour: 9, minute: 0)),
        ("Monday and Friday 09:00", CalendarPattern(weekdays: [1, 5], hour: 9, minute: 0)),
        ("mon, wed, fri 09:00", CalendarPattern(weekdays: [1, 3, 5], hour: 9, minute: 0)),
        ("mon-fri 09:00", CalendarPattern(weekdays: [1, 2, 3, 4, 5], hour: 9, minute: 0)),
        ("sat-mon 09:00", CalendarPattern(weekdays: [1, 6, 7], hour: 9, minute: 0)),
        ("mondays 09:00", CalendarPattern(weekdays: [1], hour: 9, minute: 0)),
        ("weekday 08:00", CalendarPattern(weekdays: [1, 2, 3, 4, 5], hour: 8, minute: 0)),
        ("weekend 10:30", CalendarPattern(weekdays: [6, 7], hour: 10, minute: 30)),
        ("31 09:00", CalendarPattern(day: 31, hour: 9, minute: 0)),
        ("last day 09:00", CalendarPattern(day: 31, hour: 9, minute: 0)),
        ("first day 09:00", CalendarPattern(day: 1, hour: 9, minute: 0)),
        ("1st 09:00", CalendarPattern(day: 1, hour: 9, minute: 0)),
        ("last friday 17:00", CalendarPattern(weekdays: [5], nth: -1, hour: 17, minute: 0)),
        ("first monday 09:00", CalendarPattern(weekdays: [1], nth: 1, hour: 9, minute: 0)),
        ("2nd tue 09:00", CalendarPattern(weekdays: [2], nth: 2, hour: 9, minute: 0)),
        ("fifth sunday 09:00", CalendarPattern(weekdays: [7], nth: 5, hour: 9, minute: 0)),
        ("1 january 09:00", CalendarPattern(month: 1, day: 1, hour: 9, minute: 0)),
        ("jan 1 09:00", CalendarPattern(month: 1, day: 1, hour: 9, minute: 0)),
        ("29 february 09:00", CalendarPattern(month: 2, day: 29, hour: 9, minute: 0)),
        ("hour :30", CalendarPattern(minute: 30)),
    ]

    @Test("A rhythm of the calendar is read", arguments: patterns)
    func rhythms(text: String, pattern: CalendarPattern) throws {
        #expect(try TypedTrigger.every(text, now: Self.now) == .calendar(pattern, repeats: true))
    }

    @Test(
        "A rhythm of elapsed time begins now",
        arguments: [
            ("2 hours", 7_200), ("90 minutes", 5_400), ("hour", 3_600), ("minute", 60), ("1h30m", 5_400),
            ("1h 30m", 5_400),
            ("60 seconds", 60), ("8784 hours", 31_622_400),
        ])
    func intervals(text: String, seconds: Int) throws {
        #expect(
            try TypedTrigger.every(text, now: Self.now)
                == .interval(seconds: seconds, start: Self.now.instant, repeats: true))
    }

    @Test(
        "A rhythm that means nothing is refused with the reason",
        arguments: [
            ("32 09:00", "No month has a day 32"), ("0 09:00", "No month has a day 0"),
            ("31 april 09:00", "31 April does not exist"), ("30 february 09:00", "30 February does not exist"),
            ("day 25:00", "There is no hour 25"), ("hour :60", "There is no minute 60"),
            ("monday", "A time of day is missing, as in 'monday 09:00'"),
            ("31", "A time of day is missing, as in 'monday 09:00'"),
            ("last friday", "A time of day is missing, as in 'monday 09:00'"),
            ("0 minutes", "Between two times there must be a minute or more"),
            ("59 seconds", "Between two times there must be a minute or more"),
            ("8785 hours", "That is more than a year"), ("99999999999999999999 minutes", "That is more than a year"),
            (
                "2 days",
                "Days, weeks and months are said by the calendar, such as 'day 09:00', 'monday 09:00' or '1 09:00'"
            ),
        ])
    func wrongRhythms(text: String, sentence: String) {
        #expect(throws: TypedProblem.wrong(sentence)) { try TypedTrigger.every(text, now: Self.now) }
    }

    @Test(
        "What has none of the forms of a rhythm is not read",
        arguments: [
            "", "often", "sixth monday 09:00", "last 09:00", "monday-friday-sunday 09:00", "-monday 09:00",
            "hour 30", "every monday 09:00", "monday 09:00 friday", "2 hours 09:00", "other day 09:00", "13 june july",
            "mon- 09:00", "-", "and monday 09:00",
        ])
    func unreadRhythms(text: String) {
        #expect(throws: TypedProblem.unread) { try TypedTrigger.every(text, now: Self.now) }
    }

    // MARK: Distances from a trip

    private static let leads: [(text: String, distance: Lead.Distance)] = [
        ("2 days 18:00", .days(2, TimeOfDay(hour: 18, minute: 0)!)), ("1 day at 9:00", .days(1, TimeOfDay("09:00")!)),
        ("a week 09:00", .days(7, TimeOfDay("09:00")!)), ("2w 1d 09:00", .days(15, TimeOfDay("09:00")!)),
        ("same day 07:00", .days(0, TimeOfDay("07:00")!)), ("0 days 07:00", .days(0, TimeOfDay("07:00")!)),
        ("90 minutes", .minutes(90)), ("1 hour 30 minutes", .minutes(90)), ("2h", .minutes(120)),
        ("0 minutes", .minutes(0)), ("120 seconds", .minutes(2)), ("732 days 09:00", .days(732, TimeOfDay("09:00")!)),
    ]

    @Test("A distance from a trip is read", arguments: leads)
    func distances(text: String, distance: Lead.Distance) throws {
        #expect(try TypedTrigger.lead(text) == distance)
    }

    @Test(
        "A distance that means nothing is refused with the reason",
        arguments: [
            ("2 days", "A time of day is missing, as in '2 days 18:00'"),
            ("same day", "A time of day is missing, as in 'same day 07:00'"),
            ("90 seconds", "90 seconds are no whole minutes"), ("733 days 09:00", "That is more than 2 years"),
            ("999999999 hours", "That is more than 2 years"),
            ("2 months 09:00", "Months before a trip are counted in weeks or days"),
            ("1 day 24:00", "There is no hour 24; midnight is 00:00"),
        ])
    func wrongLeads(text: String, sentence: String) {
        #expect(throws: TypedProblem.wrong(sentence)) { try TypedTrigger.lead(text) }
    }

    @Test(
        "What is no distance is not read", arguments: ["", "18:00", "2 18:00", "early", "days 18:00", "2 hours 18:00"])
    func unreadLeads(text: String) {
        #expect(throws: TypedProblem.unread) { try TypedTrigger.lead(text) }
    }

    // MARK: Times and durations

    @Test("A time of day and a duration are read by themselves")
    func parts() throws {
        #expect(try TypedTrigger.time("9:05") == TimeOfDay(hour: 9, minute: 5))
        #expect(throws: TypedProblem.unread) { try TypedTrigger.time("nine") }
        #expect(throws: TypedProblem.wrong("There is no hour 25")) { try TypedTrigger.time("25:00") }
        #expect(try TypedTrigger.duration("10m") == 600)
        #expect(try TypedTrigger.duration("1 hour 30 minutes") == 5_400)
        #expect(try TypedTrigger.duration("2 days") == 172_800)
        #expect(throws: TypedProblem.wrong("It must be a second or more")) { try TypedTrigger.duration("0m") }
        #expect(throws: TypedProblem.wrong("That is more than a year")) { try TypedTrigger.duration("367 days") }
        #expect(throws: TypedProblem.unread) { try TypedTrigger.duration("2 months") }
        #expect(throws: TypedProblem.unread) { try TypedTrigger.duration("10") }
    }

    @Test("No text stops the program")
    func noise() {
        var generator = SeededGenerator(seed: 4)
        let pieces = [
            "in", "a", "and", "0", "31", "99999999999999999999", "june", "mon-fri", "last", "day", "hour", "09:00",
            "at",
            ":30", "25:61", "2027-02-30", "2027-06-03t09:00", "minutes", "weeks", "m", "-", "é", "\u{0}", "", "first",
            "2027", "same", "years", "3d", "today", "٣", "\u{301}",
        ]
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...7, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            _ = try? TypedTrigger.when(text, now: Self.now)
            _ = try? TypedTrigger.every(text, now: Self.now)
            _ = try? TypedTrigger.lead(text)
            _ = try? TypedTrigger.duration(text)
        }
    }
}
