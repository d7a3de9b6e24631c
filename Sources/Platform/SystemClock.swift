// The one file that asks the system for the time.

#if canImport(Glibc)
import Glibc
#endif

/// The clock of the machine.
public struct SystemClock: WallClock {
    /// The clock has no state: every value is the same clock.
    public init() {}

    /// Milliseconds since 1970 as the machine sees them.
    public func millisecondsSince1970() -> Int64 {
        let now = reading(of: CLOCK_REALTIME)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Milliseconds since the machine started, without those that it slept.
    public func monotonicMilliseconds() -> Int64 {
        let now = reading(of: CLOCK_MONOTONIC)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}

/// Time that only moves forward, for durations: nobody can set it, and it has no relation to the calendar.
package struct MonotonicClock: Sendable {
    private let start = reading(of: CLOCK_MONOTONIC)

    /// Starts counting.
    package init() {}

    /// Nanoseconds since the value was made; at least 0.
    package func elapsedNanoseconds() -> Int64 {
        let now = reading(of: CLOCK_MONOTONIC)
        return Int64(now.tv_sec - start.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec - start.tv_nsec)
    }

    /// Seconds since the value was made; at least 0.
    package func elapsedSeconds() -> Double {
        Double(elapsedNanoseconds()) / 1_000_000_000
    }
}

/// Both clocks exist on every Linux, so that a failure would be a bug.
private func reading(of clock: clockid_t) -> timespec {
    var time = timespec()
    let result = clock_gettime(clock, &time)
    precondition(result == 0, "The system has no such clock.")
    return time
}
