// Editing: what is written, what is not, and what is refused.

import Replication
import Testing

@testable import ReplicaStore

struct EditTests {
    @Test func `a record is read as it was made, with its small number`() throws {
        let device = try TestStore()
        var piece = Piece(id: RecordID(high: 1, low: 2))
        piece.name = "Tent"
        piece.height = 1.5
        let made = try device.store.edit("add") { try $0.create(piece) }
        #expect(made.result == 1)
        let read = try device.store.read { try $0.record(Piece.self, piece.id) }
        #expect(read == Stored(number: 1, record: piece, isDeleted: false))
        #expect(made.touched == [TouchedRecord(entity: 2, id: piece.id)])
    }

    @Test func `an edit is undone and redone`() throws {
        let device = try TestStore()
        var piece = Piece(id: RecordID(high: 1, low: 2))
        piece.name = "Tent"
        _ = try device.store.edit("add") { try $0.create(piece) }
        _ = try device.store.edit("check") { try $0.update(Piece.self, piece.id) { $0.packed = true } }
        #expect(try device.store.verify().isEmpty)
        _ = try device.store.undo()
        #expect(try device.store.read { try $0.record(Piece.self, piece.id)?.record.packed } == false)
        _ = try device.store.redo()
        #expect(try device.store.read { try $0.record(Piece.self, piece.id)?.record.packed } == true)
        #expect(try device.store.verify().isEmpty)
    }
}
