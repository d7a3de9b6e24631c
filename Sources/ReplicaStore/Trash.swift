// The trash: deleted records, until they are restored or their content is removed for good.

public import Replication

extension Reader {
    /// How many deleted records are in the trash.
    public func trashCount() throws -> Int {
        try core.knownTables.reduce(0) { try $0 + core.trash(of: $1).count }
    }

    /// Every deleted record of the known entities that was not emptied yet, with its entity.
    public func trash() throws -> [(entity: EntitySchema, record: UntypedRecord)] {
        try core.knownTables.flatMap { table in
            try core.trash(of: table).map { (table.schema, try untyped($0, table)) }
        }
    }
}

extension StoreCore {
    /// The deleted rows of a table that hold anything yet.
    fileprivate func trash(of table: RecordTable) throws -> [StoredRow] {
        try table.rows(table.layout.selectDeleted).filter { row in
            row.hasContent(beside: valuesFromTheStart(of: row.id, in: table))
        }
    }
}

extension ReplicaStore {
    /// Removes the content of all deleted records and of what lies below them now, from the history too. The deletions
    /// themselves stay, so that they still reach other devices.
    ///
    /// - Returns: how many records were emptied.
    public func emptyTrash() throws -> Edited<Int> {
        try write(.edit, "trash empty") { writer in
            var count = 0
            for table in writer.core.knownTables {
                for row in try writer.core.trash(of: table) {
                    count += try writer.emptyChildren(of: row.id, in: table) + 1
                    try writer.empty(table, row)
                }
            }
            return count
        }
    }
}

extension Writer {
    /// What lies below an emptied record goes with it: nobody could ever see it again.
    ///
    /// - Returns: how many records that were.
    fileprivate func emptyChildren(of parent: RecordID, in parentTable: RecordTable) throws -> Int {
        var count = 0
        for table in core.knownTables where table.schema.parentName == parentTable.schema.name {
            for var row in try table.children(of: parent) {
                try write(table, &row, [], deletion: true)
                try empty(table, row)
                count += 1
            }
        }
        return count
    }
}

extension EntitySchema {
    /// The name of the entity above; a parent field is named like it.
    var parentName: String? {
        parent.flatMap(index(of:)).map { fields[$0].name }
    }
}

extension StoredRow {
    /// Whether anything is left of it but the deletion and what it holds in every store.
    func hasContent(beside values: [Value]) -> Bool {
        !parked.isEmpty || self.values != values || newestEntry != nil
    }
}
