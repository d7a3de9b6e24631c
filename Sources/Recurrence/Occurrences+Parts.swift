// What a walk over occurrences is made of: limits by the clocks, and what was put off.

import CivilTime

/// The readings between which a rule is due, for rules whose occurrences are instants.
struct InstantLimits {
    private let clocks: ClosedRange<Int>
    private var clock: TimelineClock

    enum Answer {
        case tooEarly, allowed, tooLate
    }

    /// Nil when every reading is allowed.
    init?(_ clocks: ClosedRange<Int>, _ timeline: ZoneTimeline) {
        guard clocks != Rule.allClocks else { return nil }
        (self.clocks, clock) = (clocks, TimelineClock(timeline))
    }

    /// Nothing is allowed until then; in milliseconds since 1970.
    var first: Int { (clocks.lowerBound - ReadingResolver.reach) * 1000 }

    mutating func allow(_ candidate: Candidate) -> Answer {
        let reading = clock.stretch(at: candidate.milliseconds).clock(at: candidate.milliseconds)
        if clocks.contains(reading) { return .allowed }
        return reading > clocks.upperBound + ReadingResolver.reach ? .tooLate : .tooEarly
    }
}

/// Occurrences that somebody put off, in the order of the instants at which they come again.
struct Snoozes {
    private let snoozed: [OccurrenceKey: Instant]
    private var coming: ArraySlice<(key: OccurrenceKey, instant: Instant)>

    init(_ snoozed: [OccurrenceKey: Instant], after: Instant) {
        self.snoozed = snoozed
        guard !snoozed.isEmpty else {
            coming = []
            return
        }
        coming =
            snoozed.filter { $0.value > after }.map { (key: $0.key, instant: $0.value) }
            .sorted { left, right in
                left.instant == right.instant
                    ? OccurrenceKey.precedes(left.key, right.key) : left.instant < right.instant
            }[...]
    }

    /// Whether none comes any more.
    var isEmpty: Bool { coming.isEmpty }

    /// Whether any occurrence was put off, and be it until long ago.
    var hasAny: Bool { !snoozed.isEmpty }

    func contains(_ key: OccurrenceKey) -> Bool {
        snoozed[key] != nil
    }

    /// The next one, if it comes before another occurrence does; in milliseconds since 1970. Of several at one instant
    /// the last is the one that comes.
    mutating func next(before milliseconds: Int?) -> Occurrence? {
        while let first = coming.first {
            let instant = Int(first.instant.millisecondsSince1970)
            if let milliseconds, instant > milliseconds { return nil }
            coming = coming.dropFirst()
            if instant == milliseconds || coming.first?.instant == first.instant { continue }
            return Occurrence(key: first.key, instant: first.instant, adjustments: [.snoozed])
        }
        return nil
    }
}

extension Rule {
    /// Every reading there is, as ``CivilDateTime/clockSeconds``.
    static let allClocks = CivilDateTime.earliest.clockSeconds...CivilDateTime.latest.clockSeconds

    /// The readings at which it may be due, as ``CivilDateTime/clockSeconds``; nil for none.
    var clocks: ClosedRange<Int>? {
        var (lower, upper) = (Self.allClocks.lowerBound, Self.allClocks.upperBound)
        if let days {
            lower = days.lowerBound.daysSince1970 * 86_400
            upper = days.upperBound.daysSince1970 * 86_400 + 86_399
        }
        if let notBefore { lower = max(lower, notBefore.clockSeconds) }
        if let notAfter { upper = min(upper, notAfter.clockSeconds) }
        return lower <= upper ? lower...upper : nil
    }

    /// Whether its limits are held against the clocks at each instant, and not against a reading that it names.
    var isOfInstants: Bool {
        if case .calendar(let pattern, _) = schedule { !pattern.isDated } else { true }
    }

    /// Whether it comes again after the first time.
    var repeats: Bool {
        switch schedule {
        case .calendar(_, let repeats), .interval(_, _, let repeats): repeats
        case .elapsed: false
        }
    }

    var keyKind: KeyKind {
        switch schedule {
        case .calendar(let pattern, _): pattern.isDated ? .reading : .realTime
        case .interval: .count
        case .elapsed: .reading
        }
    }
}

extension CalendarPattern {
    /// Whether it names days, or a time of the day.
    var isDated: Bool {
        hour != nil || self != CalendarPattern(minute: minute, second: second)
    }
}

extension Policies {
    /// Whether an occurrence rings that is late by so much.
    func allowsLate(_ milliseconds: Int) -> Bool {
        if misfire == .none, milliseconds > Limits.punctualSeconds * 1000 { return false }
        guard case .seconds(let seconds) = grace else { return true }
        let (limit, overflow) = max(0, seconds).multipliedReportingOverflow(by: 1000)
        return overflow || milliseconds <= limit
    }
}
