// What whoever runs the server may look at and change, beside a running server.

import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer

/// The server's file, opened for one command.
struct Administration {
    private let storage: SQLiteServerStorage
    private let server: Server

    /// The file of a server that was started before.
    static func beside(_ invocation: Invocation) throws -> Administration {
        let folder = try invocation.dataFolder
        guard try folder.hasServerFile() else { throw DataFolderError.missing(path: folder.path) }
        let storage = try SQLiteServerStorage.openBeside(inFolder: folder.path)
        let server = Server(storage: storage, clock: invocation.outside.clock, random: invocation.outside.random)
        return Administration(storage: storage, server: server)
    }

    /// Makes a link good for one use.
    func add(_ link: Link) throws {
        try server.addClaim(lookup: link.lookup)
    }

    /// All spaces in the order in which they were made.
    func spaces() throws -> [SpaceFacts] {
        try server.spaceFacts()
    }

    /// Forgets a space with everything in it.
    func delete(_ space: SpaceFacts) throws {
        try server.delete(space)
    }

    /// Makes a device's token open nothing.
    func revoke(_ device: MemberDevice, of space: SpaceFacts) throws {
        try server.revoke(device, of: space)
    }

    /// A sentence for each flaw of the file; none when it is sound.
    func flaws() throws -> [String] {
        try storage.check()
    }

    /// Copies everything into a file, where nothing may stand yet.
    func backup(to path: String) throws {
        try storage.backUp(to: path)
    }

    /// Puts a backup in the place of what the server keeps, while none runs.
    ///
    /// - Returns: where that is kept; nil where there was nothing.
    static func restore(_ folder: DataFolder, from source: String, _ outside: Outside) throws -> String? {
        try SQLiteServerStorage.restore(
            source, inFolder: folder.path, atMilliseconds: outside.clock.millisecondsSince1970())
    }
}
