// The thread that looks after deadlines.

import Platform
import Synchronization

/// Calls a body again and again, on a thread of its own, until it is ended.
final class Watch: Sendable {
    private let signal: WakeSignal

    /// Starts the thread. Any time may pass between two calls, but not less than given.
    init(everyMilliseconds: Int, _ look: @escaping @Sendable () -> Void) throws(PlatformError) {
        let signal = try WakeSignal()
        self.signal = signal
        try BackgroundThread.run {
            while !signal.wait(timeoutMilliseconds: max(1, everyMilliseconds)) { look() }
        }
    }

    /// Calls the body no more, but for a call that has begun.
    func end() {
        signal.give()
    }
}
