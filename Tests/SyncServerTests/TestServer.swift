// A server in memory with devices that say exactly what a test wants said.

import Cryptography
import HTTPMessages
import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport
import Testing

/// A server over a storage in memory, with a clock that stands still.
final class TestServer {
    let storage: any ServerStorage
    let clock = ManualClock()
    let server: Server
    /// The space of each token.
    private var spaces: [[UInt8]: SpaceID] = [:]
    private static let usualSpace = SpaceID(high: 7, low: 7)

    init(limits: ServerLimits = .generous, storage: (any ServerStorage)? = nil, seed: UInt64 = 1) throws {
        let storage = try storage ?? SQLiteServerStorage.inMemory()
        self.storage = storage
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: seed), limits: limits)
    }

    var now: Int64 { clock.millisecondsSince1970() }

    /// Sends a message to a route.
    func send(
        _ route: Route, _ body: [UInt8], token: [UInt8]? = nil, from address: String = "192.0.2.1"
    ) -> HTTPResponse {
        var headers = HTTPHeaders()
        if let token {
            headers.append("Authorization", authorization(token))
        }
        return server.answer(HTTPRequest(.post, route.rawValue, headers: headers, body: body), from: address)
    }

    /// Says which space a device means to be in, whatever the server knows.
    func place(_ device: TestDevice, in space: SpaceID) { spaces[device.token] = space }

    /// The header field by which a token shows itself, in its own space.
    func authorization(_ token: [UInt8]) -> String {
        Credentials.headerValue(for: Secret(token), of: spaces[token] ?? Self.usualSpace)
    }

    /// The code of an answer that is a failure; nil for one that is none.
    func code(_ response: HTTPResponse) -> ErrorCode? {
        guard response.status != 200 else { return nil }
        return try? ErrorBody(encoded: response.body).code
    }

    /// Makes a space with its first device.
    func claim(device name: UInt8 = 1, space: SpaceID = usualSpace) throws -> TestDevice {
        let lookup = [UInt8](repeating: 100 + name, count: 16)
        try server.addClaim(lookup: lookup)
        let device = TestDevice(name, self)
        let answer = send(
            .claim,
            ClaimRequest(
                lookup: lookup, tokenHash: device.tokenHash, number: device.number, mode: .sealed, space: space
            ).encoded)
        try #require(answer.status == 200)
        spaces[device.token] = space
        return device
    }

    /// Lets one more device into the space of another.
    func join(device name: UInt8, invitedBy host: TestDevice) throws -> TestDevice {
        let lookup = [UInt8](repeating: name, count: 16)
        let device = TestDevice(name, self)
        try #require(host.invite(lookup: lookup).status == 200)
        let answer = send(
            .join, JoinRequest(lookup: lookup, tokenHash: device.tokenHash, number: device.number).encoded)
        try #require(answer.status == 200)
        spaces[device.token] = spaces[host.token]
        return device
    }
}

extension ServerLimits {
    /// The defaults with rates that no test meets by chance.
    static var generous: ServerLimits {
        var limits = ServerLimits()
        limits.requestBurst = 1_000_000
        limits.unauthenticatedPerMinute = 1_000_000
        limits.invitationsPerHour = 1_000_000
        return limits
    }
}

/// A device that remembers only what its next request has to say.
final class TestDevice {
    let token: [UInt8]
    let tokenHash: [UInt8]
    var number: UInt64
    var cursor = Cursor.zero
    var known: [UInt64] = [0]
    private let world: TestServer
    private var nextAttempt: UInt64

    init(_ name: UInt8, _ world: TestServer) {
        token = [UInt8](repeating: name, count: 32)
        tokenHash = SHA256.digest(of: token)
        number = UInt64(name)
        nextAttempt = UInt64(name) << 32
        self.world = world
    }

    var authorization: String { world.authorization(token) }

    func send(_ route: Route, _ body: [UInt8]) -> HTTPResponse { world.send(route, body, token: token) }

    func invite(lookup: [UInt8], kind: InvitationRequest.Kind = .invitation) -> HTTPResponse {
        let hash = SHA256.digest(of: lookup)
        return send(
            .invitations, InvitationRequest(kind: kind, lookupHash: hash, wrapped: [9, 9]).encoded)
    }

    /// A request as the device would send it now.
    func request(
        _ changes: [SealedChange] = [], isFromZero: Bool = false, damaged: [ChangeKey] = []
    ) -> ExchangeRequest {
        nextAttempt += changes.isEmpty ? 0 : 1
        return ExchangeRequest(
            number: number, cursor: cursor, known: known, attempt: changes.isEmpty ? 0 : nextAttempt,
            isFromZero: isFromZero, damaged: damaged, changes: changes)
    }

    /// Exchanges and takes in the answer.
    @discardableResult
    func exchange(
        _ changes: [SealedChange] = [], isFromZero: Bool = false, damaged: [ChangeKey] = []
    ) throws -> ExchangePage {
        let request = request(changes, isFromZero: isFromZero, damaged: damaged)
        return try absorb(verdict(request), of: request)
    }

    /// Everything that lives, as a device that begins anew would read it.
    func everything() throws -> [StoredChange] {
        cursor = .zero
        return try exchange(isFromZero: true).rows
    }

    /// What the server makes of a request.
    func verdict(_ request: ExchangeRequest) throws -> ExchangeVerdict {
        let response = send(.exchange, request.encoded)
        try #require(response.status == 200, "\(world.code(response)?.rawValue ?? "")")
        return try ExchangeAnswer(encoded: response.body).verdict
    }

    /// Takes in a page, which it must be.
    @discardableResult
    func absorb(_ verdict: ExchangeVerdict, of request: ExchangeRequest) throws -> ExchangePage {
        guard case .page(let page) = verdict else { throw Unexpected(verdict: verdict) }
        cursor = page.cursor
        if request.attempt != 0 { known = [request.attempt] }
        return page
    }

    struct Unexpected: Error {
        let verdict: ExchangeVerdict
    }
}

/// A change of a record of entity 1, written at a second after 2026-05-01 12:00 UTC (or before).
func change(
    _ record: UInt64, at second: Int64, by device: UInt64 = 1, fields: [FieldNumber] = [1], deletion: Bool? = nil,
    body: [UInt8] = [1, 2, 3]
) throws -> SealedChange {
    var mask = FieldMask()
    for field in fields { mask.insert(field) }
    if deletion != nil { mask.insert(0) }
    let time = Stamp.time(milliseconds: 1_777_636_800_000 + second * 1_000)
    let stamp = try #require(Stamp(time: time, device: device))
    let header = try #require(
        ChangeHeader(
            entity: 1, record: RecordID(high: 0, low: record), stamp: stamp, mask: mask, deletion: deletion))
    return SealedChange(header: header, body: body[...])
}

extension SealedChange {
    var key: ChangeKey { ChangeKey(entity: header.entity, record: header.record, stamp: header.stamp) }
}
