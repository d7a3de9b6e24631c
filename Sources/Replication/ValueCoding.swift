// A value as CBOR: in parked cells, in bodies of changes, in the log.

extension Value {
    /// The value as CBOR: null, bool, integer, double (always 8 bytes, bit by bit), text, or byte string.
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: encodedByteCount)
        writer.write(self)
        return writer.bytes
    }

    /// How many bytes ``encoded`` has.
    package var encodedByteCount: Int {
        switch self {
        case .null, .bool: 1
        case .integer(let integer): CBOR.headByteCount(Int(integer < 0 ? ~integer : integer))
        case .double: 9
        case .text(let text): CBOR.headByteCount(text.utf8.count) + text.utf8.count
        case .bytes(let bytes): CBOR.headByteCount(bytes.count) + bytes.count
        }
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(ReplicationError) {
        var reader = CBORReader(bytes)
        self = try reader.readValue()
        try reader.finish()
    }
}

extension CBORWriter {
    /// Writes a value of a field.
    package mutating func write(_ value: Value) {
        switch value {
        case .null: writeNull()
        case .bool(let bool): write(bool)
        case .integer(let integer): write(integer)
        case .double(let double): write(double)
        case .text(let text): write(text)
        case .bytes(let bytes): write(bytes)
        }
    }
}

extension CBORReader {
    /// Reads a value of a field.
    package mutating func readValue() throws(ReplicationError) -> Value {
        switch try nextKind() {
        case .null:
            try readNull()
            return .null
        case .bool: return .bool(try readBool())
        case .integer: return .integer(try readInteger())
        case .double: return .double(try readDouble())
        case .text: return .text(try readText())
        case .bytes: return .bytes(try readBytes())
        case .array, .map: throw malformed(.unexpectedKind)
        }
    }
}
