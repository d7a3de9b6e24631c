// Whether what a space says of itself is true of its rows.

internal import Replication
internal import SQLiteDatabase
internal import SyncServer

/// Reads all rows of one space and compares. Memory: about 100 bytes for each record.
struct SpaceCheck {
    private struct Record {
        var owned = FieldMask()
        var sum = EqualitySum()
        var isDeleted = false
        var hasOverlap = false
    }

    private struct Key: Hashable {
        let entity: EntityNumber
        let record: RecordID
    }

    private let reader: SnapshotReader
    private let key: SpaceKey

    init(_ reader: SnapshotReader, _ key: SpaceKey) {
        (self.reader, self.key) = (reader, key)
    }

    /// A sentence for each rule that is broken.
    func flaws() throws -> [String] {
        let space = try reader.space(key)
        var records: [Key: Record] = [:]
        var byteCount = 0
        var last = Place()
        var strayCount = 0
        try reader.forEachRow(after: 0, notPushedBy: nil, in: key) { row in
            let header = row.change.sealed.header
            let owned = row.change.owned
            if owned.isEmpty || !owned.subtracting(header.mask).isEmpty { strayCount += 1 }
            var record = records[Key(entity: header.entity, record: header.record)] ?? Record()
            if !record.owned.intersection(owned).isEmpty { record.hasOverlap = true }
            record.owned = record.owned.union(owned)
            record.sum.add(entity: header.entity, record: header.record, mask: owned, stamp: header.stamp)
            if owned.contains(0) { record.isDeleted = header.deletion == true }
            records[Key(entity: header.entity, record: header.record)] = record
            byteCount += row.change.sealed.body.count
            last = row.place
            return true
        }
        var sum = EqualitySum()
        // Adding commutes: the order of a dictionary does not show.
        for record in records.values where !record.isDeleted { sum.add(record.sum) }
        let deletedCount = records.values.count { $0.isDeleted }
        let name = "The space \(space.id)"
        return [
            strayCount > 0 ? "\(name) has \(strayCount) rows that own what they do not write." : nil,
            records.values.contains { $0.hasOverlap } ? "\(name) has fields with two owners." : nil,
            sum != space.sum ? "\(name) has another sum than its rows." : nil,
            records.count != space.recordCount
                ? "\(name) counts \(space.recordCount) records of \(records.count)." : nil,
            byteCount != space.byteCount ? "\(name) counts \(space.byteCount) bytes of \(byteCount)." : nil,
            last.sequence > space.sequence ? "\(name) has rows beyond its end." : nil,
            try deletionCount() != deletedCount ? "\(name) has deletions that are not marked as such." : nil,
        ].compactMap { $0 }
    }

    private func deletionCount() throws -> Int {
        let select = try reader.connection.statement("SELECT count(*) FROM change WHERE deleting_in = ?")
        select.bind(0, key.number)
        return Int(try select.firstRow { $0.integer(0) } ?? 0)
    }
}
