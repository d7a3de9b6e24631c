// Who is inside, and who is turned away.

import HTTPMessages
import Platform
import Synchronization

/// The open connections, the limits on them, and the counts.
final class Door: Sendable {
    private struct State {
        /// By descriptor: no two open sockets have the same.
        var connections: [Int32: ClientConnection] = [:]
        var connectionCounts: [String: Int] = [:]
        var counters = HTTPListener.Counters()
        var isStopping = false
    }

    /// Who answers.
    let handler: any HTTPHandler
    /// Whether the client's address is the last of X-Forwarded-For.
    let isBehindProxy: Bool
    /// What clients can take.
    let limits: HTTPListener.Limits
    private let emptied: WakeSignal
    private let clock = MonotonicClock()
    private let now = Atomic(0)
    private let draining = Atomic(false)
    private let admittedRequests = Atomic(0)
    private let state = Mutex(State())

    /// A door with nobody inside.
    init(_ configuration: HTTPListener.Configuration, handler: any HTTPHandler) throws(PlatformError) {
        self.handler = handler
        isBehindProxy = configuration.isBehindProxy
        limits = configuration.limits
        emptied = try WakeSignal()
    }

    /// When the watch looked last, on a clock of its own: exact enough for deadlines, and nobody has to ask the system.
    var nowMilliseconds: Int { now.load(ordering: .relaxed) }

    /// Whether every answer is the last of its connection.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// What was counted.
    var counters: HTTPListener.Counters {
        var counters = state.withLock { $0.counters }
        counters.admittedRequests = admittedRequests.load(ordering: .relaxed)
        return counters
    }

    /// A connection was accepted: lets it in, or shuts it down at once.
    ///
    /// - Returns: whether it was let in.
    func enter(_ connection: ClientConnection) -> Bool {
        let isLetIn = state.withLock { state in
            if let reason = reason(against: connection, state) {
                state.counters.refusals[reason.rawValue] += 1
                return false
            }
            state.connections[connection.descriptor] = connection
            state.connectionCounts[connection.peerAddress, default: 0] += 1
            state.counters.openConnections += 1
            state.counters.acceptedConnections += 1
            return true
        }
        if !isLetIn { Sockets.shutDown(connection.descriptor) }
        return isLetIn
    }

    /// A connection is about to be closed; after this nobody touches its socket.
    func leave(_ connection: ClientConnection) {
        let isEmpty = state.withLock { state in
            state.connections[connection.descriptor] = nil
            let count = state.connectionCounts[connection.peerAddress, default: 0] - 1
            state.connectionCounts[connection.peerAddress] = count > 0 ? count : nil
            state.counters.openConnections -= 1
            return state.connections.isEmpty
        }
        if isEmpty { emptied.give() }
    }

    /// Counts a request that the handler admitted.
    func countAdmitted() {
        admittedRequests.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a refusal, and says what the client is told.
    func refuse(_ reason: DoorReason) -> HTTPResponse {
        state.withLock { $0.counters.refusals[reason.rawValue] += 1 }
        let response = handler.refusal(reason)
        return HTTPResponse(reason.status ?? 500, headers: response.headers, body: response.body)
    }

    /// Cuts off whoever missed a deadline, and forgets the requests of clients that have gone.
    func lookAround() {
        let nowMilliseconds = Int(clock.elapsedNanoseconds() / 1_000_000)
        now.store(nowMilliseconds, ordering: .relaxed)
        let abandoned = state.withLock { state in
            var resting: [Int32] = []
            for connection in state.connections.values {
                let (overdue, isResting) = connection.withExchange {
                    ($0.endIfOverdue(limits, nowMilliseconds: nowMilliseconds), $0.isResting)
                }
                if let overdue {
                    state.counters.refusals[overdue.rawValue] += 1
                    Sockets.shutDown(connection.descriptor)
                }
                if isResting { resting.append(connection.descriptor) }
            }
            return Sockets.closedByPeer(resting).compactMap { state.connections[$0] }
        }
        for connection in abandoned { connection.abandon() }
    }

    /// Every answer is the last from now on, and connections between requests are closed.
    func drain() {
        draining.store(true, ordering: .sequentiallyConsistent)
        state.withLock { state in
            for connection in state.connections.values { closeBetweenRequests(connection) }
        }
    }

    /// A request is over.
    func finish(_ connection: ClientConnection) {
        connection.withExchange { $0.finish(nowMilliseconds: nowMilliseconds) }
        if draining.load(ordering: .sequentiallyConsistent) { closeBetweenRequests(connection) }
    }

    /// Waits until everybody has left.
    func waitUntilEmpty(timeoutMilliseconds: Int) {
        let clock = MonotonicClock()
        while counters.openConnections > 0 {
            let rest = timeoutMilliseconds - Int(clamping: clock.elapsedNanoseconds() / 1_000_000)
            guard rest > 0 else { return }
            _ = emptied.wait(timeoutMilliseconds: rest)
        }
    }

    /// Lets nobody in, and no request rest, from now on.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            for connection in state.connections.values { connection.stop() }
        }
    }

    private func reason(against connection: ClientConnection, _ state: State) -> DoorReason? {
        if state.isStopping { return .stopping }
        if state.connections.count >= limits.connections { return .tooManyConnections }
        let count = state.connectionCounts[connection.peerAddress, default: 0]
        return !isBehindProxy && count >= limits.connectionsPerAddress ? .tooManyConnectionsOfAddress : nil
    }

    private func closeBetweenRequests(_ connection: ClientConnection) {
        if connection.withExchange({ $0.isAwaitingHead }) { Sockets.shutDown(connection.descriptor) }
    }
}
