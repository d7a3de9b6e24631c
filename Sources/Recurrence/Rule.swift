// A trigger bound to what it hangs on.

public import CivilTime

/// A rule in which nothing refers to a record any more: what ``upcoming`` and ``due`` compute with.
public struct Rule: Hashable, Sendable {
    /// What it follows.
    public var schedule: Schedule
    /// What is done where the schedule alone does not say it.
    public var policies: Policies
    /// The days on which it may be due by the calendar of its zone; nil for all.
    public var days: ClosedRange<CalendarDay>?
    /// The first reading at which it may be due, in its zone.
    public var notBefore: CivilDateTime?
    /// The last reading at which it may be due, in its zone.
    public var notAfter: CivilDateTime?

    /// Nothing due at this instant or before it counts, and of a pattern that comes once it is the first time after it
    /// that counts; nil for the beginning of time.
    public var since: Instant?

    /// What a rule follows.
    public enum Schedule: Hashable, Sendable {
        /// Date and clock fit a pattern, every time or the first time.
        case calendar(CalendarPattern, repeats: Bool)
        /// The grid `start + k · seconds`, k from 1; or only k = 1.
        case interval(seconds: Int, start: Instant, repeats: Bool)
        /// So many minutes of elapsed time before a reading; negative for after it.
        case elapsed(minutes: Int, before: CivilDateTime)
    }

    /// See the properties of the same names.
    public init(
        _ schedule: Schedule, _ policies: Policies = Policies(), days: ClosedRange<CalendarDay>? = nil,
        notBefore: CivilDateTime? = nil, notAfter: CivilDateTime? = nil, since: Instant? = nil
    ) {
        (self.schedule, self.policies, self.days) = (schedule, policies, days)
        (self.notBefore, self.notAfter, self.since) = (notBefore, notAfter, since)
    }

    /// Once, when the clocks show this.
    public static func at(_ reading: CivilDateTime, _ policies: Policies = Policies()) -> Rule {
        let (day, time) = (reading.day.components, reading.time)
        let pattern = CalendarPattern(
            year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute, second: time.second)
        return Rule(.calendar(pattern, repeats: false), policies)
    }
}
