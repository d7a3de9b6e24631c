// A server in memory, the ways to it, and devices in its space.

import Cryptography
import HTTPMessages
import PackmuleKit
import Platform
import SQLiteServerStorage
import Sealing
import SyncProtocol
import SyncServer
import Synchronization
import TestSupport
import Testing

/// A server over a storage in memory; its clock is that of the test.
struct MemoryServer {
    let clock: ManualClock
    let server: Server
    private let random: SeededRandom
    private let origin: Origin

    init(clock: ManualClock = ManualClock(), seed: UInt64 = 77) throws {
        var limits = ServerLimits()
        // The clock stands still, so that what was taken of a rate never comes back.
        (limits.requestBurst, limits.unauthenticatedPerMinute) = (1_000_000, 1_000_000)
        (self.clock, random) = (clock, SeededRandom(seed: seed))
        server = Server(storage: try SQLiteServerStorage.inMemory(), clock: clock, random: random, limits: limits)
        origin = try Origin("https://packmule.example.org")
    }

    /// A link that claims a space, as whoever runs the server gets it.
    func claimLink() throws -> Link {
        let link = Link(kind: .claim, origin: origin, secret: Secret(byteCount: 16, random: random))
        try server.addClaim(lookup: link.lookup)
        return link
    }

    /// What happens to a request on its way; the closure sends it on.
    typealias Bend =
        @Sendable (HTTPRequest, () throws(TransportError) -> HTTPResponse) throws(TransportError) ->
        HTTPResponse

    /// The straight way.
    var way: any Transport { BentWay(server: server) { _, send throws(TransportError) in try send() } }

    /// A way on which something happens.
    func way(_ bend: @escaping Bend) -> any Transport {
        BentWay(server: server, bend: bend)
    }

    private struct BentWay: Transport {
        let server: Server
        let bend: Bend

        func send(
            _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
        ) throws(TransportError) -> HTTPResponse {
            let response = try bend(request) { () throws(TransportError) in server.answer(request, from: "192.0.2.1") }
            guard response.body.count <= limitBytes else { throw .invalidAnswer(reason: "too long") }
            return response
        }

        func cancel() {}
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }

    func add() {
        value.withLock { $0 += 1 }
    }
}

/// A server with two devices in one space, the first of which claimed it.
struct TestSpace {
    let clock = ManualClock()
    let server: MemoryServer
    let one: Device
    let other: Device

    init(isOpen: Bool = false) throws {
        server = try MemoryServer(clock: clock)
        (one, other) = (try Device.test(1, clock: clock), try Device.test(2, clock: clock))
        try one.claim(server.claimLink(), isOpen: isOpen, over: server.way)
        try one.sync(over: server.way)
        try bringIn(other)
    }

    /// Lets a device in by an invitation of the first.
    @discardableResult
    func bringIn(_ device: Device) throws -> Joined {
        try device.join(one.invite(over: server.way).link, over: server.way)
    }

    /// Everybody syncs, one after the other, so often that nobody has anything new for anybody.
    func settle() throws {
        for _ in 1...2 {
            for device in [one, other] { try device.sync(over: server.way) }
        }
    }

    /// Whether both hold the same, and the server too.
    func areEqual() throws -> Bool {
        let reports = try [one, other].map { try $0.sync(over: server.way) }
        return try reports.allSatisfy { $0.isEqual == true } && one.equalitySum() == other.equalitySum()
    }
}
