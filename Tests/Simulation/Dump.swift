// What a device or a server holds, cell by cell, so that two of them can be compared.

package import ReplicaStore
package import Replication
import SQLiteServerStorage
package import SyncProtocol
package import SyncServer

/// One cell as a device or a server holds it.
package struct Holding: Equatable {
    package let stamp: Stamp
    /// Nil on a server, which cannot read it.
    package let value: Value?
    /// How far it has come; a server holds what is confirmed.
    package let state: LivingChanges.State
    /// Where its row stands on a server; 0 on a device.
    package var sequence: UInt64 = 0

    package init(stamp: Stamp, value: Value?, state: LivingChanges.State, sequence: UInt64 = 0) {
        (self.stamp, self.value, self.state, self.sequence) = (stamp, value, state, sequence)
    }

    /// Whether another one is the same but for how far it has come, and for a value that cannot be read.
    package func isSame(as other: Holding) -> Bool {
        stamp == other.stamp && (value == nil || other.value == nil || value == other.value)
    }
}

/// Which record.
package struct RecordKey: Hashable, Sendable {
    package let entity: EntityNumber
    package let record: RecordID

    package init(entity: EntityNumber, record: RecordID) {
        (self.entity, self.record) = (entity, record)
    }
}

extension Cell {
    /// The record that it belongs to.
    package var key: RecordKey { RecordKey(entity: entity, record: record) }

    /// The cell that says whether the record is deleted.
    package var deletion: Cell { Cell(entity: entity, record: record, field: 0) }
}

/// All cells of a device or of a server.
package struct Dump {
    /// What it holds.
    package var cells: [Cell: Holding] = [:]
    /// Records that lie in the trash of this device only.
    package var hidden: Set<RecordKey> = []
    /// Rows of a server.
    package var rowCount = 0
    /// Cells that more than one row of a server claims to own.
    package var twiceOwned: [Cell] = []

    /// Another number where the medium was written since.
    package var version: Int64 = -1

    package init() {}

    /// Whether a record is deleted. Field 0 is in the clear on a server too.
    package func isDeleted(_ cell: Cell) -> Bool {
        cells[Cell(entity: cell.entity, record: cell.record, field: 0)]?.value == .bool(true)
    }

    /// The cells of the records that are not deleted.
    package var undeleted: [Cell: Holding] { cells.filter { !isDeleted($0.key) } }

    /// What differs from another dump among undeleted records: one line a cell, none where they are equal.
    package func differences(from other: Dump) -> [String] {
        let (here, there) = (undeleted, other.undeleted)
        return Set(here.keys).union(there.keys).sorted().compactMap { cell in
            switch (here[cell], there[cell]) {
            case (let left?, let right?) where left.isSame(as: right): nil
            case (let left, let right):
                "\(cell.record).\(cell.field): \(left.map { "\($0)" } ?? "-") / \(right.map { "\($0)" } ?? "-")"
            }
        }
    }
}

extension ReplicaStore {
    /// Every cell that somebody wrote, and its state.
    package func dump() throws -> Dump {
        var dump = Dump()
        let held = try heldCells(hidden: { dump.hidden.insert(RecordKey(entity: $0, record: $1)) })
        dump.cells.reserveCapacity(held.count)
        for held in held {
            dump.cells[held.cell] = Holding(stamp: held.stamp, value: held.value, state: held.state)
        }
        return dump
    }
}

extension Host {
    /// A space by its identity; the first one where nil.
    func key(of space: SpaceID?) throws -> (id: SpaceID, key: SpaceKey)? {
        try storage.read { snapshot in
            var key = try snapshot.spaceKey(after: nil)
            while let next = key {
                let id = try snapshot.space(next).id
                if space == nil || space == id { return (id, next) }
                key = try snapshot.spaceKey(after: next)
            }
            return nil
        }
    }

    /// Every cell of a space; its values are sealed, but for field 0.
    func readDump(of key: SpaceKey) throws -> Dump {
        try storage.read { snapshot in
            var dump = Dump()
            try snapshot.forEachRow(after: 0, notPushedBy: nil, in: key) { row in
                let header = row.change.sealed.header
                dump.rowCount += 1
                for field in row.change.owned {
                    let cell = Cell(entity: header.entity, record: header.record, field: field)
                    let holding = Holding(
                        stamp: header.stamp, value: field == 0 ? header.deletion.map { .bool($0) } : nil,
                        state: .confirmed, sequence: row.place.sequence)
                    if dump.cells.updateValue(holding, forKey: cell) != nil { dump.twiceOwned.append(cell) }
                }
                return true
            }
            return dump
        }
    }

    /// A space; the first one where nil.
    package func space(_ space: SpaceID? = nil) throws -> SpaceState? {
        guard let key = try key(of: space)?.key else { return nil }
        return try storage.read { try $0.space(key) }
    }

    /// The rows of the first space, by ascending sequence.
    package func rows() throws -> [SyncServer.StoredRow] {
        guard let key = try key(of: nil)?.key else { return [] }
        return try storage.read { snapshot in
            var rows: [SyncServer.StoredRow] = []
            try snapshot.forEachRow(after: 0, notPushedBy: nil, in: key) {
                rows.append($0)
                return true
            }
            return rows
        }
    }
}
