// What this module limits, and why.

/// The limits of sealing.
enum Limits {
    /// Keys of device numbers that are held ready, 64: a space has at most 32 devices, which now and then take a new
    /// number. A server that invents numbers costs time, not memory.
    static let keptKeys = 64
}
