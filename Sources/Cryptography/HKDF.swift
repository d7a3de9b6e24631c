// Keys derived from keys: HKDF with SHA-256 (RFC 5869).

import CPackmuleCrypto

/// The key derivation function HKDF with SHA-256. It needs a secret of full strength: a key or a random code, never a
/// password.
package enum HKDF {
    /// The most bytes one derivation gives (RFC 5869 section 2.3): 255 digests.
    package static let longestByteCount = 255 * SHA256.byteCount

    /// Extracts and expands in one step.
    ///
    /// - Parameters:
    ///   - secret: the input keying material.
    ///   - salt: need not be secret; an empty one counts as 32 zeros.
    ///   - info: what the key is for: different words give independent keys.
    ///   - byteCount: 0 to ``longestByteCount``.
    package static func key(
        from secret: [UInt8], salt: [UInt8] = [], info: [UInt8], byteCount: Int
    ) -> [UInt8] {
        precondition(0...longestByteCount ~= byteCount)
        let pseudorandomKey = authenticationCode(
            of: secret, key: salt.isEmpty ? [UInt8](repeating: 0, count: SHA256.byteCount) : salt)
        var key: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while key.count < byteCount {
            block = authenticationCode(of: block + info + [number], key: pseudorandomKey)
            key += block.prefix(byteCount - key.count)
            number &+= 1
        }
        return key
    }

    /// HMAC-SHA-256 (RFC 2104).
    private static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            let isComputed = packmule_hmac_sha256(key, Int32(key.count), bytes, bytes.count, code.baseAddress)
            precondition(isComputed == 1, "libcrypto offers no HMAC-SHA-256")
            count = SHA256.byteCount
        }
    }
}
