// The machines: clocks that are wrong, and the one the server runs on.

import Platform
import Replication
package import SQLiteServerStorage
package import SyncProtocol
package import SyncServer
import Synchronization
package import TestSupport

/// The clock of one machine: the true time, and how far it is wrong.
package final class MachineClock: WallClock {
    private struct Wrong: Sendable {
        var errorMilliseconds: Int64 = 0
        var partsPerMillion: Int64 = 0
        /// Since when it drifts, by the true time.
        var since: Int64 = 0

        func drift(_ truth: Int64) -> Int64 { (truth - since) / 1_000 * partsPerMillion / 1_000 }
    }

    private let truth: ManualClock
    private let wrong = Mutex(Wrong())

    package init(_ truth: ManualClock) {
        self.truth = truth
    }

    /// How far it goes before the true time, in milliseconds. What is set does not drift.
    package var errorMilliseconds: Int64 {
        get { wrong.withLock { $0.errorMilliseconds + $0.drift(truth.millisecondsSince1970()) } }
        set { set(error: newValue, partsPerMillion: 0) }
    }

    /// Sets it wrong by milliseconds, from which on it drifts.
    package func set(error milliseconds: Int64, partsPerMillion: Int64) {
        let now = truth.millisecondsSince1970()
        wrong.withLock {
            $0 = Wrong(errorMilliseconds: milliseconds, partsPerMillion: partsPerMillion, since: now)
        }
    }

    package func millisecondsSince1970() -> Int64 { truth.millisecondsSince1970() + errorMilliseconds }

    package func monotonicMilliseconds() -> Int64 { truth.millisecondsSince1970() }

    /// The true time at which it will show a time, or a little before.
    package func truth(of milliseconds: Int64) -> Int64 { milliseconds - errorMilliseconds }
}

/// The machine of the server, whose file can be copied, rolled back and wiped.
package final class Host {
    package let clock: MachineClock
    package var limits: ServerLimits
    /// Names the history of the file: another one after each roll-back and wipe.
    package private(set) var history = 0
    private let connect: (Server?) -> Void
    private var nextSightings: Int64 = 0
    private var nextCollection: Int64 = 0

    /// A copy of the file.
    package typealias Storage = SQLiteServerStorage
    private let nextSeed: () -> UInt64
    package private(set) var storage: SQLiteServerStorage { didSet { dumps = [:] } }
    private var dumps: [SpaceID: (changeCount: Int64, dump: Dump)] = [:]
    package private(set) var server: Server

    /// A server with an empty file.
    ///
    /// - Parameters:
    ///   - nextSeed: gives the seed of the chance of each start.
    ///   - connect: is handed the server at each start, and nil when it stops.
    package init(
        _ truth: ManualClock, _ limits: ServerLimits, nextSeed: @escaping () -> UInt64,
        connect: @escaping (Server?) -> Void
    ) throws {
        (clock, self.connect, self.limits, self.nextSeed) = (MachineClock(truth), connect, limits, nextSeed)
        storage = try .inMemory()
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: nextSeed()), limits: limits)
        connect(server)
    }

    /// What the server holds of a space, of the first one where nil; read anew only where something was written.
    package func dump(of space: SpaceID? = nil) throws -> Dump {
        guard let key = try key(of: space) else { return Dump() }
        let changeCount = try storage.changedRowCount
        if let known = dumps[key.id], known.changeCount == changeCount { return known.dump }
        var dump = try readDump(of: key.key)
        dump.version = changeCount
        dumps[key.id] = (changeCount, dump)
        return dump
    }

    /// A copy of the file as it is now. What was only seen is not in it.
    package func copy() throws -> SQLiteServerStorage {
        try storage.copied()
    }

    /// Puts an earlier copy in the place of the file. Nobody is told.
    package func rollBack(to copy: SQLiteServerStorage) throws {
        storage = try copy.copied()
        history += 1
        restart()
    }

    /// Begins with an empty file.
    package func wipe() throws {
        storage = try .inMemory()
        history += 1
        restart()
    }

    /// Starts the server anew, as after a crash: what it had only in memory is gone.
    package func restart() {
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: nextSeed()), limits: limits)
        connect(server)
    }

    /// Stops the server until it is started anew.
    package func stop() {
        connect(nil)
    }

    /// What a server's program does while it runs: once a minute it writes what was only seen, once an hour it
    /// collects.
    func upkeep() throws {
        let now = clock.monotonicMilliseconds()
        if now >= nextSightings {
            nextSightings = now + 60_000
            try server.writeSightings()
        }
        if now >= nextCollection {
            nextCollection = now + 3_600_000
            try collect()
        }
    }

    /// Collects all that can be.
    package func collect() throws {
        var place: Server.CollectionPlace?
        repeat { place = try server.collect(from: place) } while place != nil
    }
}
