// Making and opening the file: whole or not at all, private, and refused in clear words when it is something else.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Store file")
struct StoreFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    private func create(_ path: String, seed: UInt64 = 1) throws -> ReplicaStore {
        try ReplicaStore.create(at: path, deviceName: "laptop", .test(seed: seed))
    }

    private func open(_ path: String, _ access: ReplicaStore.Access = .readWrite) throws -> ReplicaStore {
        try ReplicaStore(path: path, .test(seed: 9), access: access)
    }

    // MARK: Making

    @Test func `a new store is private, stands alone, and opens`() throws {
        let path = folder.path("a/b/store")
        do {
            let store = try create(path)
            #expect(store.path == path)
            try store.add(piece(1))
        }
        #expect(try Files.attributes(of: path).permissions == 0o600)
        for made in ["a", "a/b"] { #expect(try Files.attributes(of: folder.path(made)).permissions == 0o700) }
        #expect(try Files.names(inFolder: folder.path("a/b")).filter { !$0.hasSuffix("-changed") } == ["store"])
        #expect(try open(path).piece(1)?.record == piece(1))
    }

    @Test func `nothing that stands there is replaced`() throws {
        try Files.write([1, 2, 3], to: folder.path("file"))
        try Files.createFolder(folder.path("folder"))
        do { _ = try create(path) }
        for name in ["file", "folder", "store"] {
            #expect(throws: StoreError.exists(path: folder.path(name))) { try create(folder.path(name)) }
        }
        #expect(try Files.read(folder.path("file"), limitBytes: 9) == [1, 2, 3])
        #expect(try Files.names(inFolder: folder.path).sorted() == ["file", "folder", "store"])
    }

    @Test func `a log of writes that a lost store left behind is not taken for the new one's`() throws {
        try Files.write([1], to: path + "-wal")
        #expect(throws: StoreError.exists(path: path + "-wal")) { try create(path) }
        #expect(try !Files.exists(path))
    }

    @Test func `of many who make it at once one wins, and the others are told`() async throws {
        let path = path
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for seed in 1...6 as ClosedRange<UInt64> {
                group.addTask {
                    try await onThread {
                        do {
                            try ReplicaStore.create(at: path, deviceName: "device \(seed)", .test(seed: seed)).add(
                                piece(seed))
                            return true
                        } catch StoreError.exists { return false }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 1)
        #expect(try open(path).verify() == [])
        #expect(try open(path).read { try $0.records(Piece.self).count } == 1)
        #expect(try Files.names(inFolder: folder.path).filter { $0.contains(".new-") } == [])
    }

    // MARK: Opening what is something else

    @Test func `what is missing, a folder, empty, a text or another database is named`() throws {
        #expect(throws: StoreError.missing(path: path)) { try open(path) }
        #expect(throws: StoreError.missing(path: path + "/below")) { try open(path + "/below") }
        #expect(throws: StoreError.notAStore(path: folder.path)) { try open(folder.path) }
        let texts = ["", "x", String(repeating: "A text of some length. ", count: 300)]
        for text in texts {
            try Files.write(Array(text.utf8), to: path)
            for access in [ReplicaStore.Access.readWrite, .readOnly] {
                #expect(throws: StoreError.notAStore(path: path)) { try open(path, access) }
            }
            #expect(try Files.read(path, limitBytes: 1 << 20) == Array(text.utf8))
        }
        let other = folder.path("other.db")
        do { try Connection(path: other, mode: .create).execute("CREATE TABLE piece (x)") }
        let bytes = try Files.read(other, limitBytes: 1 << 20)
        #expect(throws: StoreError.notAStore(path: other)) { try open(other) }
        #expect(try Files.read(other, limitBytes: 1 << 20) == bytes)
        #expect(try Files.names(inFolder: folder.path) == ["other.db", "store"])
    }

    @Test func `a file of a newer format is refused and left alone`() throws {
        do { _ = try create(path) }
        do { try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = 3") }
        let bytes = try Files.read(path, limitBytes: 1 << 20)
        for access in [ReplicaStore.Access.readWrite, .readOnly] {
            #expect(throws: StoreError.newer(path: path, version: 3)) { try open(path, access) }
        }
        #expect(try Files.read(path, limitBytes: 1 << 20) == bytes)
    }

    // MARK: Opening what is ours

    @Test func `a link leads to the store`() async throws {
        do { try create(path).add(piece(1)) }
        try System.link(at: folder.path("link"), to: "store")
        #expect(try open(folder.path("link")).piece(1) != nil)
        #expect(throws: StoreError.exists(path: folder.path("link"))) { try create(folder.path("link")) }
        try System.link(at: folder.path("loose"), to: "nowhere")
        #expect(throws: StoreError.missing(path: folder.path("loose"))) { try open(folder.path("loose")) }
        #expect(throws: StoreError.exists(path: folder.path("loose"))) { try create(folder.path("loose")) }
    }

    @Test func `a store opened to be read refuses writes and sees those of others`() throws {
        let writing = try create(path)
        let reading = try open(path, .readOnly)
        try writing.add(piece(1))
        #expect(try reading.piece(1) != nil)
        #expect(throws: StoreError.database(.readOnly)) { try reading.add(piece(2)) }
        #expect(throws: StoreError.database(.readOnly)) { try reading.undo() }
        #expect(try reading.verify() == [])
    }

    @Test func `a file without its log of writes is read as unchanging`() throws {
        do { try create(path).add(piece(1)) }
        let connection = try Connection(path: path, mode: .unchanging)
        let store = ReplicaStore(core: StoreCore(connection, .test(), path: path))
        #expect(try store.piece(1)?.record == piece(1))
        #expect(try store.verify() == [])
        #expect(throws: StoreError.database(.readOnly)) { try store.add(piece(2)) }
        #expect(try Files.names(inFolder: folder.path).filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
    }

    /// Root may write everywhere, so it cannot meet this.
    @Test(.enabled(if: !System.isRoot))
    func `on a disk that can only be read a store is read, and nothing else`() throws {
        let path = folder.path("disk/store")
        do { try create(path).add(piece(1)) }
        try Files.removeAll(path + "-changed")
        try Files.setPermissions(0o400, of: path)
        try Files.setPermissions(0o500, of: folder.path("disk"))
        defer { try? Files.setPermissions(0o700, of: folder.path("disk")) }
        let store = try open(path, .readOnly)
        #expect(try store.piece(1)?.record == piece(1))
        #expect(try store.verify() == [])
        #expect(throws: StoreError.database(.readOnly)) { try store.add(piece(2)) }
        #expect(throws: StoreError.self) { try open(path).add(piece(2)) }
        #expect(throws: StoreError.self) { try create(folder.path("disk/other")) }
        #expect(throws: StoreError.self) { try store.backup(to: folder.path("disk/copy")) }
        #expect(try Files.names(inFolder: folder.path("disk")) == ["store"])
        // What waits in a log of writes is part of the store: without it the file would be an older state.
        try Files.setPermissions(0o700, of: folder.path("disk"))
        try Files.write([1, 2, 3], to: path + "-wal")
        try Files.setPermissions(0o500, of: folder.path("disk"))
        #expect(throws: StoreError.self) { try open(path, .readOnly) }
    }

    // MARK: Damage

    /// A small store as bytes, its log of writes empty.
    private func smallStore() throws -> [UInt8] {
        let path = folder.path("small")
        do {
            let store = try create(path)
            for number in 1...30 as ClosedRange<UInt64> {
                try store.add(piece(number, "Piece \(number)") { $0.color = "red" })
                try store.change(number) { $0.quantity = 2 }
            }
        }
        return try Files.read(path, limitBytes: 1 << 22)
    }

    /// Reads everything there is; an error of the store is fine, a trap or wrong data is not.
    private func readAll(_ path: String, _ access: ReplicaStore.Access) {
        do {
            let store = try open(path, access)
            _ = try store.verify()
            for piece in try store.read({ try $0.records(Piece.self) }) {
                // Flipping a whole page never gives another valid text: a record is right or an error.
                #expect(piece.record.color == "red" && piece.record.quantity == 2)
                _ = try store.read { try $0.history(of: 2, piece.record.id) }
            }
            _ = try store.read { try $0.history(limit: 100) }
            _ = try store.livingChanges()
            if access == .readWrite {
                try store.change(1) { $0.quantity = 2 }
                _ = try store.undo()
            }
        } catch {
            #expect(error is StoreError, "\(error)")
        }
    }

    @Test func `with any one page damaged there is an error or the right data, and reading leaves the file as it is`()
        throws
    {
        let bytes = try smallStore()
        #expect(bytes.count % 4_096 == 0 && bytes.count / 4_096 > 10)
        for page in 0..<bytes.count / 4_096 {
            var damaged = bytes
            for place in page * 4_096..<(page + 1) * 4_096 { damaged[place] ^= 0xA5 }
            try Files.write(damaged, to: path)
            readAll(path, .readOnly)
            #expect(try Files.read(path, limitBytes: 1 << 22) == damaged)
            readAll(path, .readWrite)
            for name in try Files.names(inFolder: folder.path) where name.hasPrefix("store") {
                try Files.remove(folder.path(name))
            }
        }
    }

    @Test func `a truncated file is an error, and is not made worse`() throws {
        let bytes = try smallStore()
        for count in [1, 99, 100, 512, 4_095, 4_096, 8_192, bytes.count / 2, bytes.count - 4_096, bytes.count - 1] {
            // SQLite reads zeros where a file ends within a page: cutting only zeros off takes nothing.
            guard bytes.dropFirst(count).contains(where: { $0 != 0 }) else { continue }
            let truncated = Array(bytes.prefix(count))
            try Files.write(truncated, to: path)
            #expect(throws: StoreError.self) {
                let store = try open(path, .readOnly)
                let faults = try store.verify()
                #expect(!faults.isEmpty)
                throw StoreError.notAStore(path: "faults found")
            }
            #expect(try Files.read(path, limitBytes: 1 << 22) == truncated)
            for name in try Files.names(inFolder: folder.path) where name.hasPrefix("store") {
                try Files.remove(folder.path(name))
            }
        }
    }
}
