// Writes CBOR in its one deterministic form.

/// The parts of CBOR (RFC 8949) that replication uses, in the core deterministic encoding of section 4.2.1: shortest
/// heads, definite lengths. A map's keys are brought into order by the caller. Doubles are always 8 bytes, with the
/// bits they have, so that a value that is not a number keeps its payload; this one rule differs from section 4.2.1,
/// which would shorten them.
package struct CBORWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// - Parameter reservedByteCount: how many bytes will probably be written.
    package init(reservedByteCount: Int = 0) {
        bytes.reserveCapacity(reservedByteCount)
    }

    /// Starts anew in the same memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Puts bytes as they are behind what was written: a frame around a text of CBOR.
    package mutating func append(_ raw: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: raw)
    }

    /// Puts the same byte so often behind what was written.
    package mutating func append(_ byte: UInt8, count: Int) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
    }

    /// Lends all that was written, to be changed in its place.
    package mutating func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) -> Result
    ) -> Result {
        bytes.withUnsafeMutableBytes { body($0) }
    }

    /// Writes null.
    package mutating func writeNull() {
        bytes.append(CBOR.null)
    }

    /// Writes false or true.
    package mutating func write(_ bool: Bool) {
        bytes.append(bool ? CBOR.true : CBOR.false)
    }

    /// Writes a whole number of any sign.
    package mutating func write(_ integer: Int64) {
        if integer >= 0 {
            writeHead(.unsigned, UInt64(integer))
        } else {
            writeHead(.negative, UInt64(bitPattern: ~integer))
        }
    }

    /// Writes a whole number from 0.
    package mutating func write(_ number: UInt64) {
        writeHead(.unsigned, number)
    }

    /// Writes a double as 8 bytes, bit by bit.
    package mutating func write(_ double: Double) {
        bytes.append(CBOR.double)
        append(double.bitPattern, byteCount: 8)
    }

    /// Writes a text, which must not hold U+0000.
    package mutating func write(_ text: String) {
        writeHead(.text, UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a byte string.
    package mutating func write(_ content: some Collection<UInt8>) {
        writeHead(.bytes, UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Writes the 16 bytes of an identity.
    package mutating func write(_ record: RecordID) {
        writeHead(.bytes, 16)
        append(record.high, byteCount: 8)
        append(record.low, byteCount: 8)
    }

    /// Opens an array of that many elements, which are written next.
    package mutating func writeArray(count: Int) {
        writeHead(.array, UInt64(count))
    }

    /// Opens a map of that many entries, which are written next, key and value in turn, by ascending key.
    package mutating func writeMap(count: Int) {
        writeHead(.map, UInt64(count))
    }

    private mutating func writeHead(_ kind: CBOR.Major, _ argument: UInt64) {
        let major = kind.rawValue << 5
        switch argument {
        case ..<24:
            bytes.append(major | UInt8(argument))
        case ..<0x100:
            bytes.append(major | 24)
            append(argument, byteCount: 1)
        case ..<0x1_0000:
            bytes.append(major | 25)
            append(argument, byteCount: 2)
        case ..<0x1_0000_0000:
            bytes.append(major | 26)
            append(argument, byteCount: 4)
        default:
            bytes.append(major | 27)
            append(argument, byteCount: 8)
        }
    }

    private mutating func append(_ number: UInt64, byteCount: Int) {
        withUnsafeBytes(of: number.bigEndian) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[(8 - byteCount)...]))
        }
    }
}

/// The bytes that make CBOR's heads (RFC 8949 section 3).
enum CBOR {
    /// The upper 3 bits of a head.
    enum Major: UInt8 {
        case unsigned = 0
        case negative = 1
        case bytes = 2
        case text = 3
        case array = 4
        case map = 5
        case tag = 6
        case simple = 7
    }

    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let double: UInt8 = 0xFB

    /// How many bytes the head of this length or number takes.
    static func headByteCount(_ argument: Int) -> Int {
        switch argument {
        case ..<24: 1
        case ..<0x100: 2
        case ..<0x1_0000: 3
        case ..<0x1_0000_0000: 5
        default: 9
        }
    }
}
