// A server on any storage, with as little around it as a test of the storage needs.

import Cryptography
import HTTPMessages
import Replication
import SyncProtocol
import SyncServer
import TestSupport
import Testing

/// Sends messages to a server; a device is a small number, which is its token and its device number.
struct StorageWorld {
    let server: Server
    let clock: ManualClock
    init(_ storage: any ServerStorage, clock: ManualClock = ManualClock(), seed: UInt64 = 1) {
        var limits = ServerLimits()
        (limits.requestBurst, limits.unauthenticatedPerMinute) = (1_000_000, 1_000_000)
        self.clock = clock
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: seed), limits: limits)
    }

    static func token(_ name: UInt8) -> [UInt8] { [UInt8](repeating: name, count: 32) }

    static func hash(_ name: UInt8) -> [UInt8] { SHA256.digest(of: token(name)) }

    func send(_ route: Route, _ body: [UInt8], _ name: UInt8? = nil) -> HTTPResponse {
        var headers = HTTPHeaders()
        if let name {
            // All tests have one space: that of device 1.
            let space = SpaceID(high: 0, low: 1)
            headers.append("Authorization", Credentials.headerValue(for: Secret(Self.token(name)), of: space))
        }
        return server.answer(HTTPRequest(.post, route.rawValue, headers: headers, body: body), from: "a")
    }

    /// Makes a space with its first device.
    func claim(_ name: UInt8) throws {
        let lookup = [UInt8](repeating: name, count: 16)
        try server.addClaim(lookup: lookup)
        let request = ClaimRequest(
            lookup: lookup, tokenHash: Self.hash(name), number: UInt64(name), mode: .sealed,
            space: SpaceID(high: 0, low: UInt64(name)))
        try #require(send(.claim, request.encoded).status == 200)
    }

    /// Lets one more device in.
    func join(_ name: UInt8, invitedBy host: UInt8, kind: InvitationRequest.Kind = .invitation) throws {
        let lookup = [UInt8](repeating: name, count: 16)
        let invitation = InvitationRequest(kind: kind, lookupHash: SHA256.digest(of: lookup), wrapped: [])
        try #require(send(.invitations, invitation.encoded, host).status == 200)
        let request = JoinRequest(lookup: lookup, tokenHash: Self.hash(name), number: UInt64(name))
        try #require(send(kind == .invitation ? .join : .recovery, request.encoded).status == 200)
    }

    func push(
        _ name: UInt8, _ changes: [SealedChange], attempt: UInt64, known: [UInt64] = [0], damaged: [ChangeKey] = []
    ) -> HTTPResponse {
        let request = ExchangeRequest(
            number: UInt64(name), cursor: .zero, known: known, attempt: attempt, isFromZero: false,
            damaged: damaged, changes: changes)
        return send(.exchange, request.encoded, name)
    }

    /// What lies beyond a cursor.
    func read(_ name: UInt8, known: [UInt64] = [0], from cursor: Cursor = .zero) throws -> ExchangePage {
        let request = ExchangeRequest(
            number: UInt64(name), cursor: cursor, known: known, attempt: 0, isFromZero: cursor.isZero, damaged: [],
            changes: [])
        let answer = try ExchangeAnswer(encoded: send(.exchange, request.encoded, name).body)
        guard case .page(let page) = answer.verdict else { throw Unexpected() }
        return page
    }

    struct Unexpected: Error {}
}

/// A change so many seconds after 2026-05-01 12:00 UTC, of the fields of a mask.
func change(
    _ record: UInt64, at second: Int64, by device: UInt64 = 1, mask: UInt64 = 2, deletion: Bool? = nil
) throws -> SealedChange {
    let time = Stamp.time(milliseconds: 1_777_636_800_000 + second * 1_000)
    let header = ChangeHeader(
        entity: 1, record: RecordID(high: 0, low: record), stamp: try #require(Stamp(time: time, device: device)),
        mask: FieldMask(bits: mask), deletion: deletion)
    return SealedChange(header: try #require(header), body: [1, 2, 3])
}
