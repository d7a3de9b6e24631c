// What this module limits, and why.

/// The limits of an exchange over the network.
enum Limits {
    /// Seconds until a connection stands, 10: who has not answered by then is not there.
    static let connectSeconds = 10
    /// Bytes a second, 1,024, below which an answer that has begun counts as stalled after ``stallSeconds``.
    static let stallBytesPerSecond = 1024
    /// Seconds, 30: long enough for a tunnel on a train, short beside the time-out of the whole.
    static let stallSeconds = 30
    /// Bytes of all header fields of an answer, 16 KiB: those of our server have fewer than 500.
    static let headerBytes = 16 * 1024
    /// Seconds without traffic, 60, after which the system asks whether the other side is still there; it also keeps
    /// the way through a router open during a long poll.
    static let keepAliveSeconds = 60
    /// Seconds of one wait, 3,600. Every event ends a wait, so the number only has to exist.
    static let waitSeconds = 3600
    /// Seconds of one exchange, 86,400: more is as good as no time-out.
    static let exchangeSeconds = 86_400
    /// Idle connections kept for later calls, 4: a sync and a long poll need two.
    static let idleLines = 4
}
