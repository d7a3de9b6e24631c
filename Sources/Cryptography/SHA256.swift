// SHA-256 (FIPS 180-4), computed by libcrypto.

import CPackmuleCrypto

/// The hash function SHA-256.
package enum SHA256 {
    /// The count of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes of the digest.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { digest(of: $0) }
    }

    /// The 32 bytes of the digest.
    package static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            packmule_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
            count = byteCount
        }
    }

    /// The first 16 bytes of the digest as one big-endian number of 128 bits, in two halves. Allocates nothing: the
    /// equality sum takes one for every change (docs/design, replication).
    package static func firstWord128(of bytes: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { words in
            packmule_sha256_start(bytes.baseAddress, bytes.count, words.baseAddress)
            return (words[0], words[1])
        }
    }
}
