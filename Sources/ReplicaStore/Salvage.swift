// Reading what a damaged store still gives.

internal import Platform
public import Replication
internal import SQLiteDatabase

/// A store that is read although something in it is damaged. Nothing is written, and nothing is checked.
public final class Salvage {
    private let core: StoreCore
    /// The entities of which something could not be read, by number.
    public private(set) var damagedEntities: [EntityNumber] = []

    /// Opens a file of which at least the first page is whole.
    ///
    /// - Throws: ``StoreError/missing(path:)``, ``StoreError/notAStore(path:)``, ``StoreError/newer(path:version:)``,
    ///   ``StoreError/database(_:)`` where not even the list of tables can be read.
    public init(path: String, _ options: StoreOptions) throws {
        core = try ReplicaStore.salvageCore(path, options)
    }

    /// The records of one kind that can be read, deleted ones too, by number.
    public func records<Record: Entity>(_ type: Record.Type) throws -> [Stored<Record>] {
        var records: [Stored<Record>] = []
        var isWhole = true
        if let table = try core.existingTable(Record.schema.description.number) {
            isWhole = table.salvage { row in
                records.append(
                    Stored(number: Int(row.number), record: Reader.record(row), isDeleted: row.isDeleted))
            }
        }
        if !isWhole { damagedEntities.append(Record.schema.description.number) }
        return records
    }
}

extension RecordTable {
    /// Calls `body` with every row that can be read: in one go as far as that leads, then number by number, so that a
    /// damaged page hides only the rows on it.
    ///
    /// - Returns: whether nothing was damaged.
    fileprivate func salvage(_ body: (StoredRow) -> Void) -> Bool {
        var isWhole = true
        var last: Int64 = 0
        do {
            try forEachRow(layout.selectAll, unreadable: { _ in isWhole = false }) { row in
                last = row.number
                body(row)
            }
            return isWhole
        } catch {
            salvage(after: last, body)
            return false
        }
    }

    private func salvage(after last: Int64, _ body: (StoredRow) -> Void) {
        var (number, gap) = (last, Int64(0))
        while gap < Limits.salvagedGap, number < .max {
            number += 1
            if let row = try? row(number: number) {
                gap = 0
                body(row)
            } else {
                gap += 1
            }
        }
    }
}
