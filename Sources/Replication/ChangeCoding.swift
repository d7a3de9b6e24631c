// A change as CBOR: its body alone, and whole with its header.

extension [Change.Field] {
    /// The body of a change: a map from field number to value, by ascending number. The numbers must ascend, as those
    /// of a ``Change`` do.
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: encodedByteCount)
        writer.write(self)
        return writer.bytes
    }

    /// How many bytes ``encoded`` has.
    package var encodedByteCount: Int {
        reduce(CBOR.headByteCount(count)) {
            $0 + CBOR.headByteCount(Int($1.number)) + $1.value.encodedByteCount
        }
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(ReplicationError) {
        var reader = CBORReader(bytes)
        self = try reader.readFields()
        try reader.finish()
    }
}

extension Change {
    /// The whole change with a clear header: the array [entity, record (16 bytes), time, device number, body].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: encodedByteCount)
        writer.write(self)
        return writer.bytes
    }

    /// How many bytes ``encoded`` has.
    package var encodedByteCount: Int {
        1 + CBOR.headByteCount(Int(entity)) + 17 + CBOR.headByteCount(Int(stamp.time))
            + CBOR.headByteCount(Int(stamp.device)) + fields.encodedByteCount
    }

    /// Reads ``encoded``, at most ``ReplicationLimits/changeByteCount``.
    package init(encoded bytes: [UInt8]) throws(ReplicationError) {
        guard bytes.count <= ReplicationLimits.changeByteCount else {
            throw .malformed(.tooLong, byteOffset: ReplicationLimits.changeByteCount)
        }
        var reader = CBORReader(bytes)
        self = try reader.readChange()
        try reader.finish()
    }

    /// Refuses what must not be written: a text with U+0000, a value or a change beyond the limits. What passes here is
    /// read by everybody. The limit of the whole record is the caller's to check, who alone knows the other fields.
    package func requireWritable() throws(ReplicationError) {
        for field in fields {
            switch field.value {
            case .text(let text):
                guard !text.utf8.contains(0) else { throw .textWithNUL(field: field.number) }
                try Self.requireLimit(text.utf8.count, of: field.number)
            case .bytes(let bytes):
                try Self.requireLimit(bytes.count, of: field.number)
            case .null, .bool, .integer, .double:
                break
            }
        }
        let byteCount = encodedByteCount
        guard byteCount <= ReplicationLimits.changeByteCount else { throw .changeTooLarge(byteCount: byteCount) }
    }

    private static func requireLimit(_ byteCount: Int, of field: FieldNumber) throws(ReplicationError) {
        guard byteCount <= ReplicationLimits.valueByteCount else {
            throw .valueTooLarge(field: field, byteCount: byteCount)
        }
    }
}

extension CBORWriter {
    /// Writes the body of a change.
    package mutating func write(_ fields: [Change.Field]) {
        write(fields[...])
    }

    /// Writes some fields of a change, as the body of one that has no others.
    package mutating func write(_ fields: ArraySlice<Change.Field>) {
        writeMap(count: fields.count)
        for field in fields {
            write(UInt64(field.number))
            write(field.value)
        }
    }

    /// Writes a whole change with a clear header.
    package mutating func write(_ change: Change) {
        writeArray(count: 5)
        write(UInt64(change.entity))
        write(change.record)
        write(change.stamp.time)
        write(change.stamp.device)
        write(change.fields)
    }
}

extension CBORReader {
    /// Reads the body of a change: 1 to 63 fields, and field 0, if it is there, a bool.
    package mutating func readFields() throws(ReplicationError) -> [Change.Field] {
        let start = position
        let count = try readMap()
        guard 1...63 ~= count else { throw .malformed(.wrongLength, byteOffset: start) }
        var fields: [Change.Field] = []
        fields.reserveCapacity(count)
        for _ in 0..<count {
            let start = position
            let number = FieldNumber(try readUnsigned(through: 62))
            if let last = fields.last?.number, number <= last {
                throw .malformed(number == last ? .duplicateKey : .unsortedKeys, byteOffset: start)
            }
            let value = number == 0 ? Value.bool(try readBool()) : try readValue()
            fields.append(Change.Field(number, value))
        }
        return fields
    }

    /// Reads a whole change with a clear header.
    package mutating func readChange() throws(ReplicationError) -> Change {
        try readArray(count: 5)
        let entity = EntityNumber(try readUnsigned(through: UInt64(EntityNumber.max)))
        let record = try readRecordID()
        let stamp = try readStamp()
        return Change(entity: entity, record: record, stamp: stamp, fields: try readFields())
    }
}
