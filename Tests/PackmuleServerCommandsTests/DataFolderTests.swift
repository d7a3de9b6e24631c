// Tests of the data folder: who may look into it, who serves it, and what is recorded in it.

import Platform
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Data folder")
struct DataFolderTests {
    private let place = TemporaryFolder()

    private func folder(_ name: String = "data") -> DataFolder { DataFolder(path: place.path(name)) }

    @Test("A folder that is missing is made for its owner only, with those above it")
    func made() throws {
        let folder = folder("a/b")
        try folder.prepare()
        #expect(try Files.attributes(of: folder.path).permissions == 0o700)
        try folder.prepare()
    }

    @Test("A folder that others may look into is refused", arguments: [0o701, 0o710, 0o704, 0o755, 0o770] as [UInt32])
    func openFolder(permissions: UInt32) throws {
        let folder = folder()
        try folder.prepare()
        try Files.setPermissions(permissions, of: folder.path)
        #expect(throws: DataFolder.Problem.open(folder.path, permissions: permissions)) { try folder.prepare() }
        #expect(try Files.attributes(of: folder.path).permissions == permissions)
    }

    @Test("A file that others may read is refused", arguments: ["server.sqlite", "server.sqlite-wal"])
    func openFile(name: String) throws {
        let folder = folder()
        try folder.prepare()
        try Files.write([], to: folder.path + "/" + name, permissions: 0o640)
        #expect(throws: DataFolder.Problem.open(folder.path + "/" + name, permissions: 0o640)) {
            try folder.prepare()
        }
    }

    @Test("A file in the place of the folder is refused")
    func file() throws {
        try Files.write([], to: place.path("data"))
        #expect(throws: (any Error).self) { try folder().prepare() }
    }

    @Test("A folder of somebody else is refused")
    func foreign() throws {
        // The folder "/" belongs to root, the test usually does not; as root the other way round.
        if ProcessInformation.userID == 0 {
            let folder = folder()
            try folder.prepare()
            let end = try ChildProcess(
                "/bin/chown", [Array("65534".utf8), Array(folder.path.utf8)], environment: [:]
            ).wait()
            try #require(end.exitCode == 0)
            #expect(throws: DataFolder.Problem.foreign(folder.path, ownerID: 65_534, userID: 0)) {
                try folder.prepare()
            }
        } else {
            #expect(
                throws: DataFolder.Problem.foreign("/", ownerID: 0, userID: ProcessInformation.userID)
            ) { try DataFolder(path: "/").prepare() }
        }
    }

    @Test("One server at a time serves a folder")
    func lock() throws {
        let folder = folder()
        try folder.prepare()
        do {
            let lock = try folder.lock()
            #expect(throws: DataFolder.Problem.served(folder.path)) { _ = try folder.lock() }
            withExtendedLifetime(lock) {}
        }
        _ = try folder.lock()
    }

    @Test("The address is recorded until another one is")
    func address() throws {
        let folder = folder()
        try folder.prepare()
        #expect(try folder.recordedAddress() == nil)
        try folder.record(address: "https://packmule.example.org")
        #expect(try folder.recordedAddress() == "https://packmule.example.org")
        try folder.record(address: "http://127.0.0.1:8484")
        #expect(try folder.recordedAddress() == "http://127.0.0.1:8484")
        #expect(try Files.attributes(of: folder.path + "/server.url").permissions == 0o600)
    }

    @Test("Administration demands that a server was started before")
    func missing() throws {
        let folder = folder()
        #expect(throws: DataFolder.Problem.missing(folder.path)) { try folder.demandServer() }
        try folder.prepare()
        #expect(throws: DataFolder.Problem.missing(folder.path)) { try folder.demandServer() }
    }
}
