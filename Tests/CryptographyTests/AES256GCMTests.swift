// AES-256-GCM against the test cases of its submission to NIST (McGrew and Viega), and two made with Python's
// cryptography.

import Cryptography
import Testing

struct AES256GCMTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let key: [UInt8]
        let nonce: [UInt8]
        let plaintext: [UInt8]
        let associatedData: [UInt8]
        let sealed: [UInt8]
        var testDescription: String { name }
    }

    static let longKey = bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    static let longNonce = bytes("cafebabefacedbaddecaf888")
    static let longPlaintext = bytes(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
        """)
    static let longCiphertext = bytes(
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
        """)

    static let vectors = [
        Vector(
            name: "case 13, nothing", key: zeros(32), nonce: zeros(12), plaintext: [], associatedData: [],
            sealed: bytes("530f8afbc74536b9a963b4f1c4cb738b")),
        Vector(
            name: "case 14, one block", key: zeros(32), nonce: zeros(12), plaintext: zeros(16), associatedData: [],
            sealed: bytes("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")),
        Vector(
            name: "case 15, four blocks", key: longKey, nonce: longNonce, plaintext: longPlaintext, associatedData: [],
            sealed: longCiphertext + bytes("b094dac5d93471bdec1a502270e3cc6c")),
        Vector(
            name: "case 16, associated data", key: longKey, nonce: longNonce,
            plaintext: Array(longPlaintext.prefix(60)),
            associatedData: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
            sealed: Array(longCiphertext.prefix(60)) + bytes("76fc6ece0f4e1768cddf8853bb2d551b")),
        Vector(
            name: "80 bytes with 50", key: Array(0..<32), nonce: Array(100..<112), plaintext: Array(0..<80),
            associatedData: Array(200..<250),
            sealed: bytes(
                """
                481adc657dec5099366b55e3d66864f252d314199f79e565bfc8b653e7bebb57b4c862e36837bd23d5da5214d16fe4e0\
                2b6aaad4147f771fc2c896edd3bc9bb548cd994d920e7d42c326a7085dc77fa93958853595fd7b971f59e03570c5e0b5
                """)),
        Vector(
            name: "associated data alone", key: Array(0..<32), nonce: Array(100..<112), plaintext: [],
            associatedData: Array(200..<250), sealed: bytes("2d2bcc52a30e67cd43422916b244297b")),
    ]

    static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    @Test("Sealing gives the published bytes, and opening gives the plaintext back", arguments: vectors)
    func published(vector: Vector) {
        let cipher = AES256GCM(key: vector.key)
        #expect(
            cipher.seal(vector.plaintext, nonce: vector.nonce, associatedData: vector.associatedData) == vector.sealed)
        #expect(
            cipher.open(vector.sealed, nonce: vector.nonce, associatedData: vector.associatedData) == vector.plaintext)
    }

    @Test("One key seals and opens message after message, in any order")
    func manyMessages() {
        let cipher = AES256GCM(key: Self.longKey)
        for vector in Self.vectors + Self.vectors.reversed() where vector.key == Self.longKey {
            #expect(
                cipher.seal(vector.plaintext, nonce: vector.nonce, associatedData: vector.associatedData)
                    == vector.sealed)
            #expect(cipher.open(vector.sealed, nonce: zeroNonce, associatedData: vector.associatedData) == nil)
            #expect(
                cipher.open(vector.sealed, nonce: vector.nonce, associatedData: vector.associatedData)
                    == vector.plaintext)
        }
    }

    @Test("One flipped bit anywhere does not open")
    func flippedBits() {
        let vector = Self.vectors[4]
        let cipher = AES256GCM(key: vector.key)
        for bit in 0..<8 * vector.sealed.count {
            let sealed = flipped(vector.sealed, bit: bit)
            #expect(cipher.open(sealed, nonce: vector.nonce, associatedData: vector.associatedData) == nil)
        }
        for bit in 0..<8 * vector.associatedData.count {
            let associatedData = flipped(vector.associatedData, bit: bit)
            #expect(cipher.open(vector.sealed, nonce: vector.nonce, associatedData: associatedData) == nil)
        }
        for bit in 0..<8 * vector.nonce.count {
            let nonce = flipped(vector.nonce, bit: bit)
            #expect(cipher.open(vector.sealed, nonce: nonce, associatedData: vector.associatedData) == nil)
        }
        for bit in 0..<8 * vector.key.count {
            let other = AES256GCM(key: flipped(vector.key, bit: bit))
            #expect(other.open(vector.sealed, nonce: vector.nonce, associatedData: vector.associatedData) == nil)
        }
    }

    @Test("A message cut at any length does not open")
    func truncated() {
        let vector = Self.vectors[4]
        let cipher = AES256GCM(key: vector.key)
        for count in 0..<vector.sealed.count {
            let sealed = Array(vector.sealed.prefix(count))
            #expect(cipher.open(sealed, nonce: vector.nonce, associatedData: vector.associatedData) == nil)
        }
    }

    @Test("A message may be sealed and opened where it stands")
    func inPlace() {
        let vector = Self.vectors[4]
        let cipher = AES256GCM(key: vector.key)
        var buffer = vector.plaintext + Self.zeros(16)
        vector.nonce.withUnsafeBytes { nonce in
            vector.associatedData.withUnsafeBytes { associatedData in
                buffer.withUnsafeMutableBytes {
                    let plaintext = UnsafeRawBufferPointer(rebasing: $0[..<80])
                    cipher.seal(plaintext, nonce: nonce, associatedData: associatedData, into: $0)
                }
                #expect(buffer == vector.sealed)
                let isOpen = buffer.withUnsafeMutableBytes {
                    cipher.open(
                        UnsafeRawBufferPointer($0), nonce: nonce, associatedData: associatedData,
                        into: UnsafeMutableRawBufferPointer(rebasing: $0[..<80]))
                }
                #expect(isOpen)
            }
        }
        #expect(Array(buffer.prefix(80)) == vector.plaintext)
    }

    @Test("What did not open leaves zeros, never a plaintext without proof")
    func nothingUnproven() {
        let vector = Self.vectors[4]
        var plaintext = [UInt8](repeating: 1, count: 80)
        let isOpen = flipped(vector.sealed, bit: 8 * 80).withUnsafeBytes { sealed in
            vector.nonce.withUnsafeBytes { nonce in
                vector.associatedData.withUnsafeBytes { associatedData in
                    plaintext.withUnsafeMutableBytes {
                        AES256GCM(key: vector.key).open(
                            sealed, nonce: nonce, associatedData: associatedData, into: $0)
                    }
                }
            }
        }
        #expect(!isOpen)
        #expect(plaintext == Self.zeros(80))
    }

    private let zeroNonce = zeros(12)

    private func flipped(_ bytes: [UInt8], bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }
}
