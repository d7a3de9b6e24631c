// The world of one cell of the access matrix: a server with spaces, devices and links of every kind.

import Cryptography
import HTTPClient
import HTTPListener
import HTTPMessages
import Platform
import SQLiteDatabase
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import PackmuleServerCommands
@testable import SQLiteServerStorage
@testable import SyncServer

/// A server over a storage that can be looked at, and two doors to it: the handler itself, and HTTP.
final class AccessWorld {
    let storage: CountedStorage
    let server: Server
    private let clock = ManualClock()

    /// - Parameter isCollected: whether what is over is gone already, as it is at the start of the writing thread.
    init(isCollected: Bool = false) throws {
        storage = CountedStorage(try .inMemory())
        var limits = ServerLimits()
        limits.unauthenticatedPerMinute = 1_000
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: 1), limits: limits)
        try fill()
        try server.writeSightings()
        var place = isCollected ? try server.collect() : nil
        while let next = place { place = try server.collect(from: next) }
    }

    /// Home has two devices, one that was revoked and one that was removed; abroad two; the third space is deleted.
    private func fill() throws {
        try claim(.own, by: AccessLink.homeClaim)
        try claim(.stranger, by: .stranger)
        try claim(.homeless, by: .homeless)
        try server.addClaim(lookup: AccessLink.openClaim.lookup)
        try invite(.invitation, AccessLink.expired, by: .own)
        clock.advance(milliseconds: 15 * 60_000 + 1)
        for device in [AccessCaller.sibling, .revoked, .removed] { try letIn(device, by: .own) }
        try letIn(.strangersSibling, by: .stranger)
        for device in [AccessCaller.own, .sibling, .revoked, .removed, .stranger, .strangersSibling, .homeless] {
            try expectDone(.exchange, AccessDeed.exchange(device.number, []), by: device)
            let push = AccessDeed.exchange(device.number, [try AccessDeed.change(by: 1_000)], attempt: 77)
            try expectDone(.exchange, push, by: device)
        }
        try invite(.invitation, AccessLink.byRevoked, by: .revoked)
        try expectDone(.devices, AccessDeed.revoke(.revoked), by: .own)
        try invite(.recovery, AccessLink.replaced, by: .own)
        try invite(.recovery, AccessLink.recovery, by: .own)
        try expectDone(.recovery, AccessDeed.join(AccessLink.recovery, AccessCaller(8, in: .home)), by: nil)
        try invite(.invitation, AccessLink.open, by: .own)
        try invite(.invitation, AccessLink.openAbroad, by: .stranger)
        let facts = try server.spaceFacts()
        let home = try #require(facts.first { $0.state.id == .home }?.state.key)
        try storage.write { try $0.removeDevice(tokenHash: AccessCaller.removed.tokenHash, in: home) }
        try server.delete(#require(facts.first { $0.state.id == .deleted }))
    }

    private func claim(_ device: AccessCaller, by link: AccessCaller) throws {
        try server.addClaim(lookup: link.lookup)
        try expectDone(.claim, AccessDeed.claim(link, device, device.space), by: nil)
    }

    private func letIn(_ device: AccessCaller, by host: AccessCaller) throws {
        try invite(.invitation, device, by: host)
        try expectDone(.join, AccessDeed.join(device, device), by: nil)
    }

    private func invite(_ kind: InvitationRequest.Kind, _ link: AccessCaller, by host: AccessCaller) throws {
        try expectDone(.invitations, AccessDeed.invite(kind, link), by: host)
    }

    private func expectDone(_ route: Route, _ body: [UInt8], by caller: AccessCaller?) throws {
        let fields = caller.map {
            [HTTPHeaders.Field(Credentials.headerName, $0.authorization(in: $0.space))]
        }
        let request = HTTPRequest(.post, route.rawValue, headers: HTTPHeaders(fields ?? []), body: body)
        try #require(server.answer(request, from: "192.0.2.1").status == 200)
    }

    // MARK: Doors

    /// The request of a cell.
    static func request(_ deed: AccessDeed, _ role: AccessRole) throws -> HTTPRequest {
        HTTPRequest(
            deed.route == .health ? .get : .post, deed.route.rawValue, headers: HTTPHeaders(role.authorization),
            body: try deed.body(role.caller))
    }

    /// What the handler answers.
    func answer(_ request: HTTPRequest) -> HTTPResponse { server.answer(request, from: "192.0.2.1") }

    /// What comes back over a socket.
    func answerOverHTTP(_ request: HTTPRequest) throws -> HTTPResponse {
        let log = Log(.error, clock: clock) { _ in }
        let writer = try GroupCommit(server)
        try writer.start()
        defer { writer.stop() }
        let handler = RequestHandler(server, writer, ServerMetrics(), RequestLog(log: log, hasAddresses: false))
        let listener = try HTTPListener(configuration: .init(port: 0), handler: handler)
        defer { listener.stop() }
        return try CurlTransport(origin: Origin("http://127.0.0.1:\(listener.port)"))
            .send(request, limitBytes: 1 << 20, timeoutSeconds: 30)
    }

    // MARK: What is stored

    /// Every row of every table, as text, by the space that it belongs to; claim links belong to the operator.
    func dump() throws -> [Int64: [String]] {
        try storage.underlying.withConnection { connection in
            var rows: [Int64: [String]] = [:]
            for table in try Self.texts(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'") {
                let columns = try Self.texts(connection, "SELECT name FROM pragma_table_info('\(table)')")
                let space = ["space": "number", "change": "key >> 40", "claim": "0"][table] ?? "space"
                let all = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
                try connection.statement("SELECT \(space), \(all) FROM \(table) ORDER BY 1, 2").forEachRow { row in
                    rows[row.integer(0), default: []].append("\(table): \(row.text(1))")
                }
            }
            return rows
        }
    }

    /// The number under which the storage keeps a space.
    func number(of space: SpaceID) throws -> Int64 {
        try #require(try server.spaceFacts().first { $0.state.id == space }).state.key.number
    }

    private static func texts(_ connection: Connection, _ query: String) throws -> [String] {
        var texts: [String] = []
        try connection.statement(query).forEachRow { texts.append($0.text(0)) }
        return texts.sorted()
    }
}

/// A storage that counts its transactions: how much work a request is.
final class CountedStorage: ServerStorage {
    /// Transactions since the last count.
    struct Work: Equatable {
        var reads = 0
        var writes = 0
    }

    let underlying: SQLiteServerStorage
    private let work = Mutex(Work())

    init(_ underlying: SQLiteServerStorage) {
        self.underlying = underlying
    }

    /// What was done since this was last asked.
    func takeWork() -> Work {
        work.withLock { work in
            defer { work = Work() }
            return work
        }
    }

    func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result {
        work.withLock { $0.reads += 1 }
        return try underlying.read(body)
    }

    func write<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result {
        work.withLock { $0.writes += 1 }
        return try underlying.write(body)
    }
}
