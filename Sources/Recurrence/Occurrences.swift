// The occurrences of a rule, one after the other.

import CivilTime

/// A walk over the occurrences of a rule from an instant on, strictly ascending. Each costs some ten nanoseconds, and
/// nothing is allocated for one that no policy moved. A rule that never comes again ends the walk.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private let policies: Policies
    private let kind: KeyKind
    /// What yields its candidates: one of the three, or none.
    private var dated: DatedCandidates?
    private var realTime: RealTimeCandidates?
    private var interval: IntervalCandidates?
    private var limits: InstantLimits?
    private var quiet: QuietNights?
    /// In milliseconds since 1970: nothing at or before it rings, and nothing at or before the other counts.
    private var after: Int
    private let since: Int
    /// Of a rule that comes once, the reading that it has chosen.
    private let repeats: Bool
    private var chosenClock: Int?
    /// Whether those too late to ring are passed over.
    private let dropsLate: Bool
    /// Looked at already, and to be returned next.
    private var pending: Candidate?
    private let handled: Set<OccurrenceKey>
    private var snoozes: Snoozes
    private var held: Candidate?

    /// - Parameters:
    ///   - after: nothing at or before it, except for snoozed ones.
    ///   - snoozedAfter: the same for those; nil for `after`.
    ///   - dropsLate: whether those whose grace ended before a change of zone made them due are left out.
    init(
        _ rule: Rule, _ marks: Marks, in zones: ZoneTimeline, after: Instant, snoozedAfter: Instant? = nil,
        dropsLate: Bool = true
    ) {
        policies = rule.policies
        (kind, repeats) = (rule.keyKind, rule.repeats)
        handled = marks.handled
        snoozes = Snoozes(marks.snoozed, after: snoozedAfter ?? after)
        self.dropsLate = dropsLate
        let since = rule.since.map { Int($0.millisecondsSince1970) } ?? .min
        var quiet = QuietNights(rule.policies.quiet, zones)
        var start = Int(after.millisecondsSince1970)
        (self.after, self.since) = (start, since)
        start = Swift.max(start, since)
        if quiet?.mode == .defer, let night = quiet?.start(before: start) { start = Swift.max(night - 1, since) }
        let clocks = rule.clocks
        let limits = rule.isOfInstants ? clocks.flatMap { InstantLimits($0, zones) } : nil
        if let limits { start = Swift.max(start, limits.first) }
        (self.quiet, self.limits) = (quiet, limits)
        guard let clocks else {
            (dated, realTime, interval) = (nil, nil, nil)
            return
        }
        let earliest = Swift.max(since, limits?.first ?? .min, Int(Instant.earliest.millisecondsSince1970))
        dated = Self.dated(rule, zones, clocks, after: start, earliest: earliest)
        (realTime, interval) = (nil, nil)
        switch rule.schedule {
        case .calendar(let pattern, let repeats) where !pattern.isDated:
            realTime = RealTimeCandidates(pattern, zones, after: repeats ? start : earliest)
        case .interval(let seconds, let first, let repeats):
            interval = IntervalCandidates(seconds: seconds, start: first, repeats: repeats, after: start)
        default: break
        }
    }

    /// The next occurrence; nil when there is none any more.
    public mutating func next() -> Occurrence? {
        nextWithLateness()?.occurrence
    }

    /// The next occurrence, and by how many milliseconds it is late when it rings.
    mutating func nextWithLateness() -> (occurrence: Occurrence, lateMilliseconds: Int)? {
        let candidate = held ?? unhandled()
        held = nil
        if !snoozes.isEmpty, let snoozed = snoozes.next(before: candidate?.milliseconds) {
            held = candidate
            return (snoozed, 0)
        }
        return candidate.map { ($0.occurrence(of: kind, policies), $0.lateMilliseconds) }
    }

    private mutating func unhandled() -> Candidate? {
        while let candidate = merged() {
            after = candidate.milliseconds
            guard !handled.isEmpty || snoozes.hasAny else { return candidate }
            let key = kind.key(candidate)
            if !handled.contains(key), !snoozes.contains(key) { return candidate }
        }
        return nil
    }

    /// Those that come at the same instant are one: the last, with which the others are handled.
    private mutating func merged() -> Candidate? {
        guard var candidate = pending ?? audible() else { return nil }
        pending = nil
        if candidate.isAlone && !candidate.moves.contains(.quiet) { return candidate }
        while let next = audible() {
            guard next.milliseconds <= candidate.milliseconds else {
                pending = next
                break
            }
            candidate = next
        }
        return candidate
    }

    /// Applies quiet hours, and leaves out what came before.
    private mutating func audible() -> Candidate? {
        var firstSilent: Int?
        while var candidate = due() {
            if quiet != nil, let end = quiet?.end(from: candidate.milliseconds), end != candidate.milliseconds {
                if quiet?.mode == .drop {
                    let first = firstSilent ?? candidate.milliseconds
                    guard candidate.milliseconds - first <= Limits.silentSeconds * 1000 else { return nil }
                    firstSilent = first
                    continue
                }
                candidate.milliseconds = end
                candidate.moves.insert(.quiet)
            }
            guard candidate.milliseconds <= Instant.latest.millisecondsSince1970 else { return nil }
            if candidate.milliseconds > after { return candidate }
        }
        return nil
    }

    /// What the schedule yields within the limits of the rule.
    private mutating func due() -> Candidate? {
        while let candidate = drawn() {
            guard candidate.milliseconds > since else { continue }
            switch limits?.allow(candidate) {
            case .tooEarly: continue
            case .tooLate: return nil
            case .allowed, nil: break
            }
            if dropsLate, candidate.lateMilliseconds > 0, !policies.allowsLate(candidate.lateMilliseconds) { continue }
            if repeats { return candidate }
            if chosenClock == nil { chosenClock = candidate.clock }
            return chosenClock == candidate.clock ? candidate : nil
        }
        return nil
    }

    private mutating func drawn() -> Candidate? {
        if dated != nil { return dated?.next() }
        return interval == nil ? realTime?.next() : interval?.next()
    }

    /// - Parameters:
    ///   - start: in milliseconds since 1970: nothing until then is asked for.
    ///   - earliest: where the search for a rule begins that comes once.
    /// - Returns: nil for rules of another kind, and for days that there are not.
    private static func dated(
        _ rule: Rule, _ zones: ZoneTimeline, _ clocks: ClosedRange<Int>, after start: Int, earliest: Int
    ) -> DatedCandidates? {
        let schedule: DatedSchedule?
        switch rule.schedule {
        case .calendar(let pattern, let repeats) where pattern.isDated:
            schedule = DatedSchedule(pattern, rule.policies.missingDay, clocks: clocks)
            if repeats { return schedule.map { DatedCandidates($0, zones, rule.policies, after: start) } }
        case .elapsed(let minutes, let reading): schedule = DatedSchedule(minutes: minutes, before: reading)
        default: return nil
        }
        guard let schedule, let first = firstInstant(schedule, after: earliest) else { return nil }
        return DatedCandidates(schedule, zones, rule.policies, after: Swift.max(earliest, first))
    }

    /// An instant before the first day that fits: only that day can count, so that nothing needs to be looked for in
    /// the segments before it. In milliseconds since 1970; nil when no day fits.
    private static func firstInstant(_ schedule: DatedSchedule, after earliest: Int) -> Int? {
        let reach = ReadingResolver.reach * 2
        let clock = earliest.floored(by: 1000) - schedule.shiftSeconds - reach
        var days = PatternDays(schedule.days, from: Swift.max(clock, schedule.clocks.lowerBound).floored(by: 86_400))
        return days.next().map { ($0 * 86_400 + schedule.shiftSeconds - reach) * 1000 }
    }
}
