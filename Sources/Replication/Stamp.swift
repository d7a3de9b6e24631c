// When and by which device a field was written: the one thing that decides a merge.

/// A totally ordered moment of writing: first the time, then the device number (docs/design, replication: Change).
public struct Stamp: Hashable, Comparable, Sendable {
    /// 48 bits of milliseconds since 1970, then a 16-bit counter. Never beyond ``latestTime``.
    public let time: UInt64
    /// 63 random bits chosen by the device, never 0.
    public let device: UInt64

    /// Nil for a time beyond ``latestTime``, and for a device number of 0 or above 63 bits.
    public init?(time: UInt64, device: UInt64) {
        guard time <= Self.latestTime, device != 0, device >> 63 == 0 else { return nil }
        self.time = time
        self.device = device
    }

    /// For parts that are already known to be in range.
    package init(validTime time: UInt64, validDevice device: UInt64) {
        precondition(time <= Self.latestTime && device != 0 && device >> 63 == 0)
        self.time = time
        self.device = device
    }

    /// Milliseconds since 1970, without the counter.
    public var milliseconds: Int64 { Int64(time >> 16) }

    /// The last time before 2⁴⁷ milliseconds (the year 6429): a time fits the signed 64-bit integers of a database, in
    /// the same order. Anything beyond is refused wherever stamps are read.
    public static var latestTime: UInt64 { UInt64(Int64.max) }

    /// Time `milliseconds` since 1970 with a counter of 0, clamped to 0…2⁴⁷ − 1.
    public static func time(milliseconds: Int64) -> UInt64 {
        UInt64(max(0, min(milliseconds, (1 << 47) - 1))) << 16
    }

    /// By time, then device number.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        left.time != right.time ? left.time < right.time : left.device < right.device
    }
}
