// What is done where a rule alone does not say it.

public import CivilTime

/// Everything about a reminder that all devices must decide alike (docs/design, reminders: Triggers; Late, missed,
/// many).
public struct Policies: Hashable, Sendable {
    /// Of a reading that the clocks jump over.
    public var gap = GapPolicy.shift
    /// Of a reading that the clocks show twice.
    public var overlap = OverlapPolicy.first
    /// Of a day that its month does not have.
    public var missingDay = MissingDayPolicy.lastDay
    /// Of a reading that the device jumps over by going to another zone.
    public var zoneJump = ZoneJumpPolicy.skip
    /// Of what is due at night; nil for nights like days.
    public var quiet: QuietHours?
    /// Of several that were missed.
    public var misfire = MisfirePolicy.latest
    /// How late it may ring.
    public var grace = Grace.standard

    /// All defaults.
    public init() {}
}

/// What becomes of the 31st in a month of thirty days.
public enum MissingDayPolicy: String, CaseIterable, Sendable {
    /// The last day of the month.
    case lastDay
    /// Nothing.
    case skip
    /// The first day of the next month.
    case nextDay
}

/// What becomes of a reading that a device jumps over by going to a zone further east.
public enum ZoneJumpPolicy: String, CaseIterable, Sendable {
    /// Nothing.
    case skip
    /// It is due when the zone changes.
    case fireLate
}

/// Which of several missed occurrences ring.
public enum MisfirePolicy: String, CaseIterable, Sendable {
    /// The latest, with the number of the earlier ones.
    case latest
    /// Each.
    case all
    /// None.
    case none
}

/// How late an occurrence may ring; later it is missed.
public enum Grace: Hashable, Sendable {
    /// 0 or more.
    case seconds(Int)
    /// However late.
    case unlimited

    /// Twelve hours.
    public static let standard = Grace.seconds(43_200)
}

/// The hours in which nothing rings, in the rule's zone. They may go over midnight; from = to is none.
public struct QuietHours: Hashable, Sendable {
    /// The first quiet reading.
    public var from: TimeOfDay
    /// The first reading that is not quiet any more.
    public var to: TimeOfDay
    /// What becomes of what is due meanwhile.
    public var mode: Mode

    /// What becomes of what is due in quiet hours.
    public enum Mode: String, CaseIterable, Sendable {
        /// It rings at their end.
        case `defer`
        /// It does not ring.
        case drop
    }

    /// See the properties of the same names.
    public init(from: TimeOfDay, to: TimeOfDay, mode: Mode = .defer) {
        (self.from, self.to, self.mode) = (from, to, mode)
    }
}
