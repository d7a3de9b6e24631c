// Reads CBOR in its one deterministic form, and refuses every other.

/// Reads what ``CBORWriter`` writes. There is one form for each value, and nothing else is read: what is read is
/// written back as the same bytes. No method calls itself and no length or count is believed before its bytes are
/// there, so bytes from anywhere cost no more than their own size. Every failure is
/// ``ReplicationError/malformed(_:byteOffset:)``; the reader is of no use afterwards.
package struct CBORReader: Sendable {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    package private(set) var position = 0

    /// Starts at the first byte.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The kind of the next value.
    package enum Kind: Sendable { case null, bool, integer, double, text, bytes, array, map }

    /// Looks at the kind of the next value without reading it.
    package func nextKind() throws(ReplicationError) -> Kind {
        let first = try nextByte()
        switch first {
        case CBOR.null: return .null
        case CBOR.false, CBOR.true: return .bool
        case CBOR.double: return .double
        default: break
        }
        switch CBOR.Major(rawValue: first >> 5) {
        case .unsigned, .negative: return .integer
        case .bytes: return .bytes
        case .text: return .text
        case .array: return .array
        case .map: return .map
        case .tag, .simple, nil: throw malformed(.unexpectedKind)
        }
    }

    /// Reads null.
    package mutating func readNull() throws(ReplicationError) {
        guard try nextByte() == CBOR.null else { throw malformed(.unexpectedKind) }
        position += 1
    }

    /// Reads false or true.
    package mutating func readBool() throws(ReplicationError) -> Bool {
        let byte = try nextByte()
        guard byte == CBOR.false || byte == CBOR.true else { throw malformed(.unexpectedKind) }
        position += 1
        return byte == CBOR.true
    }

    /// Any number from −2⁶³ to 2⁶³ − 1.
    package mutating func readInteger() throws(ReplicationError) -> Int64 {
        let start = position
        let isNegative = try nextByte() >> 5 == CBOR.Major.negative.rawValue
        let argument = try readHead(isNegative ? .negative : .unsigned)
        guard let integer = Int64(exactly: argument) else { throw .malformed(.outOfRange, byteOffset: start) }
        return isNegative ? ~integer : integer
    }

    /// Any number from 0 to `limit`.
    package mutating func readUnsigned(through limit: UInt64 = .max) throws(ReplicationError) -> UInt64 {
        let start = position
        let argument = try readHead(.unsigned)
        guard argument <= limit else { throw .malformed(.outOfRange, byteOffset: start) }
        return argument
    }

    /// Reads a double of 8 bytes, with the bits they have.
    package mutating func readDouble() throws(ReplicationError) -> Double {
        guard try nextByte() == CBOR.double else { throw malformed(.unexpectedKind) }
        guard bytes.count - position >= 9 else { throw .malformed(.truncated, byteOffset: bytes.count) }
        defer { position += 9 }
        return Double(bitPattern: number(at: position + 1, byteCount: 8))
    }

    /// Reads a text: UTF-8 without U+0000.
    package mutating func readText() throws(ReplicationError) -> String {
        let start = position
        let content = try readContent(.text)
        // Nearly all texts are plain ones, and to validate those again would take longer than to read them.
        if content.allSatisfy({ 1...0x7F ~= $0 }) { return String(decoding: content, as: UTF8.self) }
        guard !content.contains(0) else { throw .malformed(.nulInText, byteOffset: start) }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .malformed(.invalidText, byteOffset: start)
        }
        return text
    }

    /// Reads a byte string of any length.
    package mutating func readBytes() throws(ReplicationError) -> [UInt8] {
        Array(try readContent(.bytes))
    }

    /// Reads a byte string of at most `limit` bytes without copying it.
    package mutating func readSlice(through limit: Int) throws(ReplicationError) -> ArraySlice<UInt8> {
        let start = position
        let content = try readContent(.bytes)
        guard content.count <= limit else { throw .malformed(.tooLong, byteOffset: start) }
        return content
    }

    /// Exactly that many bytes.
    package mutating func readBytes(count: Int) throws(ReplicationError) -> [UInt8] {
        let start = position
        let content = try readContent(.bytes)
        guard content.count == count else { throw .malformed(.wrongLength, byteOffset: start) }
        return Array(content)
    }

    /// The 16 bytes of an identity.
    package mutating func readRecordID() throws(ReplicationError) -> RecordID {
        let start = position
        let content = try readContent(.bytes)
        guard content.count == 16 else { throw .malformed(.wrongLength, byteOffset: start) }
        return RecordID(
            high: number(at: content.startIndex, byteCount: 8), low: number(at: content.startIndex + 8, byteCount: 8))
    }

    /// Opens an array and gives the count of its elements, which are to be read next; there are at least as many bytes.
    package mutating func readArray() throws(ReplicationError) -> Int {
        try readCount(.array, bytesEach: 1)
    }

    /// Opens an array that must have that many elements.
    package mutating func readArray(count: Int) throws(ReplicationError) {
        let start = position
        guard try readArray() == count else { throw .malformed(.wrongLength, byteOffset: start) }
    }

    /// Opens a map and gives the count of its entries. Each is to be read next: its key with ``readKey(after:_:)``,
    /// then its value.
    package mutating func readMap() throws(ReplicationError) -> Int {
        try readCount(.map, bytesEach: 2)
    }

    /// Reads the key of one entry of a map, which must come after the key before it.
    ///
    /// - Parameters:
    ///   - previous: where the key before it stands, nil for the first; set to where this one stands.
    ///   - read: reads the key.
    package mutating func readKey<Key>(
        after previous: inout Range<Int>?,
        _ read: (inout CBORReader) throws(ReplicationError) -> Key
    ) throws(ReplicationError) -> Key {
        let start = position
        let key = try read(&self)
        let place = start..<position
        if let previous, !bytes[previous].lexicographicallyPrecedes(bytes[place]) {
            let isSame = bytes[previous].elementsEqual(bytes[place])
            throw .malformed(isSame ? .duplicateKey : .unsortedKeys, byteOffset: start)
        }
        previous = place
        return key
    }

    /// Ends reading: nothing may follow.
    package func finish() throws(ReplicationError) {
        guard position == bytes.count else { throw malformed(.trailingBytes) }
    }

    /// A failure at the next byte.
    func malformed(_ malformation: ReplicationError.Malformation) -> ReplicationError {
        .malformed(malformation, byteOffset: position)
    }

    private func nextByte() throws(ReplicationError) -> UInt8 {
        guard position < bytes.count else { throw malformed(.truncated) }
        return bytes[position]
    }

    /// The big-endian number in these bytes, which must be there.
    private func number(at offset: Int, byteCount: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in offset..<offset + byteCount { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    private mutating func readContent(_ major: CBOR.Major) throws(ReplicationError) -> ArraySlice<UInt8> {
        let length = try readHead(major)
        guard length <= UInt64(bytes.count - position) else { throw .malformed(.truncated, byteOffset: bytes.count) }
        defer { position += Int(length) }
        return bytes[position..<position + Int(length)]
    }

    private mutating func readCount(_ major: CBOR.Major, bytesEach: UInt64) throws(ReplicationError) -> Int {
        let count = try readHead(major)
        guard count <= UInt64(bytes.count - position) / bytesEach else {
            throw .malformed(.truncated, byteOffset: bytes.count)
        }
        return Int(count)
    }

    /// Reads the head of a value of this kind and gives its argument, which must be in its shortest form.
    private mutating func readHead(_ major: CBOR.Major) throws(ReplicationError) -> UInt64 {
        let start = position
        let first = try nextByte()
        guard first >> 5 == major.rawValue else { throw malformed(.unexpectedKind) }
        let short = first & 31
        guard short >= 24 else {
            position += 1
            return UInt64(short)
        }
        guard short <= 27 else { throw malformed(.notDeterministic) }
        let byteCount = 1 << Int(short - 24)
        guard bytes.count - position > byteCount else { throw .malformed(.truncated, byteOffset: bytes.count) }
        let argument = number(at: position + 1, byteCount: byteCount)
        let least: UInt64 = byteCount == 1 ? 24 : 1 << UInt64(4 * byteCount)
        guard argument >= least else { throw .malformed(.notDeterministic, byteOffset: start) }
        position += 1 + byteCount
        return argument
    }
}
