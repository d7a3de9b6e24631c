// SHA-256 against the examples of NIST (FIPS 180-4 example values, and the Secure Hash Algorithm Validation System).

import Cryptography
import Testing

struct SHA256Tests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let message: [UInt8]
        let digest: String
        var testDescription: String { name }
    }

    static let examples = [
        Example(
            name: "nothing", message: [],
            digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Example(
            name: "one block", message: Array("abc".utf8),
            digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Example(
            name: "two blocks", message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Example(
            name: "one byte (SHAVS)", message: [0xD3],
            digest: "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
        Example(
            name: "a million times the letter a", message: Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
            digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test("The digest is the one NIST publishes", arguments: examples)
    func digest(example: Example) {
        #expect(hexadecimal(SHA256.digest(of: example.message)) == example.digest)
    }

    @Test("The first word is the first 16 bytes of the digest, big-endian", arguments: examples)
    func firstWord(example: Example) {
        let word = example.message.withUnsafeBytes { SHA256.firstWord128(of: $0) }
        let text =
            hexadecimal((0..<8).map { UInt8(truncatingIfNeeded: word.high >> (56 - 8 * $0)) })
            + hexadecimal((0..<8).map { UInt8(truncatingIfNeeded: word.low >> (56 - 8 * $0)) })
        #expect(text == example.digest.prefix(32))
    }
}
