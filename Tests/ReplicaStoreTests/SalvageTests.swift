// Reading what a damaged store still gives, and putting a backup where none can be used any more.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Salvage")
struct SalvageTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    /// A store of many pages in one file.
    private func fill() throws {
        let store = try ReplicaStore.create(at: folder.path("draft"), deviceName: "laptop", .test())
        _ = try store.edit("fill") { edit in
            for number in 1...600 as ClosedRange<UInt64> { try edit.create(piece(number, "Piece \(number) of many")) }
        }
        _ = try store.edit("delete") { try $0.delete(Piece.schema.description, id(7)) }
        try store.backup(to: path)
    }

    private func spoil(pageWith text: String) throws {
        var bytes = try Files.read(path, limitBytes: 1 << 24)
        let wanted = Array(text.utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
        for offset in place / 4_096 * 4_096..<(place / 4_096 + 1) * 4_096 { bytes[offset] ^= 0xA5 }
        try Files.write(bytes, to: path)
    }

    @Test func `of a whole store everything is read, deleted records too`() throws {
        try fill()
        let salvage = try Salvage(path: path, .test())
        let records = try salvage.records(Piece.self)
        #expect(records.map(\.number) == Array(1...600))
        #expect(records.filter(\.isDeleted).map(\.record.id) == [id(7)])
        #expect(salvage.damagedEntities == [])
    }

    @Test(arguments: ["Piece 1 of many", "Piece 300 of many", "Piece 600 of many"])
    func `a damaged page hides only what stands on it`(text: String) throws {
        try fill()
        try spoil(pageWith: text)
        let salvage = try Salvage(path: path, .test())
        let records = try salvage.records(Piece.self)
        #expect(salvage.damagedEntities == [2])
        #expect(!records.contains { $0.record.name == text })
        #expect(records.count > 500 && records.count < 600)
        #expect(records.allSatisfy { $0.record.name == "Piece \($0.number) of many" })
    }

    @Test func `what is no store is refused`() throws {
        try Files.write(Array("holiday".utf8), to: path)
        #expect(throws: StoreError.notAStore(path: path)) { try Salvage(path: path, .test()) }
        #expect(throws: StoreError.missing(path: folder.path("none"))) {
            try Salvage(path: folder.path("none"), .test())
        }
    }

    @Test func `a backup takes the place of a file that cannot be used, which is kept with its log of writes`() throws {
        try fill()
        let backup = try ReplicaStore.checkedBackup(at: path, .test())
        let place = folder.path("in use")
        try Files.write([1], to: place)
        try Files.write([2], to: place + "-wal")
        let aside = folder.path("aside")
        try ReplicaStore.replace(at: place, by: backup, movingOldTo: aside)
        #expect(try Files.read(aside, limitBytes: 10) == [1])
        #expect(try Files.read(aside + "-wal", limitBytes: 10) == [2])
        let store = try ReplicaStore(path: place, .test(seed: 2))
        #expect(try store.dump() == backup.dump() && store.verify() == [])
        #expect(try Files.attributes(of: place).permissions == 0o600)
    }
}
