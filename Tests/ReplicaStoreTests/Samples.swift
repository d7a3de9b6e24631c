// What the tests of the store do again and again: make records, look at all of them, carry changes from one to another.

import Replication

@testable import ReplicaStore

/// A small identity for a test.
func id(_ number: UInt64) -> RecordID {
    RecordID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
}

func piece(_ number: UInt64, _ name: String = "Tent", _ change: (inout Piece) -> Void = { _ in }) -> Piece {
    var piece = Piece(id: id(number))
    piece.name = name
    change(&piece)
    return piece
}

func journey(_ number: UInt64, _ name: String = "Bergen") -> Journey {
    var journey = Journey(id: id(number))
    journey.name = name
    return journey
}

extension ReplicaStore {
    /// Makes a record in a transaction of its own.
    @discardableResult
    func add<Record: Entity>(_ record: Record) throws -> Edited<Int> {
        try edit("add") { try $0.create(record) }
    }

    @discardableResult
    func change(_ number: UInt64, _ body: (inout Piece) -> Void) throws -> Edited<Bool> {
        try edit("change") { try $0.update(Piece.self, id(number), body) }
    }

    @discardableResult
    func deletePiece(_ number: UInt64) throws -> Edited<Void> {
        try edit("delete") { try $0.delete(Piece.schema.description, id(number)) }
    }

    @discardableResult
    func restorePiece(_ number: UInt64) throws -> Edited<Void> {
        try edit("restore") { try $0.restore(Piece.schema.description, id(number)) }
    }

    func piece(_ number: UInt64) throws -> Stored<Piece>? {
        try read { try $0.record(Piece.self, id(number)) }
    }

    func history(_ number: UInt64) throws -> [HistoryRecord] {
        try read { try $0.history(of: 2, id(number)) }
    }

    /// Hands all pending changes to another store, as a server in between would.
    func send(to other: ReplicaStore) throws {
        let changes = try pendingChanges()
        try other.merge(changes)
        try confirm(changes)
    }

    /// Every cell that was ever written here, with its stamp.
    func cells() throws -> Cells {
        var cells = Cells()
        for change in try livingChanges() { cells.merge(change) }
        return cells
    }

    /// All records as values, without what is of this device only: the small numbers.
    func dump() throws -> [DumpedRecord] {
        try read { reader in
            var records: [DumpedRecord] = []
            for entity in catalogue.entities where !entity.isLocal {
                try reader.forEachRecord(of: entity) { record in
                    records.append(
                        DumpedRecord(
                            entity: entity.number, id: record.id, isDeleted: record.isDeleted, isShown: record.isShown,
                            values: record.values, parked: record.parked))
                }
            }
            return records.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
        }
    }

    /// The last time that the clock gave or saw, and the rows of the log: what a write that writes nothing leaves
    /// alone.
    func marks() throws -> [UInt64] {
        try read { reader in
            let state = try StoreState(reader.core.connection, reader.core.devices)
            return [state.clock.last, UInt64(try reader.core.log.lastEntryNumber())]
        }
    }
}

struct DumpedRecord: Equatable {
    let entity: EntityNumber
    let id: RecordID
    let isDeleted, isShown: Bool
    let values: [Value]
    let parked: [Change.Field]
}
