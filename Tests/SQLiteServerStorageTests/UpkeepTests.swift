// Backup, check and restore, and what a full or read-only disk means.

import HTTPMessages
import Platform
import Replication
import SQLiteDatabase
import SyncProtocol
import SyncServer
import TestSupport
import Testing

@testable import SQLiteServerStorage

@Suite("Upkeep")
struct UpkeepTests {
    let folder = TemporaryFolder()

    var data: String { folder.path("data") }

    @Test("A backup put in place is an older server, and devices notice")
    func backupAndRestore() throws {
        let backup = folder.path("backup")
        do {
            let storage = try SQLiteServerStorage.open(inFolder: data)
            let world = StorageWorld(storage)
            try world.claim(1)
            #expect(world.push(1, [try change(5, at: 0)], attempt: 7).status == 200)
            try storage.backUp(to: backup)
            #expect(world.push(1, [try change(6, at: 0)], attempt: 8, known: [7]).status == 200)
            #expect(throws: DataFolderError.inUse(path: data)) {
                try SQLiteServerStorage.restore(backup, inFolder: data, atMilliseconds: 9)
            }
        }
        #expect(try Files.attributes(of: backup).permissions == 0o600)
        let kept = try SQLiteServerStorage.restore(backup, inFolder: data, atMilliseconds: 9)
        #expect(kept == data + "/server.packmule.before-9")
        let storage = try SQLiteServerStorage.open(inFolder: data)
        let world = StorageWorld(storage, seed: 2)
        #expect(try storage.check() == [])
        #expect(try world.read(1, known: [7]).rows.count == 1)
        // The device's last attempt is unknown here.
        let answer = world.push(1, [try change(7, at: 0)], attempt: 9, known: [8])
        #expect(try ExchangeAnswer(encoded: answer.body).verdict == .foreign(last: 7))
    }

    @Test("A backup replaces nothing, and leaves nothing behind")
    func backupOverFile() throws {
        let storage = try SQLiteServerStorage.open(inFolder: data)
        try Files.write([1], to: folder.path("taken"))
        #expect(throws: DataFolderError.exists(path: folder.path("taken"))) {
            try storage.backUp(to: folder.path("taken"))
        }
        try storage.backUp(to: folder.path("backup"))
        #expect(try Files.names(inFolder: folder.path) == ["backup", "data", "taken"])
    }

    @Test("A backup that is not sound is not put in place")
    func damagedBackup() throws {
        let backup = folder.path("backup")
        do {
            let storage = try SQLiteServerStorage.open(inFolder: data)
            try StorageWorld(storage).claim(1)
            try storage.backUp(to: backup)
        }
        try Connection(path: backup, mode: .readWrite).execute("UPDATE space SET records = 5")
        #expect(throws: StorageError.self) {
            try SQLiteServerStorage.restore(backup, inFolder: data, atMilliseconds: 9)
        }
        #expect(try SQLiteServerStorage.open(inFolder: data).check() == [])
    }

    @Test(
        "The check finds what does not fit",
        arguments: [
            ("UPDATE space SET sum = zeroblob(16)", "another sum"),
            ("UPDATE space SET records = 9", "counts 9 records of 1"),
            ("UPDATE space SET bytes = 9", "counts 9 bytes of 6"),
            ("UPDATE space SET sequence = 1", "rows beyond its end"),
            ("UPDATE change SET owned = 2", "two owners"),
            ("UPDATE change SET owned = 64", "own what they do not write"),
            ("UPDATE change SET deleting_in = 1", "deletions"),
        ])
    func check(damage: String, words: String) throws {
        let storage = try SQLiteServerStorage.inMemory()
        let world = StorageWorld(storage)
        try world.claim(1)
        #expect(world.push(1, [try change(5, at: 0, mask: 6), try change(5, at: 1)], attempt: 7).status == 200)
        #expect(try storage.check() == [])
        try storage.withConnection { try $0.execute(damage) }
        let flaws = try storage.check()
        #expect(flaws.contains { $0.contains(words) }, "\(flaws)")
    }

    @Test("A full disk is told as such, nothing is stored, and the server goes on when there is room")
    func fullDisk() throws {
        let storage = try SQLiteServerStorage.open(inFolder: data)
        let world = StorageWorld(storage)
        try world.claim(1)
        try storage.withConnection { connection in
            let pages = try connection.integer("PRAGMA page_count")
            try connection.execute("PRAGMA max_page_count = \(pages)")
        }
        let many = try (0..<500).map { try change(UInt64($0), at: 0) }
        let answer = world.push(1, many, attempt: 7)
        #expect(answer.status == 507)
        #expect(answer.headers["Retry-After"] == "60")
        #expect(try ErrorBody(encoded: answer.body).code == .storageFull)
        #expect(try world.read(1).rows.isEmpty)
        try storage.withConnection { try $0.execute("PRAGMA max_page_count = 1000000") }
        #expect(world.push(1, many, attempt: 8).status == 200)
        #expect(try world.read(1, known: [8]).rows.count == 500)
    }

    @Test("A disk that cannot be written is told as such, and reading goes on")
    func readOnlyDisk() throws {
        let storage = try SQLiteServerStorage.open(inFolder: data)
        let world = StorageWorld(storage)
        try world.claim(1)
        try storage.withConnection { try $0.execute("PRAGMA query_only = 1") }
        let answer = world.push(1, [try change(5, at: 0)], attempt: 7)
        #expect(answer.status == 503)
        #expect(answer.headers["Retry-After"] == "60")
        #expect(try world.read(1).rows.isEmpty)
        try storage.withConnection { try $0.execute("PRAGMA query_only = 0") }
        #expect(world.push(1, [try change(5, at: 0)], attempt: 8).status == 200)
    }

    @Test("One job that fails leaves the others of its transaction as they are")
    func savepoints() throws {
        let storage = try SQLiteServerStorage.inMemory()
        let kept = try storage.write { transaction -> Int in
            try transaction.addClaim(lookupHash: [1], atMilliseconds: 1)
            try? transaction.attempt {
                try transaction.addClaim(lookupHash: [2], atMilliseconds: 1)
                throw StorageError.full
            }
            try transaction.attempt { try transaction.addClaim(lookupHash: [3], atMilliseconds: 1) }
            return try transaction.openClaimCount()
        }
        #expect(kept == 2)
        #expect(try storage.read { try $0.claim(lookupHash: [2]) } == nil)
    }
}
