// The limits of this module.

/// What bounds the program around the server.
enum Limits {
    /// Bytes of the file that holds the server's address: a host name has at most 253.
    static let addressBytes = 1_024
    /// Bytes of a certificate with those above it, or of a key: some dozens of certificates.
    static let certificateBytes = 1 << 20
    /// Lines of one kind that the log takes in ``logWindowMilliseconds``; what is beyond is counted only.
    static let logLinesPerWindow = 20
    /// How long lines of one kind are counted together, a minute: a burst is told soon, and its size soon after.
    static let logWindowMilliseconds: Int64 = 60_000
    /// Kinds of lines that are counted apart; the events are few.
    static let logKinds = 256
    /// How often the thread that waits for signals looks up when no service manager wants to hear from it: an hour.
    static let idleMilliseconds = 3_600_000
    /// The longest that running requests are waited for when the server ends; a body may take 60 seconds, but whoever
    /// ends a service rarely waits as long (systemd: 90 s).
    static let drainMilliseconds = 20_000
    /// Seconds of the buckets in which times of writing are counted.
    static let secondsBuckets = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
    /// Requests of the buckets in which groups of the writer are counted.
    static let groupBuckets = [1.0, 2, 4, 8, 16, 32, 64, 128, 256]
}
