// Bytes as text in the alphabet that needs no escaping in addresses.

/// Base64url without padding (RFC 4648 section 5). One text for each run of bytes, and no other is read.
package enum Base64URL {
    /// The text of these bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity((bytes.count * 8 + 5) / 6)
        var (rest, bitCount): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            (rest, bitCount) = (rest << 8 | UInt32(byte), bitCount + 8)
            while bitCount >= 6 {
                bitCount -= 6
                digits.append(alphabet[Int(rest >> bitCount & 63)])
            }
        }
        if bitCount > 0 { digits.append(alphabet[Int(rest << (6 - bitCount) & 63)]) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes of a text in UTF-8; nil unless it is the one text of exactly that many bytes.
    package static func bytes(of digits: some Collection<UInt8>, count: Int) -> [UInt8]? {
        guard digits.count == (count * 8 + 5) / 6 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var (rest, bitCount): (UInt32, UInt32) = (0, 0)
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            (rest, bitCount) = (rest << 6 | value, bitCount + 6)
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: rest >> bitCount))
            }
        }
        let isPaddedWithZeros = rest & ((1 << bitCount) - 1) == 0
        return isPaddedWithZeros ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
