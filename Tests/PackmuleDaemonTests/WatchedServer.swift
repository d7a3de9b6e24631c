// The real server over a storage in memory, whose watches are held until there is news.

import Cryptography
import HTTPMessages
import PackmuleKit
import Platform
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport

/// A server that devices of a test reach without a network.
final class WatchedServer: Sendable {
    private struct State {
        var isUp = true
        /// Counts up with everything that may be news.
        var version = 0
        var requestCounts: [String: Int] = [:]
    }

    private let state = Condition(State())
    private let server: Server

    init(clock: ManualClock) throws {
        var limits = ServerLimits()
        (limits.requestBurst, limits.unauthenticatedPerMinute) = (1_000_000, 1_000_000)
        server = Server(
            storage: try SQLiteServerStorage.inMemory(), clock: clock, random: SeededRandom(seed: 9), limits: limits)
    }

    /// A link by which a space is made.
    func claimLink() throws -> Link {
        let link = Link(
            kind: .claim, origin: try Origin("https://packmule.example.org"),
            secret: Secret([UInt8](repeating: 7, count: 16)))
        try server.addClaim(lookup: link.lookup)
        return link
    }

    /// Whether it can be reached from now on.
    func set(isUp: Bool) {
        state.withLock { ($0.isUp, $0.version) = (isUp, $0.version + 1) }
    }

    /// How often a route was asked.
    func count(of route: Route) -> Int { state.withLock { $0.requestCounts[route.rawValue] ?? 0 } }

    /// Blocks until a route was asked so often.
    func waitFor(_ route: Route, count: Int) {
        state.wait { $0.requestCounts[route.rawValue] ?? 0 >= count ? () : nil }
    }

    /// A way to it.
    func way() -> any Transport { Way(server: self) }

    private final class Way: Transport {
        private let server: WatchedServer
        private let isCancelled = Condition(false)

        init(server: WatchedServer) { self.server = server }

        func send(
            _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
        ) throws(TransportError) -> HTTPResponse {
            server.state.withLock { $0.requestCounts[request.path, default: 0] += 1 }
            while true {
                if isCancelled.withLock({ $0 }) { throw .cancelled }
                let (isUp, version) = server.state.withLock { ($0.isUp, $0.version) }
                guard isUp else { throw .unreachable(reason: "connection refused") }
                let response = server.server.answer(request, from: "192.0.2.1")
                guard request.path == Route.watch.rawValue else {
                    server.state.withLock { $0.version += 1 }
                    return response
                }
                if (try? WatchAnswer(encoded: response.body))?.isChanged != false { return response }
                server.state.wait { $0.version == version && !isCancelled.withLock { $0 } ? nil : () }
            }
        }

        func cancel() {
            isCancelled.withLock { $0 = true }
            server.state.withLock { $0.version += 1 }
        }
    }
}
