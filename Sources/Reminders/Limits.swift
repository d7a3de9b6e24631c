// The limits of reminders, each with its unit and reason.

/// Limits of plans and requests.
public enum Limits {
    /// Notifications of one evaluation that are shown one by one; more become one summary, because nobody reads them.
    public static let singleNotifications = 5
    /// Lines of a summary's body that name reminders; the others are counted.
    public static let summaryLines = 10
    /// Milliseconds before now from which on a reminder without ``Reminder/since`` counts, a day: nobody said when it
    /// was made, and what is older would only be listed as missed.
    public static let unknownSinceMilliseconds: Int64 = 86_400_000
    /// Seconds after a reading by which it was due, five days: a zone is at most 26 hours from another, clocks jump
    /// over a day at most, and quiet hours last two where the clocks change in them.
    static let settledSeconds = 432_000
    /// Notifications that Apple's systems hold for a program; the latest beyond are dropped there without a word.
    public static let pendingNotifications = 60
    /// Milliseconds for which a way still owes what another has shown, 12 hours: what is older a way that is new would
    /// only repeat.
    static let owedMilliseconds: Int64 = 43_200_000
    /// Days that a device keeps what it rang, long after any of it could ring again.
    public static let keptRingDays = 30
    /// Stays in zones that a device keeps: years of travelling, and what is older decides nothing any more.
    public static let zoneStays = 50
}
