// The limits of this module, each with its unit and reason.

/// Limits of the daemon.
enum Limits {
    /// Milliseconds that the daemon takes at most to end once it is asked to. What is cut off then is carried on by the
    /// next start.
    static let stopMilliseconds = 800

    /// Milliseconds for which what is being handed over is waited for when the daemon ends: what ends in that time is
    /// written down, and not shown again by the next start.
    static let handOverMilliseconds: Int64 = 500

    /// Milliseconds from the first sign of another zone, or of other rules of zones, until they are read: an update
    /// replaces many files one after the other.
    static let zoneMilliseconds: Int64 = 2_000

    /// Milliseconds until a store that could not be used is looked at again, a minute: people see to full disks.
    static let lookMilliseconds: Int64 = 60_000

    /// Milliseconds for which the thread that takes signals waits at once; it begins again after them.
    static let signalMilliseconds = 1_000 * 60 * 60 * 24
}
