// The code on paper that opens a space again when every device is lost.

package import Cryptography
package import Platform

/// 160 random bits as text for paper: `7ZZZ-0123-…`, 8 groups of 4 characters and a check group of 4.
///
/// The characters are those of Crockford's base32, 5 bits each, from the first bit on:
/// `0123456789ABCDEFGHJKMNPQRSTVWXYZ`. They are chosen over those of RFC 4648 because no two look alike on paper. The
/// check group is the first 20 bits of SHA-256(`packmule recovery check 1` in ASCII ‖ the 20 bytes), so that one
/// mistyped code in a million goes unnoticed.
package struct RecoveryCode: Sendable, Equatable {
    /// The characters of a code without its hyphens.
    package static let characterCount = 36

    /// The 20 bytes, for ``Wrapping``.
    package let secret: Secret

    /// A fresh code.
    package init(random: any RandomSource) {
        secret = Secret(byteCount: Wrapping.recoveryByteCount, random: random)
    }

    /// Reads a code as people type it: in either case, with or without hyphens and blanks anywhere, O for 0, I and L
    /// for 1.
    ///
    /// - Throws: ``SealingError/codeLength(characterCount:)``, ``SealingError/codeCharacter(_:group:)``,
    ///   ``SealingError/codeMistyped``.
    package init(_ text: String) throws(SealingError) {
        var digits: [UInt8] = []
        for character in text where character != "-" && !character.isWhitespace {
            guard let digit = Self.digit(character) else {
                throw .codeCharacter(character, group: digits.count / Self.groupCharacterCount + 1)
            }
            digits.append(digit)
        }
        guard digits.count == Self.characterCount else { throw .codeLength(characterCount: digits.count) }
        let bytes = Self.bytes(digits.prefix(32))
        guard Array(digits.suffix(Self.groupCharacterCount)) == Self.checkDigits(bytes) else { throw .codeMistyped }
        secret = Secret(bytes)
    }

    /// The code for paper: 9 groups of 4 characters with hyphens between them. Only `recovery` prints it.
    package var text: String {
        let digits = Self.digits(secret.bytes) + Self.checkDigits(secret.bytes)
        return stride(from: 0, to: digits.count, by: Self.groupCharacterCount).map { start in
            String(
                decoding: digits[start..<start + Self.groupCharacterCount].map { Self.alphabet[Int($0)] }, as: UTF8.self
            )
        }.joined(separator: "-")
    }

    private static let groupCharacterCount = 4
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private static func digit(_ character: Character) -> UInt8? {
        switch character {
        case "O", "o": 0
        case "I", "i", "L", "l": 1
        default:
            character.asciiValue.flatMap { byte in
                let upper = 0x61...0x7A ~= byte ? byte & 0xDF : byte
                return alphabet.firstIndex(of: upper).map { UInt8($0) }
            }
        }
    }

    private static func checkDigits(_ bytes: [UInt8]) -> [UInt8] {
        let digest = SHA256.digest(of: Array("packmule recovery check 1".utf8) + bytes)
        return Array(digits(Array(digest.prefix(5))).prefix(groupCharacterCount))
    }

    /// 8 digits for each 5 bytes.
    private static func digits(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 5).flatMap { start in
            let bits = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(35 - 5 * $0) & 31) }
        }
    }

    /// 5 bytes for each 8 digits.
    private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 8).flatMap { start in
            let bits = digits[start..<start + 8].reduce(UInt64(0)) { $0 << 5 | UInt64($1) }
            return (0..<5).map { UInt8(truncatingIfNeeded: bits >> UInt64(32 - 8 * $0)) }
        }
    }
}
