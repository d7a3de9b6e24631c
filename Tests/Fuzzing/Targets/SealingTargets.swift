// Bodies that come from other devices, made by a member with bad intentions or by somebody without the key.

import Cryptography
import Replication
import Sealing
import TestSupport

extension FuzzTarget {
    /// A header with its length before it, and a body. The body is opened as it is, as a plain one, and as the content
    /// of a sealed one that opens.
    static let sealedBodies = FuzzTarget("sealed-bodies") { bytes in
        let count = Int(bytes.first ?? 0)
        guard let header = read({ try ChangeHeader(encoded: Array(bytes.dropFirst().prefix(count))) }) else { return }
        let body = Array(bytes.dropFirst(1 + count))
        let sealer = Sealer(key: Secret(key), space: space, random: SeededRandom(seed: 1))
        let plain = SealedChange(header: header, body: body[...])
        try require(read { try sealer.open(plain) } == nil, "nobody without the key makes what opens")
        if let change = read({ try PlainBodies().open(plain) }) {
            let again = PlainBodies().seal(change)
            try require(again == plain, "a plain body is written as it was read")
        }
        let sealed = SealedChange(header: header, body: forged(header, content: body)[...])
        guard let change = read({ try sealer.open(sealed) }) else { return }
        try require(try sealer.open(sealer.seal(change)) == change, "a body that is sealed opens as the same change")
    }

    /// A body with any content that opens, by the layout of docs/design, replication: Sealing.
    private static func forged(_ header: ChangeHeader, content: [UInt8]) -> [UInt8] {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: header.stamp.device >> UInt64(56 - 8 * $0)) }
        let cipher = AES256GCM(
            key: HKDF.key(
                from: key, salt: space.bytes, info: Array("packmule body 1".utf8) + number,
                byteCount: AES256GCM.keyByteCount))
        let nonce = [UInt8](repeating: 7, count: AES256GCM.nonceByteCount)
        return nonce + cipher.seal(content, nonce: nonce, associatedData: space.bytes + header.encoded)
    }

    private static let key = [UInt8](repeating: 3, count: Sealer.keyByteCount)
    private static let space = RecordID(high: 1, low: 2)
}
