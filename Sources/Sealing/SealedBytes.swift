// Bytes sealed under a random nonce, which stands before them.

internal import Cryptography
internal import Platform

/// The layout nonce (12 bytes) ‖ ciphertext ‖ tag (16 bytes).
enum SealedBytes {
    /// By how many bytes they are longer than the plaintext.
    static let addedByteCount = AES256GCM.nonceByteCount + AES256GCM.tagByteCount

    /// Seals a plaintext under a fresh nonce.
    ///
    /// - Parameter paddedByteCount: the length to which ``Padding`` brings the plaintext; nil for none.
    static func seal(
        _ plaintext: [UInt8], paddedByteCount: Int? = nil, by cipher: AES256GCM, associatedData: [UInt8],
        random: any RandomSource
    ) -> [UInt8] {
        let byteCount = paddedByteCount ?? plaintext.count
        var sealed: [UInt8] = []
        sealed.reserveCapacity(byteCount + addedByteCount)
        append(random.next64(), byteCount: 8, to: &sealed)
        append(random.next64(), byteCount: 4, to: &sealed)
        sealed += plaintext
        if byteCount > plaintext.count {
            sealed.append(0x80)
            sealed.append(contentsOf: repeatElement(0, count: byteCount - plaintext.count - 1))
        }
        sealed.append(contentsOf: repeatElement(0, count: AES256GCM.tagByteCount))
        sealed.withUnsafeMutableBytes { bytes in
            let nonce = UnsafeRawBufferPointer(rebasing: bytes[..<AES256GCM.nonceByteCount])
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[AES256GCM.nonceByteCount...])
            associatedData.withUnsafeBytes {
                cipher.seal(
                    UnsafeRawBufferPointer(rebasing: rest[..<byteCount]), nonce: nonce, associatedData: $0, into: rest)
            }
        }
        return sealed
    }

    /// The plaintext, padded as it was sealed; nil when the bytes do not open.
    static func open(_ sealed: ArraySlice<UInt8>, by cipher: AES256GCM, associatedData: [UInt8]) -> [UInt8]? {
        guard sealed.count >= addedByteCount else { return nil }
        let byteCount = sealed.count - addedByteCount
        var isOpen = false
        let plaintext = [UInt8](unsafeUninitializedCapacity: byteCount) { plaintext, count in
            let output = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: plaintext[..<byteCount]))
            isOpen = sealed.withUnsafeBytes { sealed in
                associatedData.withUnsafeBytes {
                    cipher.open(
                        UnsafeRawBufferPointer(rebasing: sealed[AES256GCM.nonceByteCount...]),
                        nonce: UnsafeRawBufferPointer(rebasing: sealed[..<AES256GCM.nonceByteCount]),
                        associatedData: $0, into: output)
                }
            }
            count = isOpen ? byteCount : 0
        }
        return isOpen ? plaintext : nil
    }

    private static func append(_ number: UInt64, byteCount: Int, to bytes: inout [UInt8]) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index))) }
    }
}
