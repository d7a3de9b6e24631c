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
        sealed += random.bytes(count: AES256GCM.nonceByteCount)
        sealed += plaintext
        if byteCount > plaintext.count {
            sealed.append(Padding.mark)
            sealed.append(contentsOf: repeatElement(0, count: byteCount - plaintext.count - 1))
        }
        sealed.append(contentsOf: repeatElement(0, count: AES256GCM.tagByteCount))
        sealed.withUnsafeMutableBytes { bytes in
            associatedData.withUnsafeBytes { seal(bytes, by: cipher, associatedData: $0) }
        }
        return sealed
    }

    /// Seals in its place what has the layout already, with the plaintext where the ciphertext goes.
    static func seal(
        _ bytes: UnsafeMutableRawBufferPointer, by cipher: AES256GCM, associatedData: UnsafeRawBufferPointer
    ) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[AES256GCM.nonceByteCount...])
        cipher.seal(
            UnsafeRawBufferPointer(rebasing: rest.dropLast(AES256GCM.tagByteCount)),
            nonce: UnsafeRawBufferPointer(rebasing: bytes[..<AES256GCM.nonceByteCount]), associatedData: associatedData,
            into: rest)
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
}
