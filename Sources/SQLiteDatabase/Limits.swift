// The limits of this module, each with its unit and reason.

/// Limits of a connection.
public enum Limits {
    /// Milliseconds that a transaction waits for another process. Writers hold the lock for milliseconds; a minute
    /// means that something else is wrong.
    public static let busyMilliseconds = 60_000

    /// Kibibytes of page cache per connection: a store of 20,000 items fits.
    public static let cacheKibibytes = 16_384

    /// Pages in the log of writes after which it is moved into the file (4 KiB each).
    public static let checkpointPages = 4_000
}
