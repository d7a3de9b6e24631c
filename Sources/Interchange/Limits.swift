// What this module bounds, and why.

/// The limits of files that people bring.
public enum InterchangeLimits {
    /// Bytes of one file, 32 MiB: far beyond any list that people keep, and held in memory a few times over without
    /// harm.
    public static let fileByteCount = 32 * 1024 * 1024
    /// Rows of a table, or lines of a checklist: the most that one import writes in a moment.
    public static let rowCount = 100_000
    /// Columns of a table: no spreadsheet of trips comes near it, and a file of delimiters alone stops here.
    public static let columnCount = 200
    /// Bytes of a line of a checklist in which marks are looked for, 16 KiB: no entry is longer, and looking for pairs of
    /// marks takes time that grows faster than the line. A longer line is plain text.
    public static let markedLineByteCount = 16 * 1024
    /// Lists inside each other in a checklist; what stands deeper counts as this deep.
    public static let nestingLevels = 32
}
