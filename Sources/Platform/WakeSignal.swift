// What one thread waits for and another gives.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// A signal from any thread to one that waits. Given often before it is taken, it is taken once.
package final class WakeSignal: Sendable {
    private let counter: OpenFile

    /// A signal that was not given yet.
    package init() throws(PlatformError) {
        let name = "a signal between threads"
        counter = OpenFile(descriptor: try systemCall(.watch, name) { packmule_event_counter() }, path: name)
    }

    /// Gives the signal.
    package func give() {
        var one: UInt64 = 1
        write(counter.descriptor, &one, 8)
    }

    /// Blocks the thread until the signal is given, or the time is over; takes the signal.
    ///
    /// - Parameter timeoutMilliseconds: nil for ever.
    /// - Returns: whether it was given.
    @discardableResult
    package func wait(timeoutMilliseconds: Int? = nil) -> Bool {
        let clock = MonotonicClock()
        while true {
            let rest = timeoutMilliseconds.map { max(0, $0 - Int(clamping: clock.elapsedNanoseconds() / 1_000_000)) }
            var source = pollfd(fd: counter.descriptor, events: Int16(POLLIN), revents: 0)
            let readyCount = poll(&source, 1, rest.map(Int32.init(clamping:)) ?? -1)
            if readyCount > 0 {
                var count: UInt64 = 0
                return read(counter.descriptor, &count, 8) == 8
            }
            // Interrupted by a signal, the wait goes on.
            if rest == 0 { return false }
        }
    }
}
