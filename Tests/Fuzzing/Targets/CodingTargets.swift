// Readers of our own codings: there is one form of each value, so that what is read is written as the same bytes.

import Replication
import SyncProtocol

extension FuzzTarget {
    /// Values, changes and living changes as they stand in a store.
    static let codings = [
        FuzzTarget("values") { bytes in
            try requireSameBytes(bytes, read { try Value(encoded: bytes) }?.encoded)
            if let map = TextMap(fieldValue: .bytes(bytes)) {
                try require(map.fieldValue == .bytes(bytes), "a map of texts is written as it was read")
            }
        },
        FuzzTarget("changes") { bytes in
            try requireSameBytes(bytes, read { try Change(encoded: bytes) }?.encoded)
            try requireSameBytes(bytes, read { try ChangeHeader(encoded: bytes) }?.encoded)
            try requireSameBytes(bytes, read { try [Change.Field](encoded: bytes) }?.encoded)
        },
        FuzzTarget("living-changes") { bytes in
            let devices: [UInt64] = [0, 1, 7, 1 << 40]
            let living = LivingChanges(packed: bytes) { $0 < devices.count ? devices[Int($0)] : nil }
            try requireSameBytes(bytes, living?.packed { UInt32(devices.firstIndex(of: $0) ?? 0) })
        },
    ]

    /// Every message of the protocol, as a request or as an answer. The short ones share a target, in which the first
    /// byte says which is meant.
    static let messages = [
        FuzzTarget("exchange-request") { bytes in
            try requireSameBytes(bytes, read { try ExchangeRequest(encoded: bytes) }?.encoded)
        },
        FuzzTarget("exchange-answer") { bytes in
            // An outcome that this version does not know is read as one that it knows.
            guard let answer = read({ try ExchangeAnswer(encoded: bytes) }) else { return }
            let again = try ExchangeAnswer(encoded: answer.encoded)
            try require(again == answer, "an answer that is written is read as the same")
        },
        FuzzTarget("messages") { bytes in
            guard let first = bytes.first else { return }
            let message = Array(bytes.dropFirst())
            try requireSameBytes(message, rewritten(message, kind: first % 10))
        },
    ]

    /// A message read and written; nil where it is refused.
    private static func rewritten(_ bytes: [UInt8], kind: UInt8) -> [UInt8]? {
        switch kind {
        case 0: read { try ClaimRequest(encoded: bytes) }?.encoded
        case 1: read { try JoinRequest(encoded: bytes) }?.encoded
        case 2: read { try JoinAnswer(encoded: bytes) }?.encoded
        case 3: read { try InvitationRequest(encoded: bytes) }?.encoded
        case 4: read { try InvitationAnswer(encoded: bytes) }?.encoded
        case 5: read { try DevicesRequest(encoded: bytes) }?.encoded
        case 6: read { try DeviceList(encoded: bytes) }?.encoded
        case 7: read { try WatchRequest(encoded: bytes) }?.encoded
        case 8: read { try WatchAnswer(encoded: bytes) }?.encoded
        default: read { try ErrorBody(encoded: bytes) }?.encoded
        }
    }

    private static func requireSameBytes(_ bytes: [UInt8], _ written: [UInt8]?) throws {
        try require(written ?? bytes == bytes, "what is read is written as the same bytes")
    }
}
