// Reads the fixed forms of dates, times and rules from text, byte by byte, and never past the end.

/// A cursor over the bytes of a text. Every operation either consumes what it names or leaves the cursor alone.
struct ByteScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The bytes not yet consumed.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Consumes the byte if it comes next.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == byte.value else { return false }
        position += 1
        return true
    }

    /// Consumes the next byte if it is one of these, and returns it.
    mutating func take(anyOf choices: Unicode.Scalar...) -> UInt8? {
        guard let next, choices.contains(where: { $0.value == UInt32(next) }) else { return nil }
        position += 1
        return next
    }

    /// Consumes as many decimal digits as stand here, if there are `count` of them or more: exactly the count is taken.
    mutating func digits(_ count: Int) -> Int? {
        guard count <= bytes.count - position else { return nil }
        var number = 0
        for byte in bytes[position..<position + count] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += count
        return number
    }

    /// Consumes one to `limit` decimal digits, as many as there are; nil when there is none or one more than the limit.
    mutating func number(maximumDigits limit: Int) -> Int? {
        let count = rest.prefix { $0.isDigit }.count
        return (1...limit).contains(count) ? digits(count) : nil
    }

    /// Consumes bytes while they satisfy the condition.
    mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: condition)
        position = taken.endIndex
        return taken
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

/// The decimal digits of a number that is not negative, with zeros in front up to the width.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
