// The trash: what is deleted can come back until its content is removed for good.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Trash")
struct TrashTests {
    private let secret = "Geheimnis-6f1c"

    @Test func `deleted records are listed until they are restored`() throws {
        let store = try TestStore().store
        try store.add(journey(1))
        try store.add(piece(1))
        try store.deletePiece(1)
        #expect(try store.read { try $0.trash().map(\.record.id) } == [id(1)])
        #expect(try store.read { try $0.trash().map(\.entity.name) } == ["piece"])
        #expect(try store.read { try $0.trashCount() } == 1)
        #expect(try store.read { try $0.deleted(Piece.self).map(\.record) } == [piece(1)])
        try store.restorePiece(1)
        #expect(try store.read { try $0.trashCount() } == 0)
    }

    @Test func `emptying removes values, parked values and history, and keeps the deletion`() throws {
        let store = try TestStore().store
        let other = try TestStore("phone", seed: 2).store
        try store.add(piece(1, secret))
        try store.add(piece(2))
        try store.send(to: other)
        try store.deletePiece(1)
        #expect(try store.emptyTrash().result == 1)
        #expect(try store.piece(1) == Stored(number: 1, record: Piece(id: id(1)), isDeleted: true))
        #expect(try store.history(1).isEmpty)
        #expect(try store.history(2).count == 1)
        #expect(try store.emptyTrash().result == 0)
        #expect(try store.verify().isEmpty)
        try store.send(to: other)
        #expect(try other.piece(1)?.isDeleted == true)
        #expect(try store.read { try $0.equalitySum() } == other.read { try $0.equalitySum() })
    }

    @Test func `what lies below an emptied record goes with it, and nothing of either comes back`() throws {
        let store = try TestStore().store
        var journey = Journey(id: id(100))
        journey.name = "North"
        try store.edit("add") { edit in
            try edit.create(journey)
            for number in UInt64(1)...3 { try edit.create(piece(number, secret) { $0.journey = journey.id }) }
        }
        try store.edit("delete") { try $0.delete(Journey.schema.description, journey.id) }
        #expect(try store.emptyTrash().result == 4)
        #expect(try store.piece(1) == Stored(number: 1, record: Piece(id: id(1)), isDeleted: true))
        #expect(throws: StoreError.notFound(entity: "journey", id: journey.id)) {
            try store.edit("restore") { try $0.restore(Journey.schema.description, journey.id) }
        }
        #expect(throws: StoreError.self) { try store.undo() }
        #expect(try store.verify().isEmpty)
    }

    @Test func `what another device restores comes back whole`() throws {
        let store = try TestStore().store
        let other = try TestStore("phone", seed: 2).store
        try store.add(piece(1) { $0.quantity = 7 })
        try store.deletePiece(1)
        try store.send(to: other)
        _ = try store.emptyTrash()
        try other.restorePiece(1)
        try other.send(to: store)
        #expect(try store.piece(1)?.record == piece(1) { $0.quantity = 7 })
        #expect(try store.dump() == other.dump())
        #expect(try store.verify().isEmpty)
    }

    @Test func `a built-in record keeps what it holds in every store`() throws {
        let store = try TestStore().store
        let other = try TestStore("phone", seed: 2).store
        let gear = Tag.builtInID("gear")
        _ = try store.edit("delete") { try $0.delete(Tag.schema.description, gear) }
        _ = try store.emptyTrash()
        _ = try store.edit("restore") { try $0.restore(Tag.schema.description, gear) }
        try store.send(to: other)
        #expect(try store.read { try $0.record(Tag.self, gear)?.record.label } == "gear")
        #expect(try store.dump() == other.dump())
    }

    @Test func `the history of the newest transactions may go with its records`() throws {
        let device = try TestStore()
        let store = device.store
        try store.add(piece(1))
        device.clock.advance(milliseconds: 91 * 86_400_000)
        try store.add(piece(2))
        try store.deletePiece(2)
        try store.compact()
        #expect(try store.emptyTrash().result == 1)
        #expect(try store.verify().isEmpty)
        #expect(try store.change(1) { $0.quantity = 2 }.transaction == 4)
        #expect(try store.history(1).count == 1)
    }

    @Test func `after emptying and compacting nothing of the content is left in the file`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("store")
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        for number in 1...40 as ClosedRange<UInt64> {
            try store.add(piece(number, "\(secret) \(number)"))
            try store.change(number) { $0.name = "Other \(secret)" }
        }
        let stamp = try #require(Stamp(time: 1 << 60, device: 7))
        try store.merge([
            Change(
                entity: 2, record: id(1), stamp: stamp,
                fields: [Change.Field(6, .text(secret)), Change.Field(40, .text(secret))])
        ])
        #expect(try occurs(in: folder))
        _ = try store.edit("delete") { edit in
            for number in 1...40 as ClosedRange<UInt64> { try edit.delete(Piece.schema.description, id(number)) }
        }
        #expect(try store.emptyTrash().result == 40)
        try store.compact()
        #expect(try !occurs(in: folder))
        #expect(try store.verify().isEmpty)
    }

    /// Whether any file of the folder holds the secret, in whatever case.
    private func occurs(in folder: TemporaryFolder) throws -> Bool {
        let wanted = Array(secret.lowercased().utf8)
        return try Files.names(inFolder: folder.path).contains { name in
            let bytes = try Files.read(folder.path(name), limitBytes: 1 << 24).map { $0 | 0x20 }
            let first = wanted.map { $0 | 0x20 }
            return bytes.indices.contains { bytes[$0...].starts(with: first) }
        }
    }
}
