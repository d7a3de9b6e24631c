// The limits of this module.

/// Sizes that bound what one operation takes.
enum Limits {
    /// Bytes moved by one read when files are read and copied: large enough that the calls do not count.
    static let chunkBytes = 256 * 1_024
    /// Bytes of the longest host name (POSIX allows 255) and the zero at its end.
    static let hostNameBytes = 256
    /// Bytes taken from the kernel's queue of file events at once; one event has at most 16 + 256.
    static let fileEventBytes = 16 * 1_024
    /// Columns of the widest terminal believed; wider answers are mistakes.
    static let terminalColumns = 10_000
    /// Bytes taken from the kernel's queue of network events at once; one event has some hundred.
    static let networkEventBytes = 16 * 1_024
    /// The latest time that a timer is armed for, in milliseconds since 1970: the year 2200.
    static let lastTimerMilliseconds: Int64 = 7_258_118_400_000
}
