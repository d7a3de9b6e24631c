// What a device says in an exchange: where it stands, and what it has to offer.

package import Replication

/// The request of `/v1/exchange` (docs/design, replication: Exchange).
package struct ExchangeRequest: Equatable, Sendable {
    /// The device number under which it reads and pushes.
    package let number: UInt64
    /// How far it has read.
    package let cursor: Cursor
    /// The last attempt known to have been carried out, 0 where there is none, and all attempts since, the newest last:
    /// 1 to ``ReplicationLimits/knownAttemptCount`` + 1.
    package let known: [UInt64]
    /// This attempt, 1…2⁶³ − 1, random and on the device's disk before it is sent; 0 for a request without changes,
    /// which leaves no trace that a copy of the device could be told from.
    package let attempt: UInt64
    /// Whether it reads everything from the beginning, its own too; then it brings no changes.
    package let isFromZero: Bool
    /// Rows whose bodies did not open here.
    package let damaged: [ChangeKey]
    /// What it offers.
    package let changes: [SealedChange]

    /// A request of these parts.
    package init(
        number: UInt64, cursor: Cursor, known: [UInt64], attempt: UInt64, isFromZero: Bool, damaged: [ChangeKey],
        changes: [SealedChange]
    ) {
        self.number = number
        self.cursor = cursor
        self.known = known
        self.attempt = attempt
        self.isFromZero = isFromZero
        self.damaged = damaged
        self.changes = changes
    }

    /// The array [version, number, [sequence, tag, base], known, attempt, from zero, damaged, changes]; a change is
    /// [header, body].
    package var encoded: [UInt8] {
        var writer = CBORWriter(reservedByteCount: 256 + changes.reduce(0) { $0 + $1.body.count + 64 })
        writer.writeArray(count: 8)
        writer.write(Wire.version)
        writer.write(number)
        writer.write(cursor)
        writer.writeArray(count: known.count)
        for attempt in known { writer.write(attempt) }
        writer.write(attempt)
        writer.write(isFromZero)
        writer.writeArray(count: damaged.count)
        for key in damaged { writer.write(key) }
        writer.writeArray(count: changes.count)
        for change in changes {
            writer.writeArray(count: 2)
            writer.write(change.header)
            writer.write(change.body)
        }
        return writer.bytes
    }

    /// Reads ``encoded``.
    package init(encoded bytes: [UInt8]) throws(MessageError) {
        self = try MessageError.reading(bytes, elementCount: 8) { (reader) throws(ReplicationError) in
            let number = try reader.readDeviceNumber()
            let cursor = try reader.readCursor()
            let knownStart = reader.position
            let known = try reader.readList(through: ReplicationLimits.knownAttemptCount + 1) {
                (reader) throws(ReplicationError) in try reader.readUnsigned(through: UInt64(Int64.max))
            }
            guard !known.isEmpty else { throw .malformed(.wrongLength, byteOffset: knownStart) }
            let attempt = try reader.readUnsigned(through: UInt64(Int64.max))
            let isFromZero = try reader.readBool()
            let damaged = try reader.readList(through: ReplicationLimits.damagedCount) {
                (reader) throws(ReplicationError) in try reader.readChangeKey()
            }
            let start = reader.position
            let changes = try reader.readList(through: ReplicationLimits.pageChangeCount) {
                (reader) throws(ReplicationError) in
                try reader.readArray(count: 2)
                return SealedChange(
                    header: try reader.readHeader(),
                    body: try reader.readSlice(through: ReplicationLimits.bodyByteCount))
            }
            guard changes.isEmpty ? attempt == 0 : attempt != 0 && !isFromZero else {
                throw .malformed(.outOfRange, byteOffset: start)
            }
            return ExchangeRequest(
                number: number, cursor: cursor, known: known, attempt: attempt, isFromZero: isFromZero,
                damaged: damaged, changes: changes)
        }
    }
}

extension CBORWriter {
    /// Writes a cursor as [sequence, tag, base].
    package mutating func write(_ cursor: Cursor) {
        writeArray(count: 3)
        write(cursor.sequence)
        write(UInt64(cursor.tag))
        write(cursor.base)
    }

    /// Writes a key as [entity, record, time, device number].
    package mutating func write(_ key: ChangeKey) {
        writeArray(count: 4)
        write(UInt64(key.entity))
        write(key.record)
        write(key.stamp.time)
        write(key.stamp.device)
    }
}

extension CBORReader {
    /// Reads a cursor; before the first change its tag is 0.
    package mutating func readCursor() throws(ReplicationError) -> Cursor {
        let start = position
        try readArray(count: 3)
        let sequence = try readUnsigned(through: Cursor.greatestSequence)
        let tag = UInt32(try readUnsigned(through: UInt64(UInt32.max)))
        let base = try readUnsigned(through: Cursor.greatestSequence)
        guard sequence != 0 || tag == 0, let cursor = Cursor(sequence: sequence, tag: tag, base: base) else {
            throw .malformed(.outOfRange, byteOffset: start)
        }
        return cursor
    }

    /// Reads a key.
    package mutating func readChangeKey() throws(ReplicationError) -> ChangeKey {
        try readArray(count: 4)
        let entity = EntityNumber(try readUnsigned(through: UInt64(EntityNumber.max)))
        return ChangeKey(entity: entity, record: try readRecordID(), stamp: try readStamp())
    }

    /// Reads a device number, 1…2⁶³ − 1.
    package mutating func readDeviceNumber() throws(ReplicationError) -> UInt64 {
        let start = position
        let number = try readUnsigned(through: UInt64(Int64.max))
        guard number != 0 else { throw .malformed(.outOfRange, byteOffset: start) }
        return number
    }

    /// Reads an array of at most `limit` elements.
    package mutating func readList<Element>(
        through limit: Int, _ read: (inout CBORReader) throws(ReplicationError) -> Element
    ) throws(ReplicationError) -> [Element] {
        let start = position
        let count = try readArray()
        guard count <= limit else { throw .malformed(.tooLong, byteOffset: start) }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }
}
