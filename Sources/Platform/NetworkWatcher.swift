// Notices when the machine comes into another network, or out of one, by rtnetlink(7): nothing is polled.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// Changes of links, addresses and routes. Where it cannot be had (a sandbox may forbid it), a program goes on without.
package final class NetworkWatcher: Sendable {
    private let events: OpenFile
    private let cancellation: OpenFile

    /// Starts listening: whatever happens after this is noticed.
    package init() throws(PlatformError) {
        events = OpenFile(
            descriptor: try systemCall(.watch, Self.name) { packmule_network_changes() }, path: Self.name)
        cancellation = OpenFile(
            descriptor: try systemCall(.watch, Self.name) { packmule_event_counter() }, path: Self.name)
    }

    /// Blocks the thread until something changes. Changes that come together are one.
    ///
    /// - Returns: false after ``cancel()``.
    package func wait() throws(PlatformError) -> Bool {
        var sources = [events.descriptor, cancellation.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        try systemCall(.watch, Self.name) { poll(&sources, 2, -1) }
        guard sources[1].revents == 0 else { return false }
        // What exactly changed does not matter; a queue that ran over (ENOBUFS) is a change too.
        var rest = [UInt8](repeating: 0, count: Limits.networkEventBytes)
        while recv(events.descriptor, &rest, rest.count, 0) > 0 {}
        return true
    }

    /// Ends every wait at once, now and from now on. May be called from any thread.
    package func cancel() {
        var one: UInt64 = 1
        write(cancellation.descriptor, &one, 8)
    }

    private static let name = "the network"
}
