// A value that is made on a thread of its own, while whoever wants it does something else.

internal import Synchronization

/// A value in the making. Who does not want it any more drops it, and need not wait.
package final class BackgroundValue<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let isMade: WakeSignal

    /// Begins to make the value on a new thread, which ends with it.
    ///
    /// - Throws: when the system has no more threads or files.
    package init(_ make: @escaping @Sendable () -> Value) throws(PlatformError) {
        isMade = try WakeSignal()
        try BackgroundThread.run { [self] in
            let value = make()
            made.withLock { $0 = value }
            isMade.give()
        }
    }

    /// The value; waits until it is made. One thread at a time may ask.
    package func wait() -> Value {
        while true {
            if let value = made.withLock({ $0 }) { return value }
            isMade.wait()
        }
    }
}
