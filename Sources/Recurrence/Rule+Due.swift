// What of a rule has become due.

public import CivilTime

extension Rule {
    /// What has become due since the last look, and what of it rings.
    ///
    /// - Parameter lastEvaluated: everything due until then was looked at.
    public func due(
        _ marks: Marks = Marks(), in zones: ZoneTimeline, lastEvaluated: Instant, now: Instant
    ) -> Due {
        Due()
    }
}
