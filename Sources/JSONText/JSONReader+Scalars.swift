// Reading JSON: strings and numbers.

extension JSONReader {
    /// Reads a string; the opening quotation mark stands here.
    mutating func readString() throws(JSONError) -> String {
        let start = position + 1
        position = start
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
                    throw error(.malformedUTF8, at: start)
                }
                position += 1
                return text
            case UInt8(ascii: "\\"): return try readEscapedString(from: start)
            case 0..<0x20: throw error(.controlCharacter)
            default: position += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    /// Goes on with a string at its first escape.
    private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
        var content = Array(bytes[start..<position])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw error(.malformedUTF8, at: start)
                }
                position += 1
                return text
            case UInt8(ascii: "\\"): content.append(contentsOf: UTF8.encode(try readEscape()) ?? .init())
            case 0..<0x20: throw error(.controlCharacter)
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        guard start + 1 < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
        default: throw error(.malformedEscape, at: start)
        }
    }

    /// Four digits, or two times four for a character beyond U+FFFF (RFC 8259 section 7).
    private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try readFourDigits(of: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw error(.loneSurrogate, at: start) }
        position += 2
        let low = try readFourDigits(of: position - 2)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        else { throw error(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func readFourDigits(of start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw error(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error(.malformedEscape, at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Reads a number; a minus sign or a digit stands here.
    mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let whole = position
        var digits = Digits()
        readDigits(into: &digits)
        let wholeCount = position - whole
        if wholeCount == 0, position == bytes.count { throw error(.unexpectedEnd) }
        guard wholeCount == 1 || (wholeCount > 1 && bytes[whole] != UInt8(ascii: "0")) else {
            throw error(.malformedNumber, at: start)
        }
        guard next == UInt8(ascii: ".") || next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else {
            if let integer = digits.integer(isNegative: isNegative) { return .integer(integer) }
            return try readDouble(start)
        }
        var exponent = 0
        if next == UInt8(ascii: ".") {
            position += 1
            let fraction = position
            readDigits(into: &digits)
            guard position > fraction else { throw error(.malformedNumber, at: start) }
            exponent = fraction - position
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            var power = Digits()
            let first = position
            readDigits(into: &power)
            guard position > first else { throw error(.malformedNumber, at: start) }
            return try readDouble(start)
        }
        if let double = digits.double(isNegative: isNegative, exponent: exponent) { return .double(double) }
        return try readDouble(start)
    }

    private mutating func readDigits(into digits: inout Digits) {
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            digits.append(byte &- UInt8(ascii: "0"))
            position += 1
        }
    }

    /// The number from `start` to here by the standard library, correctly rounded.
    private func readDouble(_ start: Int) throws(JSONError) -> JSONValue {
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
            throw error(.numberOutOfRange, at: start)
        }
        return .double(value)
    }
}

/// Digits as a number, as long as they fit 64 bits.
private struct Digits {
    private var value: UInt64? = 0

    mutating func append(_ digit: UInt8) {
        guard let value else { return }
        let (tens, overflowsTens) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflowsSum) = tens.addingReportingOverflow(UInt64(digit))
        self.value = overflowsTens || overflowsSum ? nil : sum
    }

    /// The integer, or nil when it does not fit or is minus zero, which only a double can be.
    func integer(isNegative: Bool) -> Int64? {
        guard let value else { return nil }
        guard isNegative else { return Int64(exactly: value) }
        guard value != 0, value <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- value)
    }

    /// The digits × 10^exponent where one division of two exact doubles rounds correctly (W. D. Clinger, "How to read
    /// floating point numbers accurately", 1990), otherwise nil.
    func double(isNegative: Bool, exponent: Int) -> Double? {
        guard let value, value <= 1 << 53, exponent <= 0, exponent >= -22 else { return nil }
        let magnitude = Double(value) / powersOfTen[-exponent]
        return isNegative ? -magnitude : magnitude
    }
}

/// 10^0 to 10^22: the powers of ten that a double holds exactly.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]
