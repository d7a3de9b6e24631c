// The machines: clocks that are wrong, and the one the server runs on.

import Platform
import SQLiteDatabase
import SyncServer
import Synchronization
import TestSupport

@testable import SQLiteServerStorage

/// The clock of one machine: the true time, and how far it is wrong.
final class MachineClock: WallClock {
    private let truth: ManualClock
    private let error = Mutex<Int64>(0)

    init(_ truth: ManualClock) {
        self.truth = truth
    }

    /// How far it goes before the true time, in milliseconds.
    var errorMilliseconds: Int64 {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    func millisecondsSince1970() -> Int64 { truth.millisecondsSince1970() + errorMilliseconds }

    func monotonicMilliseconds() -> Int64 { truth.millisecondsSince1970() }
}

/// The machine of the server, whose file can be copied, rolled back and wiped.
final class Host {
    let clock: MachineClock
    var limits: ServerLimits
    private let network: Network
    private let nextSeed: () -> UInt64
    private(set) var storage: SQLiteServerStorage { didSet { dumped = nil } }
    private var dumped: (changeCount: Int64, dump: Dump)?
    private(set) var server: Server

    init(_ truth: ManualClock, _ network: Network, _ limits: ServerLimits, nextSeed: @escaping () -> UInt64) throws {
        (clock, self.network, self.limits, self.nextSeed) = (MachineClock(truth), network, limits, nextSeed)
        storage = try .inMemory()
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: nextSeed()), limits: limits)
        network.connect(to: server)
    }

    /// What the server holds, read anew only where something was written.
    func dump() throws -> Dump {
        let changeCount = try storage.withConnection { $0.allChangedRowCount }
        if let dumped, dumped.changeCount == changeCount { return dumped.dump }
        let dump = try readDump()
        dumped = (changeCount, dump)
        return dump
    }

    /// A copy of the file as it is now. What was only seen is not in it.
    func copy() throws -> SQLiteServerStorage {
        try Self.copy(of: storage)
    }

    /// Puts an earlier copy in the place of the file. Nobody is told.
    func rollBack(to copy: SQLiteServerStorage) throws {
        storage = try Self.copy(of: copy)
        restart()
    }

    /// Begins with an empty file.
    func wipe() throws {
        storage = try .inMemory()
        restart()
    }

    /// Starts the server anew, as after a crash: what it had only in memory is gone.
    func restart() {
        server = Server(storage: storage, clock: clock, random: SeededRandom(seed: nextSeed()), limits: limits)
        network.connect(to: server)
    }

    /// Collects all that can be.
    func collect() throws {
        var place: Server.CollectionPlace?
        repeat { place = try server.collect(from: place) } while place != nil
    }

    private static func copy(of storage: SQLiteServerStorage) throws -> SQLiteServerStorage {
        let copy = try SQLiteServerStorage.inMemory()
        try copy.withConnection { copy in try storage.withConnection { try copy.copyAll(from: $0) } }
        return copy
    }
}
