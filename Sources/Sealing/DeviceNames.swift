// Names of the devices of a space, which a server keeps and must not read.

internal import Cryptography
internal import Replication

extension Sealer {
    /// nonce (12 random bytes) ‖ ciphertext ‖ tag (16), by AES-256-GCM, where
    /// - plaintext = the name in UTF-8, padded by ``Padding``;
    /// - associated data = space id (16 bytes) ‖ `device` in ASCII ‖ token hash;
    /// - key = HKDF-SHA-256(secret: the space key, salt: space id, info: `packmule device name 1` in ASCII), 32 bytes.
    package func seal(name: String, of tokenHash: [UInt8]) -> [UInt8] {
        let plaintext = Array(name.utf8)
        return SealedBytes.seal(
            plaintext, paddedByteCount: Padding.paddedByteCount(plaintext.count), by: nameCipher,
            associatedData: associatedData(tokenHash), random: random)
    }

    /// Throws ``SealingError/doesNotOpen``, and ``SealingError/malformed(_:)`` for what is no text.
    package func openName(_ sealed: [UInt8], of tokenHash: [UInt8]) throws(SealingError) -> String {
        guard let plaintext = SealedBytes.open(sealed[...], by: nameCipher, associatedData: associatedData(tokenHash))
        else { throw .doesNotOpen }
        guard let byteCount = Padding.contentByteCount(plaintext) else {
            throw .malformed(.malformed(.truncated, byteOffset: plaintext.count))
        }
        return try PlainBodies().openName(Array(plaintext.prefix(byteCount)), of: tokenHash)
    }

    private var nameCipher: AES256GCM {
        AES256GCM(
            key: HKDF.key(
                from: key.bytes, salt: space, info: Array("packmule device name 1".utf8),
                byteCount: AES256GCM.keyByteCount))
    }

    private func associatedData(_ tokenHash: [UInt8]) -> [UInt8] {
        space + Array("device".utf8) + tokenHash
    }
}

extension PlainBodies {
    /// The name in UTF-8.
    package func seal(name: String, of tokenHash: [UInt8]) -> [UInt8] {
        Array(name.utf8)
    }

    /// Throws ``SealingError/malformed(_:)`` for what is no UTF-8.
    package func openName(_ sealed: [UInt8], of tokenHash: [UInt8]) throws(SealingError) -> String {
        guard let name = String(validating: sealed, as: UTF8.self) else {
            throw .malformed(.malformed(.invalidText, byteOffset: 0))
        }
        return name
    }
}
