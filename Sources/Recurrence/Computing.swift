// From a rule to the times at which it is due.

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

    /// What has become due since the last look, and what of it rings.
    ///
    /// - Parameter lastEvaluated: everything due until then was looked at.
    public func due(
        _ marks: Marks = Marks(), in zones: ZoneTimeline, lastEvaluated: Instant, now: Instant
    ) -> Due {
        Due()
    }
}

extension Trigger: CustomStringConvertible, LosslessStringConvertible {
    /// Reads what ``description`` writes; nil for any other text.
    public init?(_ text: String) {
        nil
    }

    /// The one line by which it is stored.
    public var description: String { "" }
}

extension OccurrenceKey: CustomStringConvertible, LosslessStringConvertible {
    /// Reads what ``description`` writes; nil for any other text.
    public init?(_ text: String) {
        nil
    }

    /// The one text by which it is stored.
    public var description: String { "" }
}
