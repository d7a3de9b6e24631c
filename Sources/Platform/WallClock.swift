// The seam for the time of day: whoever needs to know what time it is, is handed one of these.

/// What time it is. The system's answer is ``SystemClock``; tests and simulations hand in their own.
public protocol WallClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted. May jump in both directions when somebody
    /// sets the clock of the machine.
    func millisecondsSince1970() -> Int64

    /// Milliseconds since any moment, of a clock that nobody sets and that stands still while the machine sleeps: by
    /// both together a wall clock that was set is noticed.
    func monotonicMilliseconds() -> Int64
}

extension WallClock {
    /// The wall clock itself, for a clock that nobody sets.
    public func monotonicMilliseconds() -> Int64 { millisecondsSince1970() }
}
