// What goes out to other devices and what comes in from them.

public import Replication

extension ReplicaStore {
    /// The changes that no server is known to hold, by table and number; of a record that is deleted or was restored
    /// all living changes (docs/design, replication: Deletion).
    ///
    /// - Parameter limit: records looked at, at most.
    public func pendingChanges(limit: Int = .max) throws -> [Change] {
        try read { reader in
            var changes: [Change] = []
            var recordCount = 0
            for table in try reader.core.allTables() where !table.schema.isLocal {
                for row in try table.rows(table.layout.selectPending) where recordCount < limit {
                    recordCount += 1
                    changes += try reader.core.changes(of: row, in: table, onlyPending: true)
                }
            }
            return changes
        }
    }

    /// Every living change, by table and number: what a new device needs.
    public func livingChanges() throws -> [Change] {
        try read { reader in
            var changes: [Change] = []
            for table in try reader.core.allTables() where !table.schema.isLocal {
                try table.forEachRow(table.layout.selectAll) { row in
                    changes += try reader.core.changes(of: row, in: table, onlyPending: false)
                }
            }
            return changes
        }
    }

    /// Merges changes in one transaction: per cell the greater stamp wins, in any order and however often they come.
    ///
    /// - Parameters:
    ///   - changes: of other devices, or of this one come back.
    ///   - areConfirmed: whether a server holds them; else they are offered to it.
    @discardableResult
    public func merge(_ changes: [Change], areConfirmed: Bool = true) throws -> Edited<Void> {
        try write(.received, "receive") { writer in
            for change in changes { try writer.merge(change, state: areConfirmed ? .confirmed : .offered) }
        }
    }

    /// Notes that a server holds these changes. Cells that were written since stay pending.
    public func confirm(_ changes: [Change]) throws {
        _ = try write(.received, "confirm") { writer in
            for change in changes { try writer.confirm(change) }
        }
    }
}

extension StoreCore {
    /// The living changes of a record, with the values that its row holds. A record that is deleted, or whose restoring
    /// is pending, goes whole: all its living changes (docs/design, replication: Deletion).
    ///
    /// - Parameter held: changes that the server did not take, and whether each is refused. Those that wait go along
    ///   with a whole record; what is refused never goes.
    func changes(
        of row: StoredRow, in table: RecordTable, onlyPending: Bool, without held: [Stamp: Bool] = [:]
    ) throws -> [Change] {
        let entries = row.living.entries
        let isSent = { (entry: LivingChanges.Entry) in entry.state != .confirmed && held[entry.stamp] == nil }
        guard !onlyPending || held.isEmpty || entries.contains(where: isSent) else { return [] }
        let owner = row.living.owner(of: 0)
        let isWhole = !onlyPending || row.isDeleted || owner.map { $0.state != .confirmed } ?? false
        var changes: [Change] = []
        changes.reserveCapacity(1)
        var place = entries.startIndex
        while place < entries.endIndex {
            // Entries of one stamp stand side by side.
            let stamp = entries[place].stamp
            var mask = FieldMask()
            while place < entries.endIndex, entries[place].stamp == stamp {
                let isIncluded = isWhole ? held[stamp] != true : isSent(entries[place])
                if isIncluded { mask = mask.union(entries[place].owned) }
                place += 1
            }
            guard !mask.isEmpty else { continue }
            var fields: [Change.Field] = []
            fields.reserveCapacity(mask.count)
            for number in mask { fields.append(Change.Field(number, try value(number, of: row, in: table))) }
            changes.append(Change(entity: table.schema.number, record: row.id, stamp: stamp, fields: fields))
        }
        return changes
    }

    /// The value of a field as the row has it, parked or not; false for a deletion that was never written.
    func value(_ field: FieldNumber, of row: StoredRow, in table: RecordTable) throws -> Value {
        if field == 0 { return .bool(row.isDeleted) }
        if row.parked.contains(field) { return try parked(field, of: row.number, in: table) }
        return table.layout.place(of: field).map { row.values[$0] } ?? .null
    }
}
