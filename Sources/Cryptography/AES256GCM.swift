// Authenticated encryption with AES-256-GCM (NIST SP 800-38D), computed by libcrypto.

import CPackmuleCrypto

/// One key of AES-256-GCM, made ready once for many messages. It works for one thread at a time, and so is not
/// `Sendable`. A nonce may be used once a key; random ones are safe for 2³² messages (SP 800-38D section 8.3).
package final class AES256GCM {
    /// The bytes of a key.
    package static let keyByteCount = 32
    /// The bytes of a nonce.
    package static let nonceByteCount = 12
    /// The bytes of a tag, by which a sealed message is longer than its plaintext.
    package static let tagByteCount = 16

    private let context: OpaquePointer

    /// - Parameter key: exactly ``keyByteCount`` bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount)
        guard let context = packmule_gcm_make(key) else {
            preconditionFailure("libcrypto offers no AES-256-GCM")
        }
        self.context = context
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Seals a message: ciphertext, then tag. Allocates nothing.
    ///
    /// - Parameters:
    ///   - plaintext: less than 2 GiB; it may stand at the start of `sealed`.
    ///   - nonce: exactly ``nonceByteCount`` bytes.
    ///   - associatedData: what is authenticated but not in the message.
    ///   - sealed: exactly ``tagByteCount`` bytes longer than the plaintext.
    package func seal(
        _ plaintext: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into sealed: UnsafeMutableRawBufferPointer
    ) {
        precondition(nonce.count == Self.nonceByteCount && sealed.count == plaintext.count + Self.tagByteCount)
        let isSealed = packmule_gcm_seal(
            context, Self.bytes(nonce), Self.bytes(associatedData), Int32(associatedData.count),
            Self.bytes(plaintext), Int32(plaintext.count), Self.bytes(sealed),
            Self.bytes(UnsafeMutableRawBufferPointer(rebasing: sealed[plaintext.count...])))
        precondition(isSealed == 1, "libcrypto did not encrypt")
    }

    /// Opens what ``seal(_:nonce:associatedData:into:)`` made. Allocates nothing.
    ///
    /// - Parameters:
    ///   - sealed: any bytes from outside.
    ///   - nonce: exactly ``nonceByteCount`` bytes.
    ///   - plaintext: ``tagByteCount`` bytes shorter than a `sealed` that has so many; it may stand at its start.
    /// - Returns: false when key, nonce, associated data and message do not belong together; the plaintext is then
    ///   filled with zeros.
    package func open(
        _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into plaintext: UnsafeMutableRawBufferPointer
    ) -> Bool {
        precondition(nonce.count == Self.nonceByteCount)
        let count = sealed.count - Self.tagByteCount
        guard count >= 0, let count32 = Int32(exactly: count), let associated32 = Int32(exactly: associatedData.count)
        else { return false }
        precondition(plaintext.count == count)
        let isOpen = packmule_gcm_open(
            context, Self.bytes(nonce), Self.bytes(associatedData), associated32, Self.bytes(sealed), count32,
            Self.bytes(UnsafeRawBufferPointer(rebasing: sealed[count...])), Self.bytes(plaintext))
        if isOpen != 1 { plaintext.initializeMemory(as: UInt8.self, repeating: 0) }
        return isOpen == 1
    }

    private static func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
        buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }

    private static func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8>? {
        buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}

extension AES256GCM {
    /// Seals a message: ciphertext, then tag.
    ///
    /// - Parameter nonce: exactly ``nonceByteCount`` bytes.
    package func seal(_ plaintext: [UInt8], nonce: [UInt8], associatedData: [UInt8]) -> [UInt8] {
        let sealedCount = plaintext.count + Self.tagByteCount
        return [UInt8](unsafeUninitializedCapacity: sealedCount) { sealed, count in
            let output = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: sealed[..<sealedCount]))
            plaintext.withUnsafeBytes { plaintext in
                nonce.withUnsafeBytes { nonce in
                    associatedData.withUnsafeBytes {
                        seal(plaintext, nonce: nonce, associatedData: $0, into: output)
                    }
                }
            }
            count = sealedCount
        }
    }

    /// Opens what ``seal(_:nonce:associatedData:)`` made; nil when key, nonce, associated data and message do not
    /// belong together.
    ///
    /// - Parameter nonce: exactly ``nonceByteCount`` bytes.
    package func open(_ sealed: [UInt8], nonce: [UInt8], associatedData: [UInt8]) -> [UInt8]? {
        var isOpen = false
        let plaintextCount = max(0, sealed.count - Self.tagByteCount)
        let plaintext = [UInt8](unsafeUninitializedCapacity: plaintextCount) { plaintext, count in
            let output = UnsafeMutableRawBufferPointer(
                UnsafeMutableBufferPointer(rebasing: plaintext[..<plaintextCount]))
            isOpen = sealed.withUnsafeBytes { sealed in
                nonce.withUnsafeBytes { nonce in
                    associatedData.withUnsafeBytes {
                        open(sealed, nonce: nonce, associatedData: $0, into: output)
                    }
                }
            }
            count = isOpen ? plaintextCount : 0
        }
        return isOpen ? plaintext : nil
    }
}
