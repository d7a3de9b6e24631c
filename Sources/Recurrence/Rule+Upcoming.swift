// The next times at which a rule is due.

public import CivilTime

extension Rule {
    /// The next occurrences strictly after an instant, ascending.
    ///
    /// - Parameters:
    ///   - marks: what is known of single occurrences.
    ///   - zones: in which zone the rule is, and was.
    ///   - limit: how many at most.
    public func upcoming(
        _ marks: Marks = Marks(), in zones: ZoneTimeline, after: Instant, limit: Int
    ) -> [Occurrence] {
        []
    }
}
