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
        var occurrences = occurrences(marks, in: zones, after: after)
        return occurrences.next()
    }

    /// All occurrences strictly after an instant, as ``upcoming(_:in:after:limit:)`` gives them; computed one by one.
    public func occurrences(_ marks: Marks = Marks(), in zones: ZoneTimeline, after: Instant) -> Occurrences {
        Occurrences(self, marks, in: zones, after: after)
    }
}
