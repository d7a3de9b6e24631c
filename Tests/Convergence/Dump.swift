// What a device or a server holds, cell by cell, so that two of them can be compared.

import Replication
import SyncServer

@testable import ReplicaStore
@testable import SQLiteServerStorage

/// One cell as a device or a server holds it.
struct Holding: Equatable {
    let stamp: Stamp
    /// Nil on a server, which cannot read it.
    let value: Value?
    /// How far it has come; a server holds what is confirmed.
    let state: LivingChanges.State

    /// Whether another one is the same but for how far it has come, and for a value that cannot be read.
    func isSame(as other: Holding) -> Bool {
        stamp == other.stamp && (value == nil || other.value == nil || value == other.value)
    }
}

/// All cells of a device or of a server.
struct Dump {
    /// What it holds.
    var cells: [Cell: Holding] = [:]

    /// Whether a record is deleted. Field 0 is in the clear on a server too.
    func isDeleted(_ cell: Cell) -> Bool {
        cells[Cell(entity: cell.entity, record: cell.record, field: 0)]?.value == .bool(true)
    }

    /// The cells of the records that are not deleted.
    var undeleted: [Cell: Holding] { cells.filter { !isDeleted($0.key) } }

    /// What differs from another dump among undeleted records: one line a cell, none where they are equal.
    func differences(from other: Dump) -> [String] {
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
    func dump() throws -> Dump {
        try read { reader in
            var dump = Dump()
            for table in try reader.core.allTables() where !table.schema.isLocal {
                try table.forEachRow(table.layout.selectAll) { row in
                    for entry in row.living.entries {
                        for field in entry.owned {
                            let cell = Cell(entity: table.schema.number, record: row.id, field: field)
                            dump.cells[cell] = Holding(
                                stamp: entry.stamp, value: try reader.core.value(field, of: row, in: table),
                                state: entry.state)
                        }
                    }
                }
            }
            return dump
        }
    }
}

extension Host {
    /// Every cell of the only space; its values are sealed, but for field 0.
    func readDump() throws -> Dump {
        try storage.read { snapshot in
            var dump = Dump()
            guard let key = try snapshot.spaceKey(after: nil) else { return dump }
            try snapshot.forEachRow(after: 0, notPushedBy: nil, in: key) { row in
                let header = row.change.sealed.header
                for field in row.change.owned {
                    dump.cells[Cell(entity: header.entity, record: header.record, field: field)] = Holding(
                        stamp: header.stamp, value: field == 0 ? header.deletion.map { .bool($0) } : nil,
                        state: .confirmed)
                }
                return true
            }
            return dump
        }
    }

    /// The only space.
    func space() throws -> SpaceState? {
        try storage.read { snapshot in try snapshot.spaceKey(after: nil).map { try snapshot.space($0) } }
    }

    /// The rows of the only space, by ascending sequence.
    func rows() throws -> [SyncServer.StoredRow] {
        try storage.read { snapshot in
            var rows: [SyncServer.StoredRow] = []
            guard let key = try snapshot.spaceKey(after: nil) else { return rows }
            try snapshot.forEachRow(after: 0, notPushedBy: nil, in: key) {
                rows.append($0)
                return true
            }
            return rows
        }
    }
}
