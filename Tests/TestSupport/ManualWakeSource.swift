// A wake source that is due when a test says so.

package import Platform

#if canImport(Glibc)
import Glibc
#endif

/// Sleeps until the clock of a test was moved far enough.
package final class ManualWakeSource: WakeSource {
    private let clock: ManualClock
    private let state = Condition(State())

    private struct State {
        var due: Int64?
        var isCalled = false
        var isClockChanged = false
    }

    /// Due by this clock, which is moved by ``advance(milliseconds:)`` and ``setClock(milliseconds:)``.
    package init(_ clock: ManualClock) {
        self.clock = clock
    }

    /// The time to wake at, in milliseconds since 1970; nil when none is set, or it was told already.
    package var armedMilliseconds: Int64? {
        state.withLock { $0.due }
    }

    /// Blocks the thread of the test until a time is set that a question accepts.
    package func waitUntilArmed(_ accepts: @escaping (Int64?) -> Bool) {
        state.wait { accepts($0.due) ? () : nil }
    }

    /// Lets time pass.
    package func advance(milliseconds: Int64) {
        clock.advance(milliseconds: milliseconds)
        state.withLock { _ in }
    }

    /// Sets the clock, as a person does, or as it is found after a sleep.
    package func setClock(milliseconds: Int64) {
        clock.set(millisecondsSince1970: milliseconds)
        state.withLock { $0.isClockChanged = true }
    }

    /// Notes the time.
    package func arm(atMilliseconds milliseconds: Int64?) {
        state.withLock { $0.due = milliseconds }
    }

    /// Wakes the thread that waits.
    package func call() {
        state.withLock { $0.isCalled = true }
    }

    /// Blocks until a test has moved the clock, or somebody called.
    package func wait() -> Wake {
        state.wait { [clock] state in
            if state.isCalled {
                state.isCalled = false
                return .called
            }
            if state.isClockChanged {
                state.isClockChanged = false
                return .clockChanged
            }
            guard let due = state.due, due <= clock.millisecondsSince1970() else { return nil }
            state.due = nil
            return .due
        }
    }
}
