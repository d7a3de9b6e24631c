// Editing: what is written, what is not, and what is refused.

import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Edit")
struct EditTests {
    private let device: TestStore
    private var store: ReplicaStore { device.store }

    init() throws { device = try TestStore() }

    /// The fields that wait to be sent, of one record.
    private func pending(_ number: UInt64) throws -> [Change] {
        try store.pendingChanges().filter { $0.record == id(number) }
    }

    // MARK: Making

    @Test func `a record is read as it was made, with its small number`() throws {
        let tent = piece(1) { $0.height = 1.5 }
        let made = try store.add(tent)
        #expect(made.result == 1)
        #expect(try store.piece(1) == Stored(number: 1, record: tent, isDeleted: false))
        #expect(made.touched == [TouchedRecord(entity: 2, id: id(1))])
        #expect(made.transaction == 1)
    }

    @Test func `defaults are not written, so they beat nobody's data`() throws {
        try store.add(piece(1) { $0.quantity = 1 })
        #expect(try pending(1).map(\.fields) == [[Change.Field(2, .text("Tent"))]])
    }

    @Test func `a record of nothing but defaults is made all the same`() throws {
        try store.edit("add") { try $0.create(Tag(id: id(7))) }.touched.forEach { #expect($0.id == id(7)) }
        #expect(try store.pendingChanges().map(\.fields) == [[Change.Field(0, .bool(false))]])
    }

    @Test func `a record with a natural identity is always made with its deletion written as false`() throws {
        var tag = Tag(id: .natural(entity: 3, key: "mine"))
        tag.label = "Mine"
        try store.add(tag)
        #expect(
            try store.pendingChanges().map(\.fields) == [
                [Change.Field(0, .bool(false)), Change.Field(1, .text("Mine"))]
            ])
    }

    @Test func `an identity is made once`() throws {
        try store.add(piece(1))
        #expect(throws: StoreError.alreadyExists(entity: "piece", id: id(1))) { try store.add(piece(1, "Other")) }
        #expect(try store.piece(1)?.record.name == "Tent")
    }

    @Test func `fresh identities are of this moment and differ`() throws {
        let ids = try store.edit("ids") { edit in [edit.newID(), edit.newID()] }.result
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.high >> 16 == 1_800_000_000_000 && !$0.isNatural })
    }

    // MARK: Changing

    @Test func `only what differs is stamped`() throws {
        try store.add(piece(1))
        try store.confirm(try store.pendingChanges())
        #expect(try store.change(1) { $0.quantity = 3 }.result)
        #expect(try pending(1).map(\.fields) == [[Change.Field(3, .integer(3))]])
    }

    @Test func `an edit without a difference writes nothing`() throws {
        try store.add(piece(1) { $0.height = 0 })
        let before = try store.marks()
        let sum = try store.read { try $0.equalitySum() }
        device.clock.advance(milliseconds: 5_000)
        let edited = try store.change(1) { piece in
            piece.name = "Tent"
            piece.height = -0.0
        }
        #expect(!edited.result && edited.transaction == nil && edited.touched.isEmpty)
        #expect(try store.edit("put") { try $0.put(piece(1) { $0.height = 0 }) }.result == false)
        #expect(try store.marks() == before)
        #expect(try store.read { try $0.equalitySum() } == sum)
    }

    @Test func `a change and its opposite within one edit write nothing that differs`() throws {
        try store.add(piece(1))
        _ = try store.edit("twice") { edit in
            try edit.update(Piece.self, id(1)) { $0.quantity = 5 }
            try edit.update(Piece.self, id(1)) { $0.quantity = 1 }
        }
        #expect(try store.piece(1)?.record.quantity == 1)
        #expect(try store.verify().isEmpty)
    }

    @Test func `the same letter in other bytes is a change`() throws {
        try store.add(piece(1, "Caf\u{E9}"))
        #expect(try store.change(1) { $0.name = "Cafe\u{301}" }.result)
        #expect(try store.piece(1).map { Array($0.record.name.utf8) } == Array("Cafe\u{301}".utf8))
        #expect(try pending(1).count == 1)
    }

    @Test func `a value goes back to its default by a change like any other`() throws {
        try store.add(
            piece(1) {
                $0.quantity = 4; $0.height = 2
            })
        try store.change(1) {
            $0.quantity = 1; $0.height = nil
        }
        let last = try #require(try pending(1).last)
        #expect(last.fields == [Change.Field(3, .integer(1)), Change.Field(5, .null)])
    }

    @Test func `an edit sees its own writes`() throws {
        let seen = try store.edit("add and read") { edit in
            try edit.create(piece(1))
            try edit.update(Piece.self, id(1)) { $0.quantity = 2 }
            return try edit.record(Piece.self, id(1))?.record.quantity
        }
        #expect(seen.result == 2)
    }

    @Test func `an edit that throws leaves nothing, not even a number or a tick of the clock`() throws {
        struct Stopped: Error {}
        try store.add(piece(1))
        let before = try (store.marks(), store.cells(), store.dump())
        #expect(throws: Stopped.self) {
            _ = try store.edit("fail") { edit in
                try edit.create(piece(2))
                try edit.update(Piece.self, id(1)) { $0.quantity = 9 }
                try edit.delete(Piece.schema.description, id(1))
                throw Stopped()
            }
        }
        #expect(try store.marks() == before.0 && store.cells() == before.1 && store.dump() == before.2)
        #expect(try store.add(piece(3)).result == 2)
        #expect(try store.verify().isEmpty)
    }

    // MARK: Refusals

    private static let refusals: [(String, String, @Sendable (inout Piece) -> Void)] = [
        ("name", "must be 1 to 60 characters long", { $0.name = String(repeating: "x", count: 61) }),
        ("name", "must not contain control characters", { $0.name = "a\u{0}b" }),
        ("name", "must be given", { $0.name = "" }),
        ("quantity", "must be a whole number from 0 to 999", { $0.quantity = -1 }),
        ("quantity", "must be a whole number from 0 to 999", { $0.quantity = .max }),
        ("height", "must be a number from -1000.0 to 1000.0", { $0.height = .nan }),
        ("height", "must be a number from -1000.0 to 1000.0", { $0.height = .infinity }),
        ("color", "must be one of: red, blue", { $0.color = "green" }),
    ]

    @Test(arguments: refusals)
    func `a value that breaks its rule is refused, made or changed`(
        _ field: String, _ rule: String, _ spoil: @Sendable (inout Piece) -> Void
    ) throws {
        let refused = StoreError.invalid(entity: "piece", field: field, rule: rule)
        #expect(throws: refused) { try store.add(piece(1, "Tent", spoil)) }
        try store.add(piece(1))
        #expect(throws: refused) { try store.change(1, spoil) }
        #expect(try store.piece(1)?.record == piece(1))
    }

    @Test func `what is missing or deleted is not changed`() throws {
        #expect(throws: StoreError.notFound(entity: "piece", id: id(1))) { try store.change(1) { $0.quantity = 2 } }
        #expect(throws: StoreError.notFound(entity: "piece", id: id(1))) { try store.deletePiece(1) }
        #expect(throws: StoreError.notFound(entity: "piece", id: id(1))) { try store.restorePiece(1) }
        try store.add(piece(1))
        try store.deletePiece(1)
        #expect(throws: StoreError.deleted(entity: "piece", id: id(1))) { try store.change(1) { $0.quantity = 2 } }
    }

    @Test func `what came incomplete or against the rules of this version can be edited elsewhere`() throws {
        let stamp = try #require(Stamp(time: 1_800_000_000_000 << 16, device: 7))
        try store.merge([
            Change(entity: 2, record: id(1), stamp: stamp, fields: [Change.Field(3, .integer(2))]),
            Change(
                entity: 2, record: id(2), stamp: stamp,
                fields: [Change.Field(2, .text(String(repeating: "x", count: 100))), Change.Field(3, .integer(2))]),
        ])
        #expect(try store.change(1) { $0.packed = true }.result)
        #expect(try store.change(2) { $0.packed = true }.result)
        #expect(throws: StoreError.self) { try store.edit("put") { try $0.create(piece(3, "")) } }
    }

    // MARK: Deletion

    @Test func `deleting twice and restoring what is there write nothing`() throws {
        try store.add(piece(1))
        try store.restorePiece(1)
        try store.deletePiece(1)
        let before = try store.marks()
        #expect(try store.deletePiece(1).transaction == nil)
        #expect(try store.marks() == before)
        #expect(try store.piece(1)?.isDeleted == true)
        try store.restorePiece(1)
        #expect(try store.piece(1) == Stored(number: 1, record: piece(1), isDeleted: false))
    }

    /// sqlite-data#418.
    @Test(arguments: [true, false])
    func `a record deleted and made again with its identity reaches the other store as the new one`(
        _ isOneTransaction: Bool
    ) throws {
        let other = try TestStore("phone", seed: 2)
        try store.add(
            piece(1) {
                $0.quantity = 4; $0.color = "red"
            })
        try store.send(to: other.store)
        let new = piece(1, "Tarp") { $0.height = 3 }
        if isOneTransaction {
            _ = try store.edit("replace") { edit in
                try edit.delete(Piece.schema.description, id(1))
                try edit.create(new)
            }
        } else {
            try store.deletePiece(1)
            try store.add(new)
        }
        try store.send(to: other.store)
        for each in [store, other.store] {
            #expect(try each.piece(1) == Stored(number: 1, record: new, isDeleted: false))
            #expect(try each.verify().isEmpty)
        }
        #expect(try store.dump() == other.store.dump())
    }

    @Test func `put makes, changes, brings back, or leaves alone`() throws {
        #expect(try store.edit("put") { try $0.put(piece(1)) }.result)
        #expect(try store.edit("put") { try $0.put(piece(1)) }.result == false)
        #expect(try store.edit("put") { try $0.put(piece(1, "Tarp")) }.result)
        try store.deletePiece(1)
        #expect(try store.edit("put") { try $0.put(piece(1, "Tarp")) }.result)
        #expect(try store.piece(1) == Stored(number: 1, record: piece(1, "Tarp"), isDeleted: false))
    }

    // MARK: Built-in and local records

    @Test func `built-in records are there without a write, and whatever anybody writes wins over them`() throws {
        let gear = Tag.builtInID("gear")
        #expect(try store.read { try $0.records(Tag.self).map(\.record.label) } == ["clothes", "gear"])
        #expect(try store.pendingChanges().isEmpty && store.livingChanges().isEmpty)
        _ = try store.edit("rename") { try $0.update(Tag.self, gear) { $0.label = "Kit" } }
        #expect(
            try store.pendingChanges().map(\.fields) == [[Change.Field(1, .text("Kit"))]],
            "the position stays a default of everybody")
        #expect(try store.read { try $0.record(Tag.self, gear)?.record.position } == "p-gear")
    }

    @Test func `a built-in record can be made, once`() throws {
        var gear = Tag(id: Tag.builtInID("gear"))
        gear.label = "Kit"
        try store.add(gear)
        #expect(try store.read { try $0.record(Tag.self, gear.id)?.record } == gear)
        #expect(throws: StoreError.alreadyExists(entity: "tag", id: gear.id)) { try store.add(gear) }
    }

    @Test func `local records have no stamps, are never sent, and nobody else can write them`() throws {
        var memo = Memo(id: id(1))
        memo.text = "here"
        try store.add(memo)
        #expect(throws: StoreError.alreadyExists(entity: "memo", id: id(1))) { try store.add(memo) }
        #expect(try store.pendingChanges().isEmpty && store.livingChanges().isEmpty)
        #expect(try store.read { try $0.pendingCount() } == 0)
        #expect(try store.read { try $0.equalitySum() } == Array(repeating: 0, count: 16))
        let stamp = try #require(Stamp(time: 1 << 60, device: 7))
        try store.merge([Change(entity: 9, record: id(1), stamp: stamp, fields: [Change.Field(1, .text("theirs"))])])
        #expect(try store.read { try $0.record(Memo.self, id(1))?.record.text } == "here")
        _ = try store.edit("change") { try $0.update(Memo.self, id(1)) { $0.text = "there" } }
        #expect(throws: StoreError.nothingToUndo) { try store.undo() }
        #expect(try store.read { try $0.record(Memo.self, id(1))?.record.text } == "there")
        #expect(try store.read { try $0.history(limit: 9) }.isEmpty)
        _ = try store.edit("remove") { try $0.delete(Memo.schema.description, id(1)) }
        #expect(try store.read { try $0.record(Memo.self, id(1)) } == nil)
        #expect(try store.read { try $0.trashCount() } == 0)
        #expect(try store.verify().isEmpty)
    }
}
