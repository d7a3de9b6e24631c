// The limits of this module, each with its unit and reason.

/// Limits of a device's file.
public enum Limits {
    /// `application_id` of our files: the letters `PkMl`. Any other file is not ours.
    public static let applicationID: Int64 = 0x506B_4D6C

    /// `user_version`: the format of the tables that are not derived from the catalogue. A greater one is newer.
    public static let formatVersion: Int64 = 2

    /// Records that may be deleted at once without a word, whatever their share (docs/design, replication: Reconcile).
    static let massCount = 50

    /// One part in so many of all records, 20 %, may be deleted at once without a word.
    static let massShare = 5

    /// Milliseconds that a record which seems to have been deleted elsewhere stays in the trash of this device: 90
    /// days, as long as a deletion is kept everywhere.
    static let hiddenMilliseconds: Int64 = 90 * 86_400_000

    /// Milliseconds beyond the server's clock from which on a change is ahead (docs/design, replication: Clock).
    static let aheadMilliseconds: Int64 = 60_000

    /// Milliseconds that a change which has to wait does so at least: a second, so that no loop gets hot.
    static let shortestWaitMilliseconds: Int64 = 1_000

    /// Milliseconds that a change waits at most: a day, after which the server is asked again, whatever it said.
    static let longestWaitMilliseconds: Int64 = 86_400_000

    /// Seconds that a change waits whose outcome the server did not tell.
    static let unknownOutcomeSeconds: UInt32 = 300

    /// Milliseconds by which the server's clock may seem to move before it is noted: what a network makes of it.
    static let offsetToleranceMilliseconds: UInt64 = 100

    /// Rows that did not open from which on, at the next answer, no more are noted: a server that sends nothing else
    /// fills no disk, and what is missing the sum tells.
    static let unopenableRows = 10_000

    /// Milliseconds between two notes that the head was reached, where nothing else is written: a minute.
    static let headNoteMilliseconds: Int64 = 60_000

    /// Milliseconds between two reconciles because of the same two sums: a day.
    static let comparisonMilliseconds: Int64 = 86_400_000

    /// Bytes that the clear header of a change, its nonce and its tag take at most, with what stands around them.
    static let sealingByteCount = 120

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
