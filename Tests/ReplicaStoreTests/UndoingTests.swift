// Undo and redo: what is written back, what is left, and in which order.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Undo and redo")
struct UndoingTests {
    private let device: TestStore
    private var store: ReplicaStore { device.store }

    init() throws { device = try TestStore() }

    private func quantity() throws -> Int? { try store.piece(1)?.record.quantity }

    @Test func `edits are undone one after the other, and redone in their order`() throws {
        try store.add(piece(1))
        for quantity in 2...4 { try store.change(1) { $0.quantity = quantity } }
        for expected in [3, 2, 1] {
            _ = try store.undo()
            #expect(try quantity() == expected)
        }
        let last = try store.undo().result
        #expect(last.transaction == 1 && last.words == "add" && last.left.isEmpty)
        #expect(try store.piece(1)?.isDeleted == true)
        #expect(throws: StoreError.nothingToUndo) { try store.undo() }
        _ = try store.redo()
        #expect(try store.piece(1)?.isDeleted == false)
        for expected in 2...4 {
            #expect(try store.redo().result.transaction == expected)
            #expect(try quantity() == expected)
        }
        #expect(throws: StoreError.nothingToRedo) { try store.redo() }
        #expect(try store.verify().isEmpty)
    }

    @Test func `undo, redo, undo, redo end where they began`() throws {
        try store.add(piece(1))
        try store.change(1) { $0.quantity = 2 }
        for _ in 0..<3 {
            _ = try store.undo()
            #expect(try quantity() == 1)
            _ = try store.redo()
            #expect(try quantity() == 2)
        }
    }

    @Test func `what the program did by itself is never taken back, and redo survives it`() throws {
        try store.add(piece(1))
        try store.change(1) { $0.quantity = 2 }
        _ = try store.undo()
        let automatic = try store.edit("tidy", isAutomatic: true) { edit in
            try edit.update(Piece.self, id(1)) { $0.packed = true }
        }
        #expect(try store.read { try $0.history(limit: 1) }.first?.kind == .automatic)
        let number = try #require(automatic.transaction)
        #expect(throws: StoreError.noSuchEntry(number: Int64(number))) { try store.undo(number) }
        _ = try store.redo()
        #expect(try quantity() == 2)
        _ = try store.undo()
        _ = try store.undo()
        #expect(try store.piece(1)?.isDeleted == true)
        #expect(try store.piece(1)?.record.packed == true)
        #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    }

    @Test func `what stays on this device is in no history, also beside an edit that is`() throws {
        let edited = try store.edit("add") { edit in
            try edit.create(piece(1))
            var memo = Memo(id: id(2))
            memo.text = "here"
            try edit.create(memo)
        }
        #expect(edited.touched.map(\.entity) == [2, 9])
        #expect(try store.read { try $0.history(limit: 9) }.map { $0.records.map(\.entity) } == [[2]])
        _ = try store.undo()
        #expect(try store.piece(1)?.isDeleted == true)
        #expect(try store.read { try $0.record(Memo.self, id(2))?.record.text } == "here")
        let local = try store.edit("note") { try $0.update(Memo.self, id(2)) { $0.text = "there" } }
        #expect(local.transaction == nil && local.touched.count == 1)
        _ = try store.redo()
        #expect(try store.piece(1)?.isDeleted == false)
        #expect(try store.verify().isEmpty)
    }

    @Test func `a new edit leaves nothing to redo, and what was undone stays undone`() throws {
        try store.add(piece(1))
        try store.change(1) { $0.quantity = 2 }
        _ = try store.undo()
        try store.change(1) { $0.packed = true }
        #expect(throws: StoreError.nothingToRedo) { try store.redo() }
        #expect(try store.undo().result.transaction == 4)
        #expect(try store.undo().result.transaction == 1)
    }

    @Test func `a field changed since is left and named, the others go back`() throws {
        try store.add(piece(1))
        let both = try store.change(1) {
            $0.quantity = 2; $0.packed = true
        }.transaction
        try store.change(1) { $0.quantity = 3 }
        let undone = try store.undo(both).result
        #expect(undone.left == [LeftField(entity: 2, record: id(1), field: 3)])
        #expect(undone.changed == [TouchedRecord(entity: 2, id: id(1))])
        #expect(try store.piece(1)?.record == piece(1) { $0.quantity = 3 })
    }

    @Test func `several records, and one field twice, are one transaction`() throws {
        try store.add(piece(1))
        try store.add(piece(2))
        let before = try store.dump()
        _ = try store.edit("all") { edit in
            try edit.update(Piece.self, id(1)) { $0.quantity = 2 }
            try edit.update(Piece.self, id(2)) { $0.color = "red" }
            try edit.update(Piece.self, id(1)) { $0.quantity = 3 }
            try edit.delete(Piece.schema.description, id(2))
        }
        let after = try store.dump()
        #expect(try store.undo().result.left.isEmpty)
        #expect(try store.dump() == before)
        #expect(try store.redo().result.left.isEmpty)
        #expect(try store.dump() == after)
    }

    @Test func `an entry that is none, or no edit, or undone already, is refused`() throws {
        try store.add(piece(1))
        _ = try store.undo()
        for number in [0, 1, 2, 99, -1] {
            #expect(throws: StoreError.noSuchEntry(number: Int64(number))) { try store.undo(number) }
        }
    }

    @Test func `received changes are undone when they are named, and not by chance`() throws {
        let other = try TestStore("phone", seed: 2)
        try store.add(piece(1))
        try store.send(to: other.store)
        try other.store.change(1) {
            $0.quantity = 5; $0.packed = true
        }
        let received = try store.merge(try other.store.pendingChanges()).transaction
        #expect(try quantity() == 5)
        #expect(try store.undo().result.transaction == 1)
        _ = try store.redo()
        _ = try store.undo(received)
        #expect(try store.piece(1)?.record == piece(1))
        try store.send(to: other.store)
        #expect(try other.store.piece(1)?.record == piece(1))
    }

    @Test func `an undo is an ordinary new change that travels`() throws {
        let other = try TestStore("phone", seed: 2)
        try store.add(piece(1))
        try store.change(1) { $0.quantity = 2 }
        try store.send(to: other.store)
        _ = try store.undo()
        #expect(try store.pendingChanges().map(\.fields) == [[Change.Field(3, .null)]])
        try store.send(to: other.store)
        #expect(try other.store.piece(1)?.record == piece(1))
    }

    @Test func `undo knows after a restart what it may take back`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("store")
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
            try store.add(piece(1))
            try store.change(1) { $0.quantity = 2 }
            _ = try store.undo()
        }
        let store = try ReplicaStore(path: path, .test(seed: 2))
        #expect(try store.redo().result.transaction == 2)
        #expect(try store.piece(1)?.record.quantity == 2)
        #expect(try store.undo().result.transaction == 2)
        #expect(try store.undo().result.transaction == 1)
    }

    @Test(arguments: 1...12)
    func `random edits, all undone, give the beginning; all redone, the end`(_ seed: UInt64) throws {
        var draws = SeededGenerator(seed: seed)
        for number in 1...3 as ClosedRange<UInt64> { try store.add(piece(number)) }
        let beginning = try store.dump()
        let firstEdits = 3
        var count = 0
        for _ in 0..<40 {
            let edited = try store.edit("random") { edit in
                for _ in 0..<draws.int(in: 1...3) { try randomEdit(&draws, edit, identities: 1...5) }
            }
            if edited.transaction != nil { count += 1 }
            // Somewhere in between one step back and forth.
            if draws.bool(probability: 0.2), count > 0 {
                _ = try store.undo()
                _ = try store.redo()
            }
        }
        let end = try store.dump()
        for _ in 0..<count { #expect(try store.undo().result.left.isEmpty) }
        #expect(try store.undo().result.transaction == firstEdits)
        _ = try store.redo()
        let shown = try store.dump().filter { !$0.isDeleted }
        #expect(shown == beginning.filter { !$0.isDeleted })
        for _ in 0..<count { #expect(try store.redo().result.left.isEmpty) }
        #expect(try store.dump() == end)
        #expect(try store.verify().isEmpty)
    }
}

/// One random edit of a few pieces: made, changed, deleted, restored, put.
func randomEdit(_ draws: inout SeededGenerator, _ edit: Edit, identities: ClosedRange<UInt64>) throws {
    let record = id(UInt64(draws.int(in: Int(identities.lowerBound)...Int(identities.upperBound))))
    let known = try edit.record(Piece.self, record)
    func vary(_ piece: inout Piece) {
        if piece.name.isEmpty || draws.bool(probability: 0.2) {
            piece.name = draws.pick(from: ["Tent", "Caf\u{E9}", "Cafe\u{301}"])
        }
        if draws.bool() { piece.quantity = draws.int(in: 0...5) }
        if draws.bool(probability: 0.3) { piece.packed.toggle() }
        if draws.bool(probability: 0.3) { piece.height = draws.pick(from: [nil, 0, -0.0, 1.5, -1000]) }
        if draws.bool(probability: 0.3) { piece.color = draws.pick(from: [nil, "red", "blue"]) }
    }
    switch (known?.isDeleted, draws.int(in: 0...9)) {
    case (nil, _), (true?, 0...3):
        var piece = Piece(id: record)
        vary(&piece)
        try edit.create(piece)
    case (true?, _): try edit.restore(Piece.schema.description, record)
    case (false?, 0...1): try edit.delete(Piece.schema.description, record)
    case (false?, _): try edit.update(Piece.self, record, vary)
    }
}
