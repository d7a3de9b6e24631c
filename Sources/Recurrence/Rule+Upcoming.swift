// The next times at which a rule is due.

public import CivilTime

extension Rule {
    /// The next occurrences strictly after an instant, ascending. An occurrence that quiet hours or a person put off
    /// counts by the instant at which it rings.
    ///
    /// - Parameters:
    ///   - marks: what is known of single occurrences.
    ///   - zones: in which zone the rule is, and was.
    ///   - limit: how many at most.
    public func upcoming(
        _ marks: Marks = Marks(), in zones: ZoneTimeline, after: Instant, limit: Int
    ) -> [Occurrence] {
        Array(occurrences(marks, in: zones, after: after).prefix(max(0, limit)))
    }

    /// The first occurrence strictly after an instant; nil when it never comes again.
    public func next(_ marks: Marks = Marks(), in zones: ZoneTimeline, after: Instant) -> Occurrence? {
        if marks.handled.isEmpty, marks.snoozed.isEmpty, case .known(let occurrence) = plainNext(in: zones, after) {
            return occurrence
        }
        var occurrences = Occurrences(self, marks, in: zones, after: after)
        return occurrences.next()
    }

    /// All occurrences strictly after an instant, as ``upcoming(_:in:after:limit:)`` gives them; computed one by one.
    public func occurrences(_ marks: Marks = Marks(), in zones: ZoneTimeline, after: Instant) -> Occurrences {
        Occurrences(self, marks, in: zones, after: after)
    }

    private enum PlainAnswer {
        /// There is nothing else to look at.
        case known(Occurrence?)
        /// It takes a walk to tell.
        case unknown
    }

    /// The answer for the many rules that name days, in one zone, without quiet hours: a walk is three times as dear to
    /// begin with.
    private func plainNext(in zones: ZoneTimeline, _ after: Instant) -> PlainAnswer {
        guard zones.segments.count == 1, policies.quiet == nil, let schedule = plainSchedule else { return .unknown }
        let after = Int(after.millisecondsSince1970)
        let since = since.map { Int($0.millisecondsSince1970) } ?? .min
        let start = repeats ? max(after, since) : max(since, Int(Instant.earliest.millisecondsSince1970))
        var readings = ZoneReadings(schedule, zones.segments[0].rules, policies, after: start)
        var chosenClock: Int?
        while let candidate = readings.next() {
            guard candidate.milliseconds > since else { continue }
            if repeats {
                guard candidate.isAlone else { return .unknown }
            } else {
                guard candidate.clock == chosenClock ?? candidate.clock else { return .known(nil) }
                chosenClock = candidate.clock
            }
            guard candidate.milliseconds <= Instant.latest.millisecondsSince1970 else { return .known(nil) }
            if candidate.milliseconds > after { return .known(candidate.occurrence(of: .reading, policies)) }
        }
        return .known(nil)
    }

    private var plainSchedule: DatedSchedule? {
        guard let clocks else { return nil }
        switch schedule {
        case .calendar(let pattern, _) where pattern.isDated:
            return DatedSchedule(pattern, policies.missingDay, clocks: clocks)
        case .elapsed(let minutes, let reading) where clocks == Self.allClocks:
            return DatedSchedule(minutes: minutes, before: reading)
        default: return nil
        }
    }
}
