// Two who write at once, and one who reads meanwhile.

import HTTPMessages
import Platform
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport
import Testing

/// Stops before each commit until it is told to go on.
private final class HeldStorage: ServerStorage {
    private let storage: SQLiteServerStorage
    let hasWritten: WakeSignal
    let mayCommit: WakeSignal

    init(_ storage: SQLiteServerStorage) throws {
        self.storage = storage
        hasWritten = try WakeSignal()
        mayCommit = try WakeSignal()
    }

    func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result { try storage.read(body) }

    func write<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result {
        try storage.write { transaction in
            let result = try body(transaction)
            hasWritten.give()
            mayCommit.wait()
            return result
        }
    }
}

@Suite("Races")
struct RaceTests {
    let folder = TemporaryFolder()

    /// sqlite-sync#70: "two simultaneous merges of one cell leave the older value". atproto#906: "the reader skips a
    /// record that was committed late with a lower number".
    @Test("Of two overlapping transactions the higher stamp wins, and no reader misses the slower", arguments: [0, 1])
    func overlap(order: Int) async throws {
        let data = folder.path("data")
        let storage = try SQLiteServerStorage.open(inFolder: data)
        let world = StorageWorld(storage)
        try world.claim(1)
        try world.join(2, invitedBy: 1)
        try world.join(3, invitedBy: 1)
        let held = try HeldStorage(storage)
        let slow = StorageWorld(held, clock: world.clock, seed: 2)
        // As in another process: its own connection, which the lock of the first one keeps out.
        let fast = StorageWorld(
            try SQLiteServerStorage.openBeside(inFolder: data), clock: world.clock, seed: 3)
        let (lower, higher) = (try change(5, at: 0, by: 1), try change(5, at: 1, by: 2))
        let (first, second) = order == 0 ? (lower, higher) : (higher, lower)
        let own = try change(6, at: 0)

        async let slowStatus = onThread { slow.push(1, [first, own], attempt: 7).status }
        _ = try await onThread { held.hasWritten.wait() }
        #expect(try world.read(3).rows.isEmpty)
        async let fastStatus = onThread { fast.push(2, [second], attempt: 8).status }
        let between = try world.read(3)
        #expect(between.rows.isEmpty)
        held.mayCommit.give()
        #expect(try await slowStatus == 200)
        #expect(try await fastStatus == 200)
        // A reader that goes on from where it stood sees all that lives.
        let rows = try world.read(3, from: between.cursor).rows
        #expect(Set(rows.map(\.sealed.header)) == [higher.header, own.header])
        #expect(try storage.check() == [])
    }

    @Test("A token that another process revokes opens nothing from that moment")
    func revokedElsewhere() throws {
        let data = folder.path("data")
        let world = StorageWorld(try SQLiteServerStorage.open(inFolder: data))
        try world.claim(1)
        try world.join(2, invitedBy: 1)
        #expect(try world.read(2).head != nil)
        let beside = try SQLiteServerStorage.openBeside(inFolder: data)
        let key = try #require(try beside.read { try $0.spaceKey(after: nil) })
        #expect(try beside.write { try $0.revoke(tokenHash: StorageWorld.hash(2), in: key) })
        for _ in 0..<2 { #expect(world.push(2, [try change(5, at: 0)], attempt: 9).status == 401) }
        #expect(try world.read(1).rows.isEmpty)
    }
}
