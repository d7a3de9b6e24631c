// The limits of recurrence.

/// Limits of rules and of what is computed from them.
public enum Limits {
    /// Seconds of a repeating interval: below a minute a reminder is noise.
    public static let shortestIntervalSeconds = 60
    /// Occurrences that one evaluation names as missed; more are only counted.
    public static let missedOccurrences = 100
}
