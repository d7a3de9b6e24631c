// A device as the server sees it: messages of the protocol, bodies that only devices can read.

import Cryptography
import HTTPClient
import HTTPMessages
import Replication
import SyncProtocol
import Synchronization
import Testing

@testable import PackmuleServerCommands

/// The server answered with a verdict instead of a page.
struct StoodElsewhere: Error {}

/// Speaks the protocol to a real server; keeps what a device must remember between exchanges.
final class TestDevice: Sendable {
    /// What is said in no log: a name in a body that nobody sealed.
    static let canary = "canary-7f3a-umbrella"

    let transport: CurlTransport
    let token: Secret
    let number: UInt64
    let space: RecordID
    private let memory = Mutex(Memory())

    private struct Memory {
        var cursor = Cursor.zero
        var lastAttempt: UInt64 = 0
        var clock = UInt64(1_777_636_800_000) << 16
    }

    var tokenHash: [UInt8] { Credentials.hash(of: token) }

    /// A device with a token of its own.
    init(_ transport: CurlTransport, seed: UInt8, space: UInt64 = 1) {
        self.transport = transport
        token = Secret((0..<32).map { $0 ^ (seed &* 7 &+ 1) })
        number = UInt64(seed) + 1_000
        self.space = RecordID(high: 0x0189_0A5D_AC96_774B, low: 0x8000_0000_0000_0000 | space)
    }

    /// Makes a space by a claim link.
    func claim(_ text: String) throws -> JoinAnswer {
        let request = ClaimRequest(
            lookup: try Link(text).lookup, tokenHash: tokenHash, number: number, mode: .sealed, space: space)
        return try JoinAnswer(encoded: transport.call(.claim, as: nil, body: request.encoded, timeoutSeconds: 10))
    }

    /// Leaves an invitation, and lets another device in by it.
    func invite(_ other: TestDevice) throws {
        let lookup = [UInt8](repeating: UInt8(truncatingIfNeeded: other.number), count: 16)
        let invitation = InvitationRequest(
            kind: .invitation, lookupHash: SHA256.digest(of: lookup), wrapped: Array(Self.canary.utf8))
        _ = try transport.call(.invitations, as: (space, token), body: invitation.encoded, timeoutSeconds: 10)
        let join = JoinRequest(lookup: lookup, tokenHash: other.tokenHash, number: other.number)
        _ = try other.transport.call(.join, as: nil, body: join.encoded, timeoutSeconds: 10)
    }

    /// Pushes so many new records, and reads what others have pushed.
    func exchange(newRecords: Int = 0) throws -> ExchangePage {
        let (cursor, lastAttempt) = memory.withLock { ($0.cursor, $0.lastAttempt) }
        let attempt = newRecords == 0 ? 0 : lastAttempt + 1
        let changes = try (0..<newRecords).map { _ in try newChange() }
        let request = ExchangeRequest(
            number: number, cursor: cursor, known: [lastAttempt], attempt: attempt, isFromZero: false, damaged: [],
            changes: changes)
        let body = try transport.call(.exchange, as: (space, token), body: request.encoded, timeoutSeconds: 20)
        guard case .page(let page) = try ExchangeAnswer(encoded: body).verdict else {
            Issue.record("The server does not know where the device stands.")
            throw StoodElsewhere()
        }
        memory.withLock { memory in
            if attempt != 0 { memory.lastAttempt = attempt }
            memory.cursor = page.cursor
        }
        return page
    }

    /// Waits for news.
    func watch(seconds: UInt32) throws -> Bool {
        let cursor = memory.withLock { $0.cursor }
        let request = WatchRequest(number: number, cursor: cursor, seconds: seconds)
        let body = try transport.call(
            .watch, as: (space, token), body: request.encoded, timeoutSeconds: Int(seconds) + 20)
        return try WatchAnswer(encoded: body).isChanged
    }

    private func newChange() throws -> SealedChange {
        let clock = memory.withLock { memory in
            memory.clock += 1 << 16
            return memory.clock
        }
        let record = RecordID(high: clock << 8 | 7, low: 0x8000_0000_0000_0000 | number)
        let stamp = try #require(Stamp(time: clock, device: number))
        let header = try #require(
            ChangeHeader(entity: 1, record: record, stamp: stamp, mask: FieldMask(bits: 0b110), deletion: nil))
        return SealedChange(header: header, body: Array("\(Self.canary) \(clock)".utf8)[...])
    }
}
