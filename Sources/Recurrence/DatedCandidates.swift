// The readings of a dated pattern, wherever the device is.

import CivilTime

/// Walks through the segments of a timeline. In each the readings of its zone count that come while it is in force. A
/// reading that was due in an earlier segment does not come again; one that the device jumps over is lost, or due when
/// the zone changes (``ZoneJumpPolicy``).
struct DatedCandidates {
    private let schedule: DatedSchedule
    private let policies: Policies
    private let segments: [ZoneTimeline.Segment]
    /// In milliseconds since 1970: nothing until then is asked for.
    private let after: Int
    private var index: Int
    private var readings: ZoneReadings
    /// What is due at the start of the segment, the latest first.
    private var jumped: [Candidate] = []

    /// - Parameter after: in milliseconds since 1970.
    init(_ schedule: DatedSchedule, _ timeline: ZoneTimeline, _ policies: Policies, after: Int) {
        (self.schedule, self.policies, segments, self.after) = (schedule, policies, timeline.segments, after)
        index = segments.index(at: after)
        readings = ZoneReadings(schedule, segments[index].rules, policies, after: after)
    }

    mutating func next() -> Candidate? {
        while true {
            if !jumped.isEmpty { return jumped.removeLast() }
            if let candidate = readings.next(), candidate.milliseconds < end(of: index) {
                if candidate.milliseconds > after, candidate.milliseconds >= start(of: index),
                    index == 0 || !wasDue(candidate, before: index)
                {
                    return candidate
                }
            } else {
                guard index + 1 < segments.count else { return nil }
                enter(index + 1)
            }
        }
    }

    private mutating func enter(_ next: Int) {
        index = next
        let start = start(of: index)
        readings = ZoneReadings(schedule, segments[index].rules, policies, after: start - 1)
        if policies.zoneJump == .fireLate, start > after { jumped = jumpedOver(at: start).reversed() }
    }

    private func start(of index: Int) -> Int {
        index == 0 ? .min : segments[index].milliseconds
    }

    private func end(of index: Int) -> Int {
        index + 1 < segments.count ? segments[index + 1].milliseconds : .max
    }

    /// The readings that the zone before had still to show and that lie behind in the new one.
    private func jumpedOver(at start: Int) -> [Candidate] {
        let reach = ReadingResolver.reach * 1000
        var before = ZoneReadings(schedule, segments[index - 1].rules, policies, after: start - 1)
        var after = ReadingResolver(segments[index].rules, policies)
        var jumped: [Candidate] = []
        while var candidate = before.next(), candidate.milliseconds <= start + reach {
            guard candidate.milliseconds >= start,
                let there = instant(candidate.clock, pass: candidate.detail, in: &after), there < start,
                !wasDue(candidate, before: index)
            else { continue }
            candidate.moves.insert(.zoneJump)
            (candidate.milliseconds, candidate.lateMilliseconds) = (start, start - there)
            candidate.isAlone = false
            jumped.append(candidate)
        }
        return jumped
    }

    /// Whether an occurrence was due, on time or late, in one of the segments before another.
    private func wasDue(_ candidate: Candidate, before index: Int) -> Bool {
        var later: (start: Int, instant: Int?)?
        for earlier in (0..<index).reversed() {
            var resolver = ReadingResolver(segments[earlier].rules, policies)
            let instant = instant(candidate.clock, pass: candidate.detail, in: &resolver)
            if let instant, start(of: earlier) <= instant, instant < end(of: earlier) { return true }
            if policies.zoneJump == .fireLate, let later, let late = later.instant, late < later.start,
                let instant, instant >= later.start
            {
                return true
            }
            later = (start(of: earlier), instant)
            // Zones show a reading within two days, and a jump of the clocks may add one.
            if start(of: earlier) < candidate.milliseconds - Self.spread { return false }
        }
        return false
    }

    private func instant(_ clock: Int, pass: Int, in resolver: inout ReadingResolver) -> Int? {
        let passes = resolver.passes(of: clock)
        return (pass == 2 ? passes.second : passes.first).map { ($0 + schedule.shiftSeconds) * 1000 }
    }

    /// Milliseconds within which all zones show a reading.
    private static let spread = 4 * 86_400_000
}
