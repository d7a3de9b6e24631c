// What everybody may see of a change: all but the values.

/// The clear header of a change (docs/design, replication: Sealing). A server merges by it alone; when the body is
/// sealed, every byte of ``encoded`` is associated data.
package struct ChangeHeader: Hashable, Sendable {
    /// Which schema the record follows.
    package let entity: EntityNumber
    /// The record written.
    package let record: RecordID
    /// When and by which device it was written.
    package let stamp: Stamp
    /// The fields written, 0 among them when the change deletes or restores; never none.
    package let mask: FieldMask
    /// The value of field 0: true deleted, false restored; nil where the change does neither. Never nil where the mask
    /// holds field 0, always where it does not.
    package let deletion: Bool?

    /// The header of a change of these fields; nil when none is written, or field 0 and the deletion disagree.
    package init?(entity: EntityNumber, record: RecordID, stamp: Stamp, mask: FieldMask, deletion: Bool?) {
        guard !mask.isEmpty, mask.contains(0) == (deletion != nil) else { return nil }
        (self.entity, self.record, self.stamp, self.mask, self.deletion) = (entity, record, stamp, mask, deletion)
    }

    /// The header of a change.
    package init(_ change: Change) {
        entity = change.entity
        record = change.record
        stamp = change.stamp
        mask = change.mask
        deletion =
            if case .bool(let isDeleted) = change.fields[0].value, change.fields[0].number == 0 {
                isDeleted
            } else {
                nil
            }
    }

    /// The array [entity, record (16 bytes), time, device number, mask], and the deletion behind it where there is one.
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: Self.greatestByteCount)
        writer.write(self)
        return writer.bytes
    }

    /// The most bytes that ``encoded`` can have.
    package static let greatestByteCount = 1 + 2 + 17 + 9 + 9 + 9 + 1

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(ReplicationError) {
        var reader = CBORReader(bytes)
        self = try reader.readHeader()
        try reader.finish()
    }
}

/// A change as it travels and as a server keeps it: its clear header, and its body as bytes.
package struct SealedChange: Equatable, Sendable {
    /// What the server merges by.
    package let header: ChangeHeader
    /// The fields other than 0: sealed, or plain in an open space. At most ``ReplicationLimits/bodyByteCount``.
    package let body: ArraySlice<UInt8>

    /// A change of these parts.
    package init(header: ChangeHeader, body: ArraySlice<UInt8>) {
        self.header = header
        self.body = body
    }
}

/// A change as a server hands it out.
package struct StoredChange: Equatable, Sendable {
    /// The change as it was pushed.
    package let sealed: SealedChange
    /// The fields of the header's mask that it still owns; never none.
    package let owned: FieldMask
    /// The number of the device that pushed it; most often the one that wrote it.
    package let pusher: UInt64

    /// A stored change of these parts.
    package init(sealed: SealedChange, owned: FieldMask, pusher: UInt64) {
        self.sealed = sealed
        self.owned = owned
        self.pusher = pusher
    }
}

extension CBORWriter {
    /// Writes the clear header of a change.
    package mutating func write(_ header: ChangeHeader) {
        writeArray(count: header.deletion == nil ? 5 : 6)
        write(UInt64(header.entity))
        write(header.record)
        write(header.stamp.time)
        write(header.stamp.device)
        write(header.mask.bits)
        if let deletion = header.deletion { write(deletion) }
    }
}

extension CBORReader {
    /// Reads the clear header of a change.
    package mutating func readHeader() throws(ReplicationError) -> ChangeHeader {
        let start = position
        let count = try readArray()
        guard 5...6 ~= count else { throw .malformed(.wrongLength, byteOffset: start) }
        let entity = EntityNumber(try readUnsigned(through: UInt64(EntityNumber.max)))
        let record = try readRecordID()
        let stamp = try readStamp()
        let mask = FieldMask(bits: try readUnsigned(through: FieldMask.all.bits))
        let deletion = count == 6 ? try readBool() : nil
        guard
            let header = ChangeHeader(entity: entity, record: record, stamp: stamp, mask: mask, deletion: deletion)
        else { throw .malformed(.outOfRange, byteOffset: start) }
        return header
    }

    /// Reads a time and a device number.
    package mutating func readStamp() throws(ReplicationError) -> Stamp {
        let time = try readUnsigned(through: Stamp.latestTime)
        let start = position
        guard let stamp = Stamp(time: time, device: try readUnsigned()) else {
            throw .malformed(.outOfRange, byteOffset: start)
        }
        return stamp
    }
}
