// Every count and length of a message, at one less, at its limit and at one more.

import Replication
import SyncProtocol
import Testing

/// One limit of a message.
struct MessageLimit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let limit: Int
    /// Whether a message with so many is read, as it was written.
    let isRead: @Sendable (Int) -> Bool

    init(_ name: String, _ limit: Int, _ isRead: @escaping @Sendable (Int) -> Bool) {
        (testDescription, self.limit, self.isRead) = (name, limit, isRead)
    }

    /// By the names of ``SyncProtocol/Limits`` and ``Replication/ReplicationLimits``, with their numbers as
    /// docs/protocol.md gives them.
    static let all = [
        MessageLimit("deviceNameByteCount", 512) { count in
            let request = DevicesRequest.rename(tokenHash: Sample.tokenHash, name: bytes(count))
            return (try? DevicesRequest(encoded: request.encoded)) == request
        },
        MessageLimit("wrappedByteCount of an invitation", 256) { count in
            let request = InvitationRequest(
                kind: .invitation, lookupHash: Sample.tokenHash, wrapped: bytes(count))
            return (try? InvitationRequest(encoded: request.encoded)) == request
        },
        MessageLimit("wrappedByteCount of an answer", 256) { count in
            let answer = JoinAnswer(
                mode: .sealed, serverMilliseconds: Sample.now, space: Sample.space, wrapped: bytes(count))
            return (try? JoinAnswer(encoded: answer.encoded)) == answer
        },
        MessageLimit("deviceCount of a list", 256) { count in
            let list = DeviceList(devices: devices(count))
            return (try? DeviceList(encoded: list.encoded)) == list
        },
        MessageLimit("deviceCount of a request", 256) { count in
            let request = DevicesRequest.list(known: devices(count))
            return (try? DevicesRequest(encoded: request.encoded)) == request
        },
        MessageLimit("numbersPerDevice", 16) { count in
            let device = MemberDevice(
                tokenHash: Sample.tokenHash, name: [], numbers: (0..<count).map { UInt64($0 + 1) }, isRevoked: false,
                joinedMilliseconds: 0, seenMilliseconds: 0)
            let list = DeviceList(devices: [device])
            return (try? DeviceList(encoded: list.encoded)) == list
        },
        MessageLimit("watchSeconds", 300) { count in
            let request = WatchRequest(number: 1, cursor: .zero, seconds: UInt32(count))
            return (try? WatchRequest(encoded: request.encoded)) == request
        },
        MessageLimit("known attempts", 65) { count in
            isRead(Sample.request(known: (0..<count).map { UInt64($0 + 1) }))
        },
        MessageLimit("damagedCount", 100) { count in
            isRead(Sample.request(damaged: Array(repeating: Sample.key, count: count)))
        },
        MessageLimit("wanted keys", 100) { count in
            let head = ExchangePage.Head(
                sum: EqualitySum(), horizonMilliseconds: 0, devicesDigest: bytes(8),
                wanted: Array(repeating: Sample.key, count: count))
            let answer = ExchangeAnswer(
                mode: .sealed, serverMilliseconds: Sample.now,
                verdict: .page(ExchangePage(outcomes: [], rows: [], cursor: Sample.cursor, head: head)))
            return (try? ExchangeAnswer(encoded: answer.encoded)) == answer
        },
        MessageLimit("pageChangeCount of outcomes", 5_000) { count in
            let answer = ExchangeAnswer(
                mode: .sealed, serverMilliseconds: Sample.now,
                verdict: .page(
                    ExchangePage(
                        outcomes: Array(repeating: .stored, count: count), rows: [], cursor: Sample.cursor, head: nil)))
            return (try? ExchangeAnswer(encoded: answer.encoded)) == answer
        },
        MessageLimit("bodyByteCount", 262_208) { count in
            isRead(Sample.request(attempt: 1, changes: [Sample.sealed(Sample.header, bytes(count))]))
        },
    ]

    private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    private static func isRead(_ request: ExchangeRequest) -> Bool {
        (try? ExchangeRequest(encoded: request.encoded)) == request
    }

    /// Devices by ascending token hash.
    private static func devices(_ count: Int) -> [MemberDevice] {
        (0..<count).map { number in
            MemberDevice(
                tokenHash: [UInt8(number >> 8), UInt8(number & 255)] + bytes(30), name: [], numbers: [],
                isRevoked: false, joinedMilliseconds: 0, seenMilliseconds: 0)
        }
    }
}

@Suite("Limits of messages at their edges")
struct LimitTableTests {
    @Test("One less and the limit itself are read, one more is malformed", arguments: MessageLimit.all)
    func edges(row: MessageLimit) {
        #expect(row.isRead(row.limit - 1))
        #expect(row.isRead(row.limit))
        #expect(!row.isRead(row.limit + 1))
    }
}
