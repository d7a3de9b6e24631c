// What a reader remembers, it forgets with the next commit.

import HTTPMessages
import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport
import Testing

/// Reads within each transaction, as others do meanwhile.
private struct BusyStorage: ServerStorage {
    let storage: SQLiteServerStorage

    func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result { try storage.read(body) }

    func write<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result {
        try storage.write { transaction in
            let result = try body(transaction)
            _ = try storage.read { try $0.spaceKey(after: nil) }
            return result
        }
    }
}

@Suite("Lasting reader")
struct LastingReaderTests {
    let folder = TemporaryFolder()

    /// A space of two devices on a server, and another process that writes beside it.
    private func worlds() throws -> (server: StorageWorld, beside: StorageWorld) {
        let data = folder.path("data")
        let world = StorageWorld(try SQLiteServerStorage.open(inFolder: data))
        try world.claim(1)
        try world.join(2, invitedBy: 1)
        let beside = try SQLiteServerStorage.openBeside(inFolder: data)
        return (world, StorageWorld(beside, clock: world.clock, seed: 2))
    }

    @Test("Rows, sum, deletions and damage that another process writes are seen by the next request")
    func elsewhere() throws {
        let (server, beside) = try worlds()
        let start = try server.read(2)
        #expect(try server.read(2, from: start.cursor).head == start.head)

        let shared = try change(5, at: 0)
        #expect(beside.push(1, [shared], attempt: 7).status == 200)
        let stored = try server.read(2, from: start.cursor)
        #expect(stored.rows.map(\.sealed.header) == [shared.header])
        #expect(stored.head?.sum != start.head?.sum)
        #expect(stored.head?.wanted == [])
        #expect(try server.read(2, from: stored.cursor).rows.isEmpty)

        let key = ChangeKey(entity: 1, record: shared.header.record, stamp: shared.header.stamp)
        #expect(beside.push(1, [try change(6, at: 0)], attempt: 8, known: [7], damaged: [key]).status == 200)
        #expect(try server.read(2, from: stored.cursor).head?.wanted == [key])

        server.clock.advance(milliseconds: 200 * 86_400_000)
        let before = try server.read(2).head?.horizonMilliseconds
        let deletion = try change(5, at: 1, mask: 1, deletion: true)
        #expect(beside.push(1, [deletion], attempt: 9, known: [8]).status == 200)
        let after = try server.read(2).head?.horizonMilliseconds
        #expect(after == deletion.header.stamp.milliseconds)
        #expect(try #require(before) > deletion.header.stamp.milliseconds)
    }

    @Test("A device that was answered from memory a moment ago is shut out at once")
    func revoked() throws {
        let (server, beside) = try worlds()
        for _ in 0..<3 { #expect(try server.read(2).head != nil) }
        let revoke = DevicesRequest.revoke(tokenHash: StorageWorld.hash(2))
        #expect(beside.send(.devices, revoke.encoded, 1).status == 200)
        #expect(throws: (any Error).self) { try server.read(2) }
        #expect(try server.read(1).head != nil)
    }

    @Test("A storage that is opened beside a server closes without waiting for the server's readers")
    func closing() throws {
        let data = folder.path("data")
        let world = StorageWorld(try SQLiteServerStorage.open(inFolder: data))
        try world.claim(1)
        let beside = try SQLiteServerStorage.openBeside(inFolder: data)
        try beside.write { _ = try $0.makeSpace(SpaceID(high: 0, low: 9), mode: .open, atMilliseconds: 0) }
        #expect(try world.read(1).head != nil)
        beside.close()
        #expect(try world.read(1).head != nil)
    }

    @Test("The log of writes is begun anew although somebody reads during every transaction")
    func boundedLog() throws {
        let data = folder.path("data")
        let world = StorageWorld(BusyStorage(storage: try SQLiteServerStorage.open(inFolder: data)))
        try world.claim(1)
        for attempt in 1...UInt64(120) {
            let body = [UInt8](repeating: 7, count: 250_000)
            let large = SealedChange(header: try change(attempt, at: 0).header, body: body[...])
            let known = attempt == 1 ? [0] : [attempt - 1]
            #expect(world.push(1, [large], attempt: attempt, known: known).status == 200)
        }
        // 30 megabytes were written; the log is moved into the file after 16 MiB.
        #expect(try Files.attributes(of: data + "/server.packmule-wal").sizeBytes < 20_000_000)
    }
}
