// What of a rule has become due.

public import CivilTime

extension Rule {
    /// What has become due since the last look, and what of it rings. After a very long absence only the latest
    /// ``Limits/dueOccurrences`` are looked at.
    ///
    /// - Parameters:
    ///   - marks: what is known of single occurrences.
    ///   - zones: in which zone the rule is, and was.
    ///   - lastEvaluated: everything due until then was looked at.
    ///   - now: what is due at it counts.
    public func due(
        _ marks: Marks = Marks(), in zones: ZoneTimeline, lastEvaluated: Instant, now: Instant
    ) -> Due {
        guard lastEvaluated < now else { return Due() }
        let occurrences = DueCandidates(self, marks, zones, lastEvaluated, now)
        var due = Due(count: occurrences.all.count)
        for (index, (occurrence, lateMilliseconds)) in occurrences.all.enumerated() {
            let isChosen = policies.misfire != .latest || index == occurrences.all.count - 1
            if isChosen, policies.allowsLate(lateMilliseconds) {
                due.deliver.append(occurrence)
            } else {
                due.missed.append(occurrence)
            }
        }
        due.missed.removeFirst(max(0, due.missed.count - Limits.missedOccurrences))
        return due
    }

    /// Seconds between two occurrences, at least.
    fileprivate var shortestStepSeconds: Int {
        switch schedule {
        case .interval(let seconds, _, _): max(1, seconds)
        case .calendar(let pattern, _): pattern.isDated ? 43_200 : pattern.minute == nil ? 60 : 1800
        case .elapsed: 86_400
        }
    }
}

/// Everything that became due between two instants, with how late it is.
private struct DueCandidates {
    private(set) var all: [(occurrence: Occurrence, lateMilliseconds: Int)] = []

    init(_ rule: Rule, _ marks: Marks, _ zones: ZoneTimeline, _ lastEvaluated: Instant, _ now: Instant) {
        let (back, overflow) = rule.shortestStepSeconds.multipliedReportingOverflow(by: Limits.dueOccurrences * 1000)
        let start = overflow ? lastEvaluated : max(lastEvaluated, now.adding(milliseconds: Int64(-back)))
        var occurrences = Occurrences(
            rule, marks, in: zones, after: start, snoozedAfter: lastEvaluated, dropsLate: false)
        while let (occurrence, late) = occurrences.nextWithLateness(), occurrence.instant <= now {
            all.append((occurrence, late + Int(occurrence.instant.milliseconds(until: now))))
        }
    }
}
