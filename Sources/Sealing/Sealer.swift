// Bodies that only members of the space can read.

package import Cryptography
package import Platform
package import Replication

/// Seals and opens the bodies of one space, for one thread at a time (docs/design, replication: Sealing).
///
/// body = nonce (12 random bytes) ‖ ciphertext ‖ tag (16), by AES-256-GCM, where
/// - plaintext = the map of the fields other than 0 in CBOR, padded by ``Padding``;
/// - associated data = space id (16 bytes) ‖ `ChangeHeader.encoded`;
/// - key = HKDF-SHA-256(secret: the space key, salt: space id (16 bytes), info: `packmule body 1` in ASCII ‖ device
///   number of the stamp (8 bytes, big-endian)), 32 bytes.
///
/// The key follows from the stamp, so that any member may seal a change anew.
package final class Sealer: BodyCoding {
    let key: Secret
    let space: [UInt8]
    let random: any RandomSource
    private var ciphers: [UInt64: AES256GCM] = [:]

    /// - Parameters:
    ///   - key: the space key, ``keyByteCount`` bytes.
    ///   - space: the id of the space.
    ///   - random: where nonces come from. It has to be the system's, except in tests.
    package init(key: Secret, space: RecordID, random: any RandomSource) {
        precondition(key.bytes.count == Self.keyByteCount)
        self.key = key
        self.space = space.bytes
        self.random = random
    }

    /// The bytes of a space key.
    package static let keyByteCount = 32

    /// The change with its body sealed under a fresh nonce.
    package func seal(_ change: Change) -> SealedChange {
        let header = ChangeHeader(change)
        let plaintext = BodyText.bytes(of: change)
        let body = SealedBytes.seal(
            plaintext, paddedByteCount: Padding.paddedByteCount(plaintext.count), by: cipher(for: change.stamp.device),
            associatedData: space + header.encoded, random: random)
        return SealedChange(header: header, body: body[...])
    }

    /// The change; throws ``SealingError/doesNotOpen``, ``SealingError/malformed(_:)`` and
    /// ``SealingError/otherFields``. A body that was not sealed does not open.
    package func open(_ sealed: SealedChange) throws(SealingError) -> Change {
        let header = sealed.header
        guard (sealed.body.count - SealedBytes.addedByteCount).isMultiple(of: Padding.stepBytes),
            var plaintext = SealedBytes.open(
                sealed.body, by: cipher(for: header.stamp.device), associatedData: space + header.encoded)
        else { throw .doesNotOpen }
        guard let byteCount = Padding.contentByteCount(plaintext) else {
            throw .malformed(.malformed(.truncated, byteOffset: plaintext.count))
        }
        plaintext.removeLast(plaintext.count - byteCount)
        return try BodyText.change(header, plaintext)
    }

    private func cipher(for device: UInt64) -> AES256GCM {
        if let cipher = ciphers[device] { return cipher }
        let number = (0..<8).map { UInt8(truncatingIfNeeded: device >> UInt64(56 - 8 * $0)) }
        let cipher = AES256GCM(
            key: HKDF.key(
                from: key.bytes, salt: space, info: Array("packmule body 1".utf8) + number,
                byteCount: AES256GCM.keyByteCount))
        if ciphers.count >= Limits.keptKeys { ciphers.removeAll() }
        ciphers[device] = cipher
        return cipher
    }
}
