// Columns as values: one place for how rows and keys are kept.

internal import Replication
internal import SQLiteDatabase
internal import SyncServer

extension SpaceKey {
    /// The key of a row.
    func row(_ sequence: UInt64) -> Int64 {
        number << Int64(Layout.sequenceBits) &+ Int64(truncatingIfNeeded: sequence)
    }

    /// Lends the key of a record: the space's number in 4 bytes, big-endian, the entity, the 16 bytes of the record.
    func withRecordKey(
        _ entity: EntityNumber, _ record: RecordID, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: Self.recordKeyBytes, alignment: 8) { key in
            key.storeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, as: UInt32.self)
            key[4] = entity
            key.storeBytes(of: record.high.bigEndian, toByteOffset: 5, as: UInt64.self)
            key.storeBytes(of: record.low.bigEndian, toByteOffset: 13, as: UInt64.self)
            body(UnsafeRawBufferPointer(key))
        }
    }

    static let recordKeyBytes = 21
}

extension Statement {
    /// A number that is never negative.
    func unsigned(_ column: Int32) -> UInt64 {
        UInt64(bitPattern: integer(column))
    }

    /// A number that fits a byte; 255 where it does not.
    func small(_ column: Int32) -> UInt8 {
        UInt8(exactly: integer(column)) ?? .max
    }

    /// The sequence number in the key of a row.
    func sequence(_ column: Int32) -> UInt64 {
        unsigned(column) & (1 << UInt64(Layout.sequenceBits) - 1)
    }

    /// A place, whose tag stands in another column.
    func place(_ sequenceColumn: Int32, _ tagColumn: Int32) -> Place {
        Place(sequence: unsigned(sequenceColumn), tag: UInt32(truncatingIfNeeded: integer(tagColumn)))
    }

    /// A stamp, whose device number stands in the next column.
    func stamp(_ column: Int32) -> Stamp? {
        Stamp(time: unsigned(column), device: unsigned(column + 1))
    }

    /// Entity and record of a record's key.
    func recordKey(_ column: Int32) -> (EntityNumber, RecordID)? {
        withBytes(column) { key in
            guard key.count == SpaceKey.recordKeyBytes,
                let record = RecordID(lent: UnsafeRawBufferPointer(rebasing: key[5...]))
            else { return nil }
            return (key[4], record)
        }
    }

    /// The row of the statement that reads rows in order; nil where it breaks a rule.
    var storedRow: StoredRow? {
        guard let (entity, record) = recordKey(1), let stamp = stamp(2),
            let header = ChangeHeader(
                entity: entity, record: record, stamp: stamp, mask: FieldMask(bits: unsigned(4)),
                deletion: isNull(5) ? nil : integer(5) != 0)
        else { return nil }
        let body = bytes(9)
        return StoredRow(
            place: Place(sequence: sequence(0), tag: UInt32(truncatingIfNeeded: integer(8))),
            change: StoredChange(
                sealed: SealedChange(header: header, body: body[...]), owned: FieldMask(bits: unsigned(6)),
                pusher: unsigned(7)))
    }

    /// The row of the statement that reads what lives of a record; nil where it breaks a rule.
    var livingRow: LivingRow? {
        guard let stamp = stamp(1) else { return nil }
        return LivingRow(
            sequence: sequence(0), stamp: stamp, owned: FieldMask(bits: unsigned(3)), isDeleting: integer(4) != 0,
            isDamaged: integer(5) != 0, bodyByteCount: Int(integer(6)))
    }
}
