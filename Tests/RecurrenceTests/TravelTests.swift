// Rules of a device that changes its zone.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite struct TravelTests {
    private static func timeline(_ stays: [(String, String)]) throws -> ZoneTimeline {
        ZoneTimeline(
            try stays.map { ZoneTimeline.Segment(start: instant($0.0), rules: try Zones.rules($0.1)) })
    }

    private static func daily(_ text: String, _ zoneJump: ZoneJumpPolicy, _ grace: Grace = .standard) -> Rule {
        var policies = Policies()
        (policies.zoneJump, policies.grace) = (zoneJump, grace)
        return Rule(
            .calendar(CalendarPattern(hour: time(text).hour, minute: time(text).minute), repeats: true), policies)
    }

    @Test("Going west, a date that has rung does not ring again")
    func west() throws {
        let zones = try Self.timeline([
            ("2026-05-01T00:00:00Z", "Europe/Berlin"), ("2026-05-02T10:00:00Z", "America/New_York"),
        ])
        // 09:00 in Berlin was at 07:00Z; New York shows 09:00 of the same day at 13:00Z.
        let found = Self.daily("09:00", .fireLate).upcoming(in: zones, after: instant("2026-05-01T12:00:00Z"), limit: 2)
        #expect(found.map(\.instant.description) == ["2026-05-02T07:00:00Z", "2026-05-03T13:00:00Z"])
    }

    @Test("Going east and back within the day, what was rung late does not ring again")
    func eastAndWest() throws {
        let zones = try Self.timeline([
            ("2026-05-01T00:00:00Z", "Europe/Berlin"), ("2026-05-02T06:00:00Z", "Asia/Tokyo"),
            ("2026-05-02T06:30:00Z", "Europe/Berlin"),
        ])
        // 09:00 in Tokyo was at 00:00Z, so it rings at the change; Berlin shows it at 07:00Z.
        let late = Self.daily("09:00", .fireLate).upcoming(in: zones, after: instant("2026-05-01T12:00:00Z"), limit: 2)
        #expect(late.map(\.instant.description) == ["2026-05-02T06:00:00Z", "2026-05-03T07:00:00Z"])
        #expect(late.first?.adjustments == [.zoneJump])
        // Skipped, it has not rung yet when Berlin's clocks show it.
        let skipped = Self.daily("09:00", .skip).upcoming(in: zones, after: instant("2026-05-01T12:00:00Z"), limit: 2)
        #expect(skipped.map(\.instant.description) == ["2026-05-02T07:00:00Z", "2026-05-03T07:00:00Z"])
    }

    @Test("What was jumped over longer ago than its grace is missed, not rung")
    func jumpBeyondGrace() throws {
        let zones = try Self.timeline([
            ("2026-05-01T00:00:00Z", "Europe/Berlin"), ("2026-05-02T06:00:00Z", "Asia/Tokyo"),
        ])
        let rule = Self.daily("09:00", .fireLate, .seconds(3600))
        let (start, end) = (instant("2026-05-01T12:00:00Z"), instant("2026-05-02T06:00:00Z"))
        #expect(rule.next(in: zones, after: start)?.instant == instant("2026-05-03T00:00:00Z"))
        let due = rule.due(in: zones, lastEvaluated: start, now: end)
        #expect(due.deliver.isEmpty)
        #expect(due.missed.map(\.key.description) == ["2026-05-02T09:00"])
    }

    @Test("Rules of real time and of elapsed time follow the clocks that are in force")
    func otherKinds() throws {
        let zones = try Self.timeline([
            ("2026-05-01T00:00:00Z", "Europe/Berlin"), ("2026-05-02T06:10:00Z", "Asia/Kathmandu"),
        ])
        let hourly = Rule(.calendar(CalendarPattern(minute: 0), repeats: true))
        let found = hourly.upcoming(in: zones, after: instant("2026-05-02T05:30:00Z"), limit: 3)
        #expect(
            found.map(\.key.description)
                == ["2026-05-02T08:00+02:00", "2026-05-02T12:00+05:45", "2026-05-02T13:00+05:45"])
        #expect(
            found.map(\.instant.description) == [
                "2026-05-02T06:00:00Z", "2026-05-02T06:15:00Z", "2026-05-02T07:15:00Z",
            ])
        let lead = Rule(.elapsed(minutes: 60, before: reading("2026-05-03T12:00")))
        #expect(
            lead.upcoming(in: zones, after: instant("2026-05-01T00:00:00Z"), limit: 2).map(\.instant.description)
                == ["2026-05-03T05:15:00Z"])
    }
}
