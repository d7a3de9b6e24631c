// The daemon that accepts, and those that only finish what they began.

import Synchronization

/// Replaces the daemon of a listening socket without losing a connection.
final class Daemons: Sendable {
    private struct Retiring {
        let daemon: Daemon
        var wasEmpty = false
    }

    private struct State {
        var current: Daemon?
        var retiring: [Retiring] = []
    }

    private let state = Mutex(State())

    /// Nothing accepts yet.
    init() {}

    /// From now on this one accepts; the one before finishes what it has.
    func replace(with daemon: Daemon) {
        let previous = state.withLock { state in
            let previous = state.current
            state.current = daemon
            return previous
        }
        guard let previous else { return }
        previous.quiesce()
        state.withLock { $0.retiring.append(Retiring(daemon: previous)) }
    }

    /// Stops the replaced ones that have had no connection at two looks in a row: at the first, a thread might just
    /// have accepted one.
    func retire() {
        let ended = state.withLock { state in
            var ended: [Daemon] = []
            state.retiring = state.retiring.compactMap { retiring in
                let isEmpty = retiring.daemon.connectionCount == 0
                if isEmpty && retiring.wasEmpty {
                    ended.append(retiring.daemon)
                    return nil
                }
                return Retiring(daemon: retiring.daemon, wasEmpty: isEmpty)
            }
            return ended
        }
        for daemon in ended { daemon.stop() }
    }

    /// Nothing accepts any more; what is open goes on.
    func quiesce() {
        let daemon = state.withLock { state in
            let daemon = state.current
            if let daemon { state.retiring.append(Retiring(daemon: daemon)) }
            state.current = nil
            return daemon
        }
        daemon?.quiesce()
    }

    /// Stops all. No request may rest, now or from now on.
    func stop() {
        quiesce()
        let daemons = state.withLock { state in
            defer { state.retiring = [] }
            return state.retiring.map(\.daemon)
        }
        for daemon in daemons { daemon.stop() }
    }
}
