// One time at which a rule is due.

public import CivilTime

/// What makes an occurrence the same on all devices in all zones: the rule's date and clock reading, never an instant
/// (docs/design, reminders: The pure function).
public enum OccurrenceKey: Hashable, Sendable {
    /// `2026-10-25T02:30`, or `2026-10-25T02:30/2` for the second pass.
    case reading(CivilDateTime, pass: Int)
    /// `2026-10-25T02:30+01:00`, of a rule without an hour.
    case realTime(CivilDateTime, offsetSeconds: Int)
    /// `17`, of an interval.
    case count(Int)
}

/// One time at which a rule is due.
public struct Occurrence: Hashable, Sendable {
    /// What makes it the same everywhere.
    public let key: OccurrenceKey
    /// When it rings.
    public let instant: Instant
    /// The policies that moved it, in the order in which they acted.
    public let adjustments: [Adjustment]

    /// A policy that acted.
    public enum Adjustment: Hashable, Sendable {
        /// The month does not have the day.
        case missingDay(MissingDayPolicy)
        /// The clocks jump over the reading.
        case gap(GapPolicy)
        /// The clocks show the reading twice.
        case overlap(OverlapPolicy)
        /// The device jumped over it.
        case zoneJump
        /// It waited for the end of quiet hours.
        case quiet
        /// A person put it off.
        case snoozed
    }

    /// See the properties of the same names.
    public init(key: OccurrenceKey, instant: Instant, adjustments: [Adjustment] = []) {
        (self.key, self.instant, self.adjustments) = (key, instant, adjustments)
    }
}

/// What is known of single occurrences of a rule.
public struct Marks: Hashable, Sendable {
    /// Those that never come again: they have rung, were missed, or somebody settled them.
    public var handled: Set<OccurrenceKey>
    /// Those that come again at an instant, because somebody put them off. One that is put off is not handled, whatever
    /// ``handled`` says.
    public var snoozed: [OccurrenceKey: Instant]

    /// See the properties of the same names.
    public init(handled: Set<OccurrenceKey> = [], snoozed: [OccurrenceKey: Instant] = [:]) {
        (self.handled, self.snoozed) = (handled, snoozed)
    }
}

/// What an evaluation found due.
public struct Due: Hashable, Sendable {
    /// What rings now, in the order of its instants.
    public var deliver: [Occurrence]
    /// What came too late, or was passed over for a later one, in the order of its instants; at most
    /// ``Limits/missedOccurrences``, the latest.
    public var missed: [Occurrence]
    /// How many were due in all, the delivered ones among them.
    public var count: Int

    /// See the properties of the same names.
    public init(deliver: [Occurrence] = [], missed: [Occurrence] = [], count: Int = 0) {
        (self.deliver, self.missed, self.count) = (deliver, missed, count)
    }
}
