// One thread waits, others wake it.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// A bell (eventfd(2)) for one thread that waits: rung once or many times, it ends one wait.
package final class WakeUp: Sendable {
    private let descriptor: Int32

    /// A bell that was not rung.
    package init() throws(PlatformError) {
        descriptor = try systemCall(.watch, "a wait") { packmule_event_counter() }
    }

    deinit {
        close(descriptor)
    }

    /// Ends the wait of the thread that waits, or its next one. May be called from any thread.
    package func ring() {
        var one: UInt64 = 1
        write(descriptor, &one, 8)
    }

    /// Waits until the bell is rung, or the time is over.
    ///
    /// - Parameter timeoutMilliseconds: nil for ever.
    /// - Returns: whether it was rung.
    @discardableResult
    package func wait(timeoutMilliseconds: Int? = nil) -> Bool {
        let timeout = timeoutMilliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var readyCount: Int32
        repeat {
            readyCount = poll(&source, 1, timeout)
            // Called again with the same time: a signal may lengthen the wait, never end it.
        } while readyCount < 0 && errno == EINTR
        guard readyCount > 0 else { return false }
        var count: UInt64 = 0
        return read(descriptor, &count, 8) == 8
    }

    /// Waits until the bell is rung, a descriptor is ready, or the time is over.
    ///
    /// - Parameters:
    ///   - descriptor: must be open meanwhile.
    ///   - events: what it is to be ready for, as poll(2) has them; an end or a failure of it always counts.
    ///   - timeoutMilliseconds: nil for ever.
    package func wait(orFor descriptor: Int32, events: Int16, timeoutMilliseconds: Int?) {
        let timeout = timeoutMilliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        var sources = [
            pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: events, revents: 0),
        ]
        var readyCount: Int32
        repeat {
            readyCount = poll(&sources, nfds_t(sources.count), timeout)
        } while readyCount < 0 && errno == EINTR
        guard readyCount > 0, sources[0].revents != 0 else { return }
        var count: UInt64 = 0
        read(self.descriptor, &count, 8)
    }
}
