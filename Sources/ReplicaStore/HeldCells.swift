// What a store holds, cell by cell, for whoever compares stores.

package import Replication
internal import SQLiteDatabase

/// A cell that somebody wrote, as a store holds it.
package struct HeldCell: Equatable, Sendable {
    /// Which one.
    package let cell: Cell
    /// When it was written, and by whom.
    package let stamp: Stamp
    /// What was written; of a value that this version cannot use, the parked one.
    package let value: Value
    /// How far it has come on its way to the server.
    package let state: LivingChanges.State
}

extension ReplicaStore {
    /// Rows written through this value so far: another number after each transaction of its that wrote.
    package var changedRowCount: Int64 { core.withLock { $0.connection.allChangedRowCount } }

    /// Every cell that somebody wrote, by table and record number; what stays on this device is left out.
    ///
    /// - Parameter hidden: is handed the records that lie in the trash of this device only.
    package func heldCells(hidden: (EntityNumber, RecordID) -> Void = { _, _ in }) throws -> [HeldCell] {
        try read { reader in
            var cells: [HeldCell] = []
            for table in try reader.core.allTables() where !table.schema.isLocal {
                let entity = table.schema.number
                try table.forEachRow(table.layout.selectAll) { row in
                    if row.isHiddenHere { hidden(entity, row.id) }
                    for entry in row.living.entries {
                        for field in entry.owned {
                            cells.append(
                                HeldCell(
                                    cell: Cell(entity: entity, record: row.id, field: field), stamp: entry.stamp,
                                    value: try reader.core.value(field, of: row, in: table), state: entry.state))
                        }
                    }
                }
            }
            return cells
        }
    }
}
