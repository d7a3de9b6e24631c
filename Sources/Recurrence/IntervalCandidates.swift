// The grid of an interval.

import CivilTime

/// `start + k · seconds`, k from 1. Everything is computed from k, so that nothing drifts.
struct IntervalCandidates {
    private let startMilliseconds: Int
    private let stepMilliseconds: Int
    /// The next, from 1 on.
    private var count: Int
    private let last: Int

    /// Nil when there is no grid: a step below a second, or one beyond all time.
    ///
    /// - Parameter after: in milliseconds since 1970, within the years 1 to 9999.
    init?(seconds: Int, start: Instant, repeats: Bool, after: Int) {
        let (step, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard seconds > 0, !overflow else { return nil }
        (startMilliseconds, stepMilliseconds) = (Int(start.millisecondsSince1970), step)
        count = max(1, (after - startMilliseconds).floored(by: step) + 1)
        let room = (Int(Instant.latest.millisecondsSince1970) - startMilliseconds) / step
        last = repeats ? room : min(room, 1)
    }

    mutating func next() -> Candidate? {
        guard count <= last else { return nil }
        defer { count += 1 }
        return Candidate(milliseconds: startMilliseconds + count * stepMilliseconds, clock: count, detail: 0)
    }
}
