// When a reminder is due, as a person said it: before it is bound to a trip, a zone or a day.

public import CivilTime

/// What sets a reminder off (docs/design, reminders: Triggers). It has one line of text, by which it is stored and
/// replicated.
public enum Trigger: Hashable, Sendable {
    /// Once, when the clocks show this.
    case at(CivilDateTime)
    /// Whenever date and clock fit a pattern, or the first time they do.
    case calendar(CalendarPattern, repeats: Bool)
    /// On the grid `start + k · seconds`, k from 1, so that nothing drifts; or once, at k = 1.
    case interval(seconds: Int, start: Instant, repeats: Bool)
    /// Before or after the start or end of a trip, a visit or what an item is for; it moves with them.
    case relative(Lead)
    /// On every day of a trip, when the clocks show this.
    case during(TimeOfDay)

    /// Every day at a time.
    public static func daily(_ time: TimeOfDay) -> Trigger {
        .calendar(CalendarPattern(hour: time.hour, minute: time.minute), repeats: true)
    }
}

/// How far from the start or end of something.
public struct Lead: Hashable, Sendable {
    /// Which end of it.
    public var edge: Edge
    /// Whether it comes after the edge instead of before it.
    public var isAfter: Bool
    /// How far.
    public var distance: Distance

    /// An end of a trip or visit.
    public enum Edge: String, CaseIterable, Sendable {
        /// Its first moment.
        case start
        /// Its last: where only days are known, the last day, and the midnight at its end.
        case end
    }

    /// Civil days are counted on the calendar, minutes are elapsed time.
    public enum Distance: Hashable, Sendable {
        /// So many days from the day of the edge, when the clocks show the time.
        case days(Int, TimeOfDay)
        /// So many minutes from the moment of the edge; where only a day is known, from its midnight.
        case minutes(Int)
    }

    /// See the properties of the same names.
    public init(edge: Edge = .start, isAfter: Bool = false, distance: Distance) {
        (self.edge, self.isAfter, self.distance) = (edge, isAfter, distance)
    }
}
