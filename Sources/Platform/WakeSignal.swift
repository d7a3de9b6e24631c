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

    /// Waits until the signal is given, a descriptor is ready, or the time is over; takes the signal.
    ///
    /// - Parameters:
    ///   - descriptor: must be open meanwhile.
    ///   - events: what it is to be ready for, as poll(2) has them; an end or a failure of it always counts.
    ///   - timeoutMilliseconds: nil for ever.
    package func wait(orFor descriptor: Int32, events: Int16, timeoutMilliseconds: Int?) {
        let timeout = timeoutMilliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        var sources = [
            pollfd(fd: counter.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: events, revents: 0),
        ]
        var readyCount: Int32
        repeat {
            readyCount = poll(&sources, nfds_t(sources.count), timeout)
        } while readyCount < 0 && errno == EINTR
        guard readyCount > 0, sources[0].revents != 0 else { return }
        var count: UInt64 = 0
        read(counter.descriptor, &count, 8)
    }
}
