// Backup, restore, verification, compaction.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Maintenance")
struct MaintenanceTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }
    private var copy: String { folder.path("copy") }

    private func filled() throws -> ReplicaStore {
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        for number in 1...20 as ClosedRange<UInt64> { try store.add(piece(number)) }
        return store
    }

    // MARK: Backup and restore

    @Test func `a backup holds everything, is private, and replaces an older one`() throws {
        let store = try filled()
        try Files.write([1, 2, 3], to: copy, permissions: 0o644)
        var steps: [Int] = []
        try store.backup(to: copy) { steps.append($1 - $0) }
        #expect(steps.last == 0)
        #expect(try Files.attributes(of: copy).permissions == 0o600)
        let backup = try ReplicaStore(path: copy, .test(seed: 2), access: .readOnly)
        #expect(try backup.dump() == store.dump() && backup.cells() == store.cells())
        #expect(try Files.names(inFolder: folder.path).filter { $0.contains(".new-") } == [])
    }

    @Test func `a store in memory is backed up like any other`() throws {
        let store = try TestStore().store
        try store.add(piece(1))
        try store.backup(to: copy)
        #expect(try ReplicaStore(path: copy, .test(seed: 2)).piece(1)?.record == piece(1))
    }

    @Test func `a backup onto a store in use is refused`() throws {
        let store = try filled()
        #expect(throws: StoreError.exists(path: path)) { try store.backup(to: path) }
        let other = try ReplicaStore.create(at: copy, deviceName: "laptop", .test(seed: 2))
        try other.add(piece(1))
        #expect(throws: StoreError.exists(path: copy)) { try store.backup(to: copy) }
        try store.compact()
        #expect(throws: StoreError.exists(path: path)) { try store.backup(to: path) }
        #expect(throws: StoreError.self) { try store.backup(to: folder.path("none/copy")) }
        #expect(try store.dump().count == 22 && store.verify() == [])
    }

    @Test func `restoring brings everything back while another handle reads and then sees it`() throws {
        let store = try filled()
        let other = try ReplicaStore(path: path, .test(seed: 2))
        let before = try store.dump()
        try store.backup(to: copy)
        // Devices met only after the backup get other local numbers than those met after restoring.
        for device in [UInt64(70), 71] {
            let stamp = try #require(Stamp(time: 1 << 57, device: device))
            try other.merge([
                Change(entity: 2, record: id(1), stamp: stamp, fields: [Change.Field(3, .integer(Int64(device)))])
            ])
        }
        try store.deletePiece(2)
        #expect(try other.piece(2)?.isDeleted == true)
        try other.read { reader throws in
            let seen = try reader.records(Piece.self).count
            try store.restore(from: copy)
            #expect(try reader.records(Piece.self).count == seen)
        }
        for each in [store, other] {
            #expect(try each.dump() == before)
            #expect(try each.verify() == [])
        }
        let late = try #require(Stamp(time: 1 << 58, device: 71))
        try store.merge([Change(entity: 2, record: id(5), stamp: late, fields: [Change.Field(3, .integer(5))])])
        try other.merge([Change(entity: 2, record: id(6), stamp: late, fields: [Change.Field(3, .integer(6))])])
        #expect(try other.cells() == store.cells())
        #expect(try store.cells()[Cell(entity: 2, record: id(6), field: 3)]?.stamp == late)
        #expect(try store.verify() == [] && other.verify() == [])
    }

    @Test func `an older backup is brought up to date when it is restored`() throws {
        let store = try filled()
        try store.backup(to: copy)
        let bytes = try Files.read(copy, limitBytes: 1 << 22)
        let newer = try TestStore(catalogue: .newer).store
        try newer.restore(from: copy)
        #expect(try newer.read { try $0.records(NewerPiece.self).count } == 20)
        _ = try newer.edit("rate") { edit in
            try edit.create(Box(id: id(50)))
            try edit.update(NewerPiece.self, id(1)) { $0.box = id(50) }
        }
        #expect(try newer.verify() == [])
        #expect(try Files.read(copy, limitBytes: 1 << 22) == bytes)
    }

    @Test func `what is no intact store of this version is not restored, and the store stays`() throws {
        let store = try filled()
        let before = try (store.dump(), store.cells())
        try Files.write(Array("A text.".utf8), to: folder.path("text"))
        #expect(throws: StoreError.missing(path: folder.path("none"))) { try store.restore(from: folder.path("none")) }
        #expect(throws: StoreError.notAStore(path: folder.path("text"))) {
            try store.restore(from: folder.path("text"))
        }
        try TestStore(catalogue: .newer).store.backup(to: copy)
        #expect(throws: StoreError.newer(path: copy, version: 2)) { try store.restore(from: copy) }
        try store.backup(to: copy)
        do { try Connection(path: copy, mode: .readWrite).execute("UPDATE piece SET living = x'00' WHERE number = 3") }
        #expect(throws: StoreError.database(.corrupt(message: "the backup is damaged"))) {
            try store.restore(from: copy)
        }
        #expect(try store.dump() == before.0 && store.cells() == before.1 && store.verify() == [])
    }

    // MARK: Compaction

    @Test func `compaction gives back what is empty`() throws {
        let store = try filled()
        for number in 100...400 as ClosedRange<UInt64> {
            _ = try store.merge([
                Change(
                    entity: 2, record: id(number), stamp: try #require(Stamp(time: 1 << 57, device: 9)),
                    fields: [Change.Field(0, .bool(true)), Change.Field(2, .text(String(repeating: "x", count: 60)))])
            ])
        }
        let dump = try store.dump().filter { !$0.isDeleted }
        _ = try store.emptyTrash()
        try store.compact()
        let small = try Files.attributes(of: path).sizeBytes
        #expect(try Files.attributes(of: path + "-wal").sizeBytes == 0)
        #expect(small < 200_000)
        #expect(try store.dump().filter { !$0.isDeleted } == dump && store.verify() == [])
    }

    // MARK: Damaged rows

    /// Changes rows behind the store's back.
    private func spoil(_ store: ReplicaStore, _ text: String) throws {
        try store.core.withLock { try $0.connection.execute(text) }
    }

    private static let damages: [(String, [String])] = [
        ("UPDATE piece SET living = x'0102' WHERE number = 3", ["piece 3: it cannot be read."]),
        ("UPDATE piece SET living = x'000000000001FC0300FF' WHERE number = 3", ["piece 3: it cannot be read."]),
        ("UPDATE piece SET id = x'00' WHERE number = 2", ["piece 2: it cannot be read."]),
        ("UPDATE piece SET pending = NULL WHERE number = 2", ["piece 2: its mark for sending is wrong."]),
        (
            "UPDATE piece SET parked = 1 << 60 WHERE number = 1",
            [
                "piece 1: a parked value has no owner.", "piece 1: a parked value is missing.",
            ]
        ),
        (
            "UPDATE piece SET parked = -1 WHERE number = 1",
            [
                "piece 1: a parked value has no owner.", "piece 1: a parked value is missing.",
            ]
        ),
        ("UPDATE parked SET value = x'1B00'", ["piece 21: a parked value is missing."]),
        ("UPDATE log_record SET before = x'A1' WHERE number = 21", ["Entry 21 of the history cannot be read."]),
        ("UPDATE log_record SET lost = x'A20001' WHERE number = 2", ["Entry 2 of the history cannot be read."]),
        (
            "UPDATE log_record SET device = 99, entity = 999 WHERE number = 2",
            ["Entry 2 of the history cannot be read."]
        ),
        ("UPDATE log_record SET time = -1 WHERE number = 2", ["Entry 2 of the history cannot be read."]),
        ("DELETE FROM log_record WHERE number = 2", ["piece 2: its history is missing."]),
        ("UPDATE state SET sum = zeroblob(16)", ["The equality sum differs from the records."]),
        ("UPDATE state SET sum = zeroblob(15)", ["The file is damaged: the row of this device cannot be read."]),
        ("UPDATE state SET own = 77", ["The file is damaged: the row of this device cannot be read."]),
        (
            "UPDATE device SET identity = 0 WHERE number = 1",
            ["The file is damaged: the row of this device cannot be read."]
        ),
        (
            "UPDATE device SET identity = -5 WHERE number = 1",
            ["The file is damaged: the row of this device cannot be read."]
        ),
        ("UPDATE piece SET deleted = 7 WHERE number = 1", ["The equality sum differs from the records."]),
        ("UPDATE log SET first = past + 5", []),
        ("UPDATE log SET number = 9223372036854775807, past = 9223372036854775807 WHERE number = 21", []),
        ("UPDATE piece SET number = 9223372036854775807 WHERE number = 20", []),
        ("UPDATE log_record SET previous = number + 5, record = 999", []),
        ("UPDATE state SET last = -1, published = 9223372036854775807, offset = -9223372036854775807", []),
        ("UPDATE piece SET name = CAST(x'61FF' AS TEXT), quantity = -9223372036854775808, height = 9e999", []),
    ]

    @Test(arguments: damages)
    func `damaged rows are named, and whoever meets them gets an error, not a trap`(
        _ damage: String, _ faults: [String]
    ) throws {
        let store = try filled()
        let stamp = try #require(Stamp(time: 1 << 57, device: 9))
        try store.merge([
            Change(
                entity: 2, record: id(21), stamp: stamp,
                fields: [Change.Field(2, .text("Far")), Change.Field(3, .integer(-5))])
        ])
        // A handle of its own has nothing in memory that would hide the damage.
        try spoil(store, damage)
        let fresh = try ReplicaStore(path: path, .test(seed: 2))
        let found = try fresh.verify()
        for fault in faults { #expect(found.contains(fault), "\(found)") }
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch { #expect(error is StoreError, "\(error)") }
        }
        for number in [1, 2, 3, 20, 21] as [UInt64] {
            attempt { _ = try fresh.piece(number) }
            attempt { _ = try fresh.history(number) }
            attempt { try fresh.change(number) { $0.quantity = 4 } }
            attempt { try fresh.deletePiece(number) }
        }
        attempt { _ = try fresh.read { try $0.records(Piece.self) } }
        attempt { _ = try fresh.read { try $0.history(limit: 99) } }
        attempt { _ = try fresh.dump() }
        attempt { _ = try fresh.pendingChanges() }
        attempt { _ = try fresh.livingChanges() }
        attempt { _ = try fresh.undo() }
        attempt { _ = try fresh.redo() }
        attempt { try fresh.add(piece(50)) }
        attempt { _ = try fresh.emptyTrash() }
        attempt { try fresh.compact() }
        attempt { _ = try fresh.verify(limit: -1) }
    }

    @Test func `rows with flipped bits are errors or data, never a trap`() throws {
        let store = try filled()
        _ = try store.edit("more") { edit in
            for number in 1...20 as ClosedRange<UInt64> { try edit.update(Piece.self, id(number)) { $0.quantity = 3 } }
        }
        try store.backup(to: copy)
        var draws = SeededGenerator(seed: 5)
        for column in [
            "piece.living", "log_record.before", "piece.id", "device.identity", "piece.parked", "log_record.device",
        ] {
            for _ in 0..<8 {
                let spoiled = folder.path("spoiled")
                for name in [spoiled, spoiled + "-wal", spoiled + "-shm"] { try Files.removeAll(name) }
                try Files.copy(copy, to: spoiled)
                do {
                    let connection = try Connection(path: spoiled, mode: .readWrite)
                    let parts = column.split(separator: ".")
                    let name = parts[1] == "before" ? "\"before\"" : String(parts[1])
                    let isBytes = ["living", "before", "id"].contains(parts[1])
                    let statement = try connection.statement(
                        "SELECT \(name), rowid FROM \(parts[0]) WHERE \(name) IS NOT NULL OR \(!isBytes) "
                            + "ORDER BY random() LIMIT 1"
                    )
                    var row: (bytes: [UInt8], number: Int64)?
                    try statement.forEachRow { row = ($0.bytes(0), $0.integer(1)) }
                    guard var row else { continue }
                    let update = try connection.statement("UPDATE \(parts[0]) SET \(name) = ? WHERE rowid = ?")
                    if isBytes, !row.bytes.isEmpty {
                        row.bytes[draws.int(in: 0..<row.bytes.count)] ^= UInt8(1 << draws.int(in: 0...7))
                        update.bind(0, row.bytes)
                    } else if isBytes {
                        update.bind(0, draws.bytes(count: 3))
                    } else {
                        update.bind(0, Int64(bitPattern: draws.next()) >> Int64(draws.int(in: 0...60)))
                    }
                    update.bind(1, row.number)
                    try? update.run()
                }
                do {
                    let store = try ReplicaStore(path: spoiled, .test(seed: 2))
                    _ = try store.verify()
                    for number in 1...20 as ClosedRange<UInt64> {
                        _ = try? store.history(number)
                        _ = try? store.change(number) { $0.packed = true }
                    }
                    _ = try? store.livingChanges()
                    _ = try? store.undo()
                } catch { #expect(error is StoreError, "\(error)") }
            }
        }
    }
}
