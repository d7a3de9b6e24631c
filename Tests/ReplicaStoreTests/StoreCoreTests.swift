// Two handles on one file stand for two processes; and every statement goes through an index.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Store core")
struct StoreCoreTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    @Test func `two handles that write at the same time lose nothing and are never refused`() async throws {
        let first = try ReplicaStore.create(at: path, deviceName: "laptop", .test(seed: 1))
        let second = try ReplicaStore(path: path, .test(seed: 2))
        try first.add(piece(1) { $0.quantity = 0 })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (store, own) in [(first, UInt64(1_000)), (second, 2_000)] {
                group.addTask {
                    try await onThread {
                        for step in 0..<300 as Range<UInt64> {
                            _ = try store.edit("count") { edit in
                                try edit.update(Piece.self, id(1)) { $0.quantity += 1 }
                                try edit.create(piece(own + step))
                            }
                            _ = try store.piece(1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in [first, second] {
            #expect(try store.piece(1)?.record.quantity == 600)
            #expect(try store.read { try $0.records(Piece.self).map(\.number) } == Array(1...601))
            #expect(try store.verify() == [])
        }
        #expect(try first.history(1).count == 601)
        let stamps = try first.history(1).map(\.stamp)
        #expect(stamps == stamps.sorted(by: >) && Set(stamps).count == 601)
    }

    @Test func `two handles take back one edit each when both undo at once`() async throws {
        let first = try ReplicaStore.create(at: path, deviceName: "laptop", .test(seed: 1))
        let second = try ReplicaStore(path: path, .test(seed: 2))
        try first.add(piece(1) { $0.quantity = 0 })
        for quantity in 1...40 { try first.change(1) { $0.quantity = quantity } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in [first, second] {
                group.addTask { try await onThread { for _ in 0..<20 { _ = try store.undo() } } }
            }
            try await group.waitForAll()
        }
        #expect(try first.piece(1)?.record.quantity == 0)
    }

    @Test func `a table of an unknown entity is made by one handle and used by the other`() throws {
        let first = try ReplicaStore.create(at: path, deviceName: "laptop", .test(seed: 1))
        let second = try ReplicaStore(path: path, .test(seed: 2))
        let stamp = try #require(Stamp(time: 1 << 57, device: 9))
        func unknown(_ number: UInt64) -> Change {
            Change(entity: 99, record: id(number), stamp: stamp, fields: [Change.Field(1, .integer(1))])
        }
        #expect(try first.read { try $0.record(of: .unknown(99), id(1)) } == nil)
        try first.merge([unknown(1)])
        try second.merge([unknown(2)])
        try first.merge([unknown(3)])
        #expect(try first.cells() == second.cells())
        #expect(try first.livingChanges().count == 3)
        #expect(throws: StoreError.notFound(entity: "nothing", id: id(1))) {
            let nothing = EntitySchema(number: 98, name: "nothing", plural: "nothings", fields: [])
            _ = try first.edit("delete") { try $0.delete(nothing, id(1)) }
        }
    }

    // MARK: Query plans

    /// What may go through a whole table or index, and why.
    private func maySweep(_ text: String) -> Bool {
        let wholeTables = ["ORDER BY number", "WHERE pending", "sqlite_schema", "pragma_table_info"]
        let wholeEnds = [
            // All rows of an entity, in the order of the key: listing, dump, search, verification; or all of a partial
            // index, which holds only the rows that are wanted.
            wholeTables.contains { text.contains($0) } && !text.contains(" = ? "),
            // One counted end of the log, by its key.
            text.contains("FROM log ORDER BY number"),
            // The values parked, of which there are few, counted for the status.
            text == "SELECT count(*) FROM parked",
            // A handful of devices, named in histories.
            text.contains("FROM device WHERE name IS NOT NULL"),
            // What the server did not take, what does not open, what has not come: nearly always nothing.
            ["held", "unopenable", "expected"].contains { text.contains("FROM \($0)") && !text.contains(" = ? ") },
            // All records counted, once in a great while: before many of them are deleted.
            text.hasPrefix("SELECT count(*) - "),
        ]
        return wholeEnds.contains(true)
    }

    @Test func `every statement finds its rows by a key`() throws {
        let store = try TestStore().store
        try exercise(store)
        let texts = store.core.withLock { $0.connection.preparedTexts }
        let checked = Set(texts).filter { text in ["SELECT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) } }
        #expect(checked.count > 40)
        for text in checked.sorted() {
            let steps = try store.core.withLock { core in
                var steps: [String] = []
                try core.connection.prepare("EXPLAIN QUERY PLAN \(text)").forEachRow { steps.append($0.text(3)) }
                return steps
            }
            let sweeps = steps.filter { $0.hasPrefix("SCAN") }
            #expect(sweeps.isEmpty || maySweep(text), "\(text): \(steps)")
            #expect(!steps.contains { $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }, "\(text): \(steps)")
        }
    }

    /// Calls everything there is.
    private func exercise(_ store: ReplicaStore) throws {
        let other = try TestStore("phone", seed: 2, catalogue: .newer).store
        _ = try other.edit("other") { edit in
            try edit.create(
                NewerJourney(id: id(5)) => {
                    $0.name = "Rome"; $0.rating = 3
                })
            try edit.create(Box(id: id(6)) => { $0.name = "Crate" })
        }
        try store.merge(try other.pendingChanges())
        try store.add(journey(9))
        try store.add(piece(1) { $0.journey = id(9) })
        try store.change(1) {
            $0.quantity = 2; $0.name = "Tarp"; $0.color = "red"
        }
        try store.deletePiece(1)
        try store.restorePiece(1)
        _ = try store.undo()
        _ = try store.redo()
        try store.confirm(try store.pendingChanges(limit: 2))
        try store.add(piece(2))
        try store.deletePiece(2)
        _ = try store.emptyTrash()
        _ = try store.dump()
        _ = try store.cells()
        _ = try store.verify()
        try store.compact()
        try store.read { reader in
            _ = try reader.records(Piece.self)
            _ = try reader.children(Piece.self, of: id(9))
            _ = try reader.matching(Journey.self, ["ber", "gen"])
            _ = try reader.matching(Piece.self, ["t"])
            _ = try reader.record(Piece.self, number: 1)
            _ = try reader.history(limit: 5)
            _ = try reader.history(of: 2, id(1))
            _ = try reader.transactionWords(1)
            _ = try reader.trash()
            _ = try reader.trashCount()
            _ = try (reader.pendingCount(), reader.parkedCount(), reader.equalitySum())
            _ = try reader.core.devices.names()
        }
        _ = try store.write(.edit, "remove") { writer in
            let table = try writer.core.table(2)
            if let row = try table.row(id: id(2)) { try writer.core.remove(row, from: table) }
        }
    }
}

infix operator => : AdditionPrecedence

/// A value with something changed.
private func => <Record>(record: Record, change: (inout Record) -> Void) -> Record {
    var record = record
    change(&record)
    return record
}
