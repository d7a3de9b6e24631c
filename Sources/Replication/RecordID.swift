// The identity of a record: 16 bytes, made on the device that creates it.

/// A UUID. Ordered and compared as its 16 bytes; written as lower-case text `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.
public struct RecordID: Hashable, Comparable, Sendable {
    /// Bytes 0 to 7, big-endian.
    public let high: UInt64
    /// Bytes 8 to 15, big-endian.
    public let low: UInt64

    /// The identity with these 16 bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Nil unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var index = 0
        for byte in bytes {
            if index < 8 {
                halves.0 = halves.0 << 8 | UInt64(byte)
            } else {
                halves.1 = halves.1 << 8 | UInt64(byte)
            }
            index += 1
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// The 16 bytes in order.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
            count = 16
        }
    }

    /// The 16 bytes lent by a database; nil unless there are exactly 16.
    package init?(lent bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// Whether it follows from what the record is about: a UUIDv8, as ``natural(entity:key:)`` makes them.
    package var isNatural: Bool { high >> 12 & 0xF == 8 }

    /// Lends the 16 bytes in order, without allocating; they end with the call.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }

    /// By bytes.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension RecordID {
    /// A fresh UUIDv7 (RFC 9562 section 5.7): 48 bits of milliseconds since 1970, 74 random bits.
    ///
    /// - Parameters:
    ///   - milliseconds: since 1970; clamped to what 48 bits hold.
    ///   - random: 128 random bits, of which 74 are used.
    public static func version7(milliseconds: Int64, random: (UInt64, UInt64)) -> RecordID {
        let time = UInt64(max(0, min(milliseconds, (1 << 48) - 1)))
        return RecordID(high: time << 16 | 0x7000 | random.0 & 0x0FFF, low: 0b10 << 62 | random.1 >> 2)
    }
}

extension RecordID: CustomStringConvertible, LosslessStringConvertible {
    /// The usual form: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in lower case.
    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(Self.hexadecimal[Int(byte >> 4)])
            text.append(Self.hexadecimal[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil unless the text is a whole UUID in the usual form; upper case is understood.
    public init?(_ text: String) {
        var bytes: [UInt8] = []
        var high: UInt8?
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        for (index, character) in characters.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        self.init(bytes: bytes)
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension RecordID: FieldValue {
    /// Its 16 bytes.
    public var fieldValue: Value { .bytes(bytes) }

    /// Nil for anything but 16 bytes.
    public init?(fieldValue: Value) {
        guard case .bytes(let bytes) = fieldValue else { return nil }
        self.init(bytes: bytes)
    }
}
