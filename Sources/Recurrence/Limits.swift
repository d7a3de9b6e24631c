// The limits of recurrence.

/// Limits of rules and of what is computed from them.
public enum Limits {
    /// Seconds of a repeating interval: below a minute a reminder is noise.
    public static let shortestIntervalSeconds = 60
    /// Seconds of an interval, whether it repeats or not: somewhat over three hundred years.
    public static let longestIntervalSeconds = 10_000_000_000
    /// Seconds between the occurrences of an interval that repeats.
    public static let repeatingIntervalSeconds = shortestIntervalSeconds...longestIntervalSeconds
    /// Seconds until an interval that comes once.
    public static let singleIntervalSeconds = 1...longestIntervalSeconds
    /// Days before or after the edge of something: ten years.
    public static let leadDays = 0...3_660
    /// Minutes before or after the edge of something: as many as ``leadDays``.
    public static let leadMinutes = 0...(3_660 * 1_440)
    /// Occurrences that one evaluation looks at, the latest: after years of absence nobody wants to hear of more.
    public static let dueOccurrences = 100_000
    /// Seconds for which all occurrences may fall into quiet hours that drop them, before a rule is taken to be silent
    /// for ever: thirty years.
    public static let silentSeconds = 30 * 366 * 86_400
    /// Occurrences that one evaluation names as missed; more are only counted.
    public static let missedOccurrences = 100
    /// Seconds after which an occurrence is late: timers are not exact, and a rule may say that nothing late rings.
    public static let punctualSeconds = 60
}
