// The trash: deleted records, until they are restored or their content is removed for good.

public import Replication

extension Reader {
    /// How many records are deleted.
    public func trashCount() throws -> Int {
        try core.knownTables.reduce(0) { count, table in
            count + (try table.rows(table.layout.selectDeleted).count)
        }
    }

    /// Every deleted record of the known entities, with its entity.
    public func trash() throws -> [(entity: EntitySchema, record: UntypedRecord)] {
        var trash: [(entity: EntitySchema, record: UntypedRecord)] = []
        for table in core.knownTables {
            for row in try table.rows(table.layout.selectDeleted) {
                trash.append((table.schema, try untyped(row, table)))
            }
        }
        return trash
    }
}

extension ReplicaStore {
    /// Removes the content of all deleted records now, from the history too. The deletions themselves stay, so that they
    /// still reach other devices.
    ///
    /// - Returns: how many records were emptied.
    public func emptyTrash() throws -> Edited<Int> {
        try write(.edit, "trash empty") { writer in
            var count = 0
            for table in writer.core.knownTables {
                for row in try table.rows(table.layout.selectDeleted) {
                    guard row.hasContent(beside: writer.core.valuesFromTheStart(of: row.id, in: table)) else {
                        continue
                    }
                    try writer.empty(table, row)
                    count += 1
                }
            }
            return count
        }
    }
}

extension StoredRow {
    /// Whether anything is left of it but the deletion and what it holds in every store.
    fileprivate func hasContent(beside values: [Value]) -> Bool {
        !parked.isEmpty || self.values != values || newestEntry != nil
    }
}
