// The limits of this module, each with its unit and reason.

/// Limits of a device's file.
public enum Limits {
    /// `application_id` of our files: the letters `PkMl`. Any other file is not ours.
    public static let applicationID: Int64 = 0x506B_4D6C

    /// `user_version`: the format of the tables that are not derived from the catalogue. A greater one is newer.
    public static let formatVersion: Int64 = 1

    /// Days that the log reaches back unless told otherwise (docs/design, replication: On the device).
    public static let historyDays = 90

    /// Days that history may be kept at most: a hundred years, so that no time is out of range.
    public static let greatestHistoryDays = 36_525

    /// Log entries removed at most in one go, so that no commit becomes slow by it.
    public static let prunedEntries = 512

    /// Transactions between two looks for log entries that are too old.
    public static let transactionsBetweenPruning: Int64 = 64

    /// Words that a search may hold; a longer question is cut.
    public static let searchWords = 16

    /// Characters of a device's name.
    public static let deviceNameCharacters = 100

    /// Records looked at between two reports of progress.
    public static let recordsBetweenProgress = 1_000

    /// Record numbers in a row under which nothing can be read before salvaging gives up: more than one damaged page of
    /// the inner levels can hide.
    public static let salvagedGap: Int64 = 100_000
}
