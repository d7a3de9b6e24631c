// The listener: requests in, answers out.

import Platform
import Synchronization

/// Accepts connections on one address and has their requests answered, under the rules of docs/design, security.
/// Everything may be called from any thread but the listener's own.
package final class HTTPListener: Sendable {
    /// 1…65535: the one it listens on.
    package let port: Int
    private let socket: ListeningSocket
    private let threadCount: Int
    private let door: Door
    private let daemons = Daemons()
    private let watch: Watch
    /// Held while the daemon is replaced, or all comes to its end; true when it has, and no daemon starts any more.
    private let hasEnded = Mutex(false)

    /// Starts listening.
    package init(configuration: Configuration, handler: any HTTPHandler) throws(ListenerError) {
        let (host, port) = (configuration.host, configuration.port)
        let socket: ListeningSocket?
        do throws(PlatformError) {
            socket = try ListeningSocket(host: host, port: port, backlog: Limits.backlog)
            let door = try Door(configuration, handler: handler)
            let daemons = daemons
            watch = try Watch(everyMilliseconds: configuration.limits.watchMilliseconds) {
                door.lookAround()
                daemons.retire()
            }
            self.door = door
        } catch {
            throw .cannotListen(error)
        }
        guard let socket else {
            watch.end()
            throw .addressInvalid(host: host, port: port)
        }
        self.socket = socket
        self.port = socket.port
        threadCount = configuration.threadCount
        try start(configuration.certificate)
    }

    deinit {
        stop()
    }

    /// What happened so far.
    package var counters: Counters { door.counters }

    /// Has new connections use another certificate. Those that are open keep theirs until they are closed. Changes
    /// nothing once the listener drains or has stopped.
    ///
    /// - Throws: `certificateUnusable`, and goes on with the one before.
    package func reload(_ certificate: Certificate) throws(ListenerError) {
        try start(certificate)
    }

    /// Accepts nothing any more, has the handler answer what waits for news, and returns when the last request was
    /// answered, or the time is over. Every answer is the last of its connection. ``stop()`` comes next.
    package func drain(timeoutMilliseconds: Int) {
        hasEnded.withLock { hasEnded in
            hasEnded = true
            daemons.quiesce()
            socket.end()
        }
        door.drain()
        door.handler.drain()
        door.waitUntilEmpty(timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Closes every connection, and returns when no thread of the listener runs any more. May be repeated.
    package func stop() {
        hasEnded.withLock { hasEnded in
            hasEnded = true
            door.stop()
            daemons.stop()
            socket.end()
        }
        watch.end()
    }

    private func start(_ certificate: Certificate?) throws(ListenerError) {
        let problem = hasEnded.withLock { hasEnded -> ListenerError? in
            if hasEnded { return nil }
            guard let descriptor = try? socket.duplicate() else { return .outOfResources }
            let daemon = Daemon(socket: descriptor, threadCount: threadCount, certificate: certificate, door: door)
            guard let daemon else { return certificate == nil ? .outOfResources : .certificateUnusable }
            daemons.replace(with: daemon)
            return nil
        }
        if let problem { throw problem }
    }
}
