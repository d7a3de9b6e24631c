// What users of other systems reported, and what is right.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite struct CasesTests {
    private static func rule(_ line: String, _ change: (inout Policies) -> Void = { _ in }) throws -> Rule {
        guard case .calendar(let pattern, let repeats) = try #require(Trigger(line)) else {
            throw Mistake(line: line)
        }
        var policies = Policies()
        change(&policies)
        return Rule(.calendar(pattern, repeats: repeats), policies)
    }

    private struct Mistake: Error {
        let line: String
    }

    @Test(
        "What other systems got wrong",
        arguments: [
            // Reminders came an hour late after the clocks had changed.
            ("daily 09:00", "Europe/Berlin", "2023-10-28T07:00:00Z", ["2023-10-29T08:00:00Z", "2023-10-30T08:00:00Z"]),
            ("on weekday=1 hour=9", "Europe/Berlin", "2026-03-23T08:00:00Z", ["2026-03-30T07:00:00Z"]),
            // Jobs of the spring night were lost.
            ("daily 02:00", "Europe/Berlin", "2026-03-28T12:00:00Z", ["2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"]),
            // One system rang in both passes, one lost the day.
            ("daily 01:30", "Africa/Cairo", "2026-04-23T12:00:00Z", ["2026-04-23T22:30:00Z", "2026-04-24T22:30:00Z"]),
            ("daily 00:30", "Africa/Cairo", "2026-04-23T12:00:00Z", ["2026-04-23T22:30:00Z", "2026-04-24T21:30:00Z"]),
            // A timer of every minute was silent for the whole repeated hour.
            (
                "on second=0", "Europe/Berlin", "2026-10-25T00:59:00Z",
                ["2026-10-25T01:00:00Z", "2026-10-25T01:01:00Z", "2026-10-25T01:02:00Z"]
            ),
            // The search jumped ten months, or lost the day whose midnight is jumped over.
            (
                "daily 00:00", "America/Santiago", "2026-09-05T12:00:00Z",
                ["2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"]
            ),
            (
                "on weekday=7 hour=0", "America/Santiago", "2026-08-31T12:00:00Z",
                ["2026-09-06T04:00:00Z", "2026-09-13T03:00:00Z"]
            ),
            // "The first of the month", asked in February, went to another year.
            ("on day=1 hour=9", "UTC", "2026-02-10T00:00:00Z", ["2026-03-01T09:00:00Z", "2026-04-01T09:00:00Z"]),
            // The 31st of June rang at midnight.
            ("on day=31 hour=9", "UTC", "2026-06-01T00:00:00Z", ["2026-06-30T09:00:00Z", "2026-07-31T09:00:00Z"]),
            // A monthly reminder lost its time of day.
            ("on day=15 hour=17", "UTC", "2026-01-15T17:00:00Z", ["2026-02-15T17:00:00Z", "2026-03-15T17:00:00Z"]),
            ("on month=2 day=30 week=30 hour=9", "UTC", "2026-01-01T00:00:00Z", []),
            ("on month=2", "UTC", "2026-02-01T00:00:00Z", ["2027-02-01T00:00:00Z"]),
            (
                "on month=4 weekday=1 hour=9", "UTC", "2026-04-20T09:00:00Z",
                ["2026-04-27T09:00:00Z", "2027-04-05T09:00:00Z"]
            ),
            (
                "on weekOfMonth=1 hour=9", "UTC", "2026-01-10T00:00:00Z",
                ["2026-02-02T09:00:00Z", "2026-03-02T09:00:00Z"]
            ),
            ("on week=1 hour=9", "UTC", "2026-01-10T00:00:00Z", ["2027-01-04T09:00:00Z", "2028-01-03T09:00:00Z"]),
            ("on year=2028 day=15 hour=9", "UTC", "2026-01-10T00:00:00Z", ["2028-01-15T09:00:00Z"]),
        ] as [(String, String, String, [String])])
    func cases(line: String, zone: String, after: String, expected: [String]) throws {
        let rule = try Self.rule(line)
        let zones = ZoneTimeline(try Zones.rules(zone))
        let found = rule.upcoming(in: zones, after: instant(after), limit: max(1, expected.count))
        #expect(found.map(\.instant.description) == expected)
    }

    @Test("The next time follows from the rule, not from when the last was delivered")
    func noDrift() throws {
        let rule = try Self.rule("daily 18:00")
        let zones = ZoneTimeline(.utc)
        let due = rule.due(
            in: zones, lastEvaluated: instant("2026-05-03T12:00:00Z"), now: instant("2026-05-03T19:00:00Z"))
        #expect(due.deliver.map(\.key.description) == ["2026-05-03T18:00"])
        #expect(
            rule.next(in: zones, after: instant("2026-05-03T19:00:00Z"))?.instant == instant("2026-05-04T18:00:00Z"))
    }

    @Test("A clock set a week ahead rings once, and says how many there were")
    func oneForMany() throws {
        let due = try Self.rule("daily 09:00").due(
            in: ZoneTimeline(.utc), lastEvaluated: instant("2026-05-01T12:00:00Z"), now: instant("2026-05-08T12:00:00Z")
        )
        #expect(due.deliver.map(\.key.description) == ["2026-05-08T09:00"])
        #expect(due.count == 7)
        #expect(due.missed.count == 6)
    }

    @Test("A snooze of last night is missed in the morning, and what was due in its time is not")
    func oldSnooze() throws {
        let rule = try Self.rule("daily 20:00") { $0.grace = .seconds(3600) }
        let key = OccurrenceKey.reading(reading("2026-05-01T20:00"), pass: 1)
        let marks = Marks(handled: [key], snoozed: [key: instant("2026-05-01T20:10:00Z")])
        let due = rule.due(
            marks, in: ZoneTimeline(.utc), lastEvaluated: instant("2026-05-01T20:05:00Z"),
            now: instant("2026-05-02T08:00:00Z"))
        #expect(due.deliver.isEmpty)
        #expect(due.missed == [Occurrence(key: key, instant: instant("2026-05-01T20:10:00Z"), adjustments: [.snoozed])])
    }

    @Test("Ten years of minutes are looked at in no time, the latest of them")
    func longAbsence() throws {
        let rule = Rule(.interval(seconds: 60, start: instant("2016-01-01T00:00:00Z"), repeats: true))
        let due = rule.due(
            in: ZoneTimeline(.utc), lastEvaluated: instant("2016-01-01T00:00:00Z"), now: instant("2026-01-01T00:00:00Z")
        )
        #expect(due.count == Limits.dueOccurrences)
        #expect(due.deliver.map(\.instant) == [instant("2026-01-01T00:00:00Z")])
        #expect(due.missed.count == Limits.missedOccurrences)
    }

    @Test("Adjustments tell which policies acted, in their order")
    func adjustments() throws {
        let berlin = ZoneTimeline(try Zones.rules("Europe/Berlin"))
        let gap = try Self.rule("daily 02:30").next(in: berlin, after: instant("2026-03-28T12:00:00Z"))
        #expect(gap?.adjustments == [.gap(.shift)])
        #expect(gap?.key.description == "2026-03-29T02:30")
        let both = try Self.rule("daily 02:30") { $0.overlap = .both }
            .upcoming(in: berlin, after: instant("2026-10-24T12:00:00Z"), limit: 2)
        #expect(both.map(\.key.description) == ["2026-10-25T02:30", "2026-10-25T02:30/2"])
        #expect(both.map(\.adjustments) == [[.overlap(.both)], [.overlap(.both)]])
        let moved = try Self.rule("on day=31 hour=23") {
            $0.quiet = QuietHours(from: time("22:00"), to: time("07:00"))
        }.next(in: ZoneTimeline(.utc), after: instant("2026-06-15T00:00:00Z"))
        #expect(moved?.instant == instant("2026-07-01T07:00:00Z"))
        #expect(moved?.adjustments == [.missingDay(.lastDay), .quiet])
    }

    @Test("A pattern that comes once comes the first time after it was made, and never again")
    func once() throws {
        var rule = try Self.rule("on hour=9 once")
        rule.since = instant("2026-05-01T10:00:00Z")
        let zones = ZoneTimeline(.utc)
        #expect(
            rule.upcoming(in: zones, after: instant("2026-04-01T00:00:00Z"), limit: 5).map(\.instant)
                == [instant("2026-05-02T09:00:00Z")])
        #expect(rule.next(in: zones, after: instant("2026-05-02T09:00:00Z")) == nil)
    }
}
