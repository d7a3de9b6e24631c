// The data directory: who may open it, and what is refused.

import HTTPMessages
import Platform
import Replication
import SQLiteDatabase
import SQLiteServerStorage
import SyncServer
import TestSupport
import Testing

@Suite("Data folder")
struct DataFolderTests {
    let folder = TemporaryFolder()

    var data: String { folder.path("data") }
    var file: String { data + "/server.packmule" }

    @Test("A new directory and its file are private")
    func made() throws {
        _ = try SQLiteServerStorage.open(inFolder: data)
        #expect(try Files.attributes(of: data).permissions == 0o700)
        #expect(try Files.attributes(of: file).permissions == 0o600)
    }

    @Test("What others could read is refused", arguments: [0o755, 0o710, 0o701])
    func readable(permissions: UInt32) throws {
        try Files.createFolder(data)
        try Files.setPermissions(permissions, of: data)
        #expect(throws: DataFolderError.readableByOthers(path: data)) {
            try SQLiteServerStorage.open(inFolder: data)
        }
        try Files.setPermissions(0o700, of: data)
        _ = try SQLiteServerStorage.open(inFolder: data)
        try Files.setPermissions(0o644, of: file)
        #expect(throws: DataFolderError.readableByOthers(path: file)) { try SQLiteServerStorage.open(inFolder: data) }
    }

    @Test("What belongs to somebody else is refused", .enabled(if: ProcessInformation.userID != 0))
    func foreignOwner() throws {
        #expect(throws: DataFolderError.ownedBySomebodyElse(path: "/usr")) {
            try SQLiteServerStorage.open(inFolder: "/usr")
        }
    }

    @Test("A second server on one file is refused; a command beside it is not")
    func secondServer() throws {
        let first = try SQLiteServerStorage.open(inFolder: data)
        #expect(throws: DataFolderError.inUse(path: data)) { try SQLiteServerStorage.open(inFolder: data) }
        let beside = try SQLiteServerStorage.openBeside(inFolder: data)
        try beside.write { try $0.addClaim(lookupHash: [1], atMilliseconds: 5) }
        #expect(try first.read { try $0.openClaimCount() } == 1)
    }

    @Test("A command finds nothing where no server has been")
    func besideNothing() throws {
        try Files.createFolder(data)
        #expect(throws: DataFolderError.missing(path: file)) { try SQLiteServerStorage.openBeside(inFolder: data) }
    }

    @Test("A file that is something else is refused and left alone")
    func notOurs() throws {
        try Files.createFolder(data)
        let bytes = [UInt8](repeating: 65, count: 200)
        try Files.write(bytes, to: file)
        #expect(throws: DataFolderError.notOurs(path: file)) { try SQLiteServerStorage.open(inFolder: data) }
        #expect(try Files.read(file, limitBytes: 300) == bytes)
        try Files.write([], to: file)
        try Connection(path: file, mode: .readWrite).execute("CREATE TABLE other (a)")
        #expect(throws: DataFolderError.notOurs(path: file)) { try SQLiteServerStorage.open(inFolder: data) }
    }

    @Test("A file of a newer version is refused")
    func newer() throws {
        _ = try SQLiteServerStorage.open(inFolder: data)
        try Connection(path: file, mode: .readWrite).execute("PRAGMA user_version = 9")
        #expect(throws: DataFolderError.newer(path: file, version: 9)) {
            try SQLiteServerStorage.open(inFolder: data)
        }
    }

    @Test("What was written is there after the file is opened anew")
    func reopened() throws {
        do {
            let world = StorageWorld(try SQLiteServerStorage.open(inFolder: data))
            try world.claim(1)
            #expect(world.push(1, [try change(5, at: 0)], attempt: 7).status == 200)
        }
        let world = StorageWorld(try SQLiteServerStorage.open(inFolder: data), seed: 2)
        #expect(try world.read(1, known: [7]).rows.map(\.sealed) == [change(5, at: 0)])
    }
}
