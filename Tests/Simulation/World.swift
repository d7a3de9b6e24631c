// A small world for tests: a server, devices and a network in one process, in virtual time.

import Cryptography
import HTTPMessages
import PackmuleKit
import Platform
import ReplicaStore
package import Replication
import SyncProtocol
package import SyncServer
package import TestSupport
import TripModel

/// One space on one server, and its devices. The first device makes the space; nothing happens by itself.
package final class World {
    /// The true time.
    package let clock: ManualClock
    package let network = Network()
    package let host: Host
    package private(set) var replicas: [Replica] = []
    private var seeds: SeededGenerator

    /// A world with devices of these names, all in the space and in sync.
    package init(
        _ names: String..., limits: ServerLimits = .generous, seed: UInt64 = 1, isOpen: Bool = false
    ) throws {
        clock = ManualClock()
        let seeds = SeedSource(seed)
        self.seeds = SeededGenerator(seed: seed ^ 0xD1CE)
        host = try Host(clock, limits, nextSeed: { seeds.next() }, connect: { [network] in network.connect(to: $0) })
        for name in names { _ = try addReplica(name, isOpen: isOpen) }
        try settle()
    }

    package subscript(_ name: String) -> Replica {
        guard let replica = replicas.first(where: { $0.name == name }) else {
            preconditionFailure("there is no device \(name)")
        }
        return replica
    }

    // MARK: Devices

    /// A device that is in no space.
    package func makeReplica(
        _ name: String, catalogue: Catalogue = .packmule, rulesVersion: String = "1", at path: String? = nil
    ) throws -> Replica {
        try Replica(
            name, MachineClock(clock), network, seed: seeds.next(), catalogue: catalogue, rulesVersion: rulesVersion,
            at: path)
    }

    /// One more device of the space; the first one claims it.
    @discardableResult
    package func addReplica(
        _ name: String, isOpen: Bool = false, catalogue: Catalogue = .packmule, at path: String? = nil
    ) throws -> Replica {
        let replica = try makeReplica(name, catalogue: catalogue, at: path)
        if let host = try replicas.first(where: { try $0.store.membership() != nil }) {
            let invitation = try host.device.invite(over: network)
            try replica.device.join(invitation.link, over: network)
        } else {
            try claim(replica, isOpen: isOpen)
        }
        replicas.append(replica)
        return replica
    }

    /// Has a device claim the space with a link of the server's.
    package func claim(_ replica: Replica, isOpen: Bool = false) throws {
        let secret = Secret(seeds.bytes(count: 16))
        let link = Link(kind: .claim, origin: try Origin("https://packmule.example.org"), secret: secret, pin: nil)
        try host.server.addClaim(lookup: link.lookup)
        try replica.device.claim(link, isOpen: isOpen, over: network)
    }

    /// A second device with a copy of the first one's file.
    package func clone(_ replica: Replica, as name: String) throws -> Replica {
        let clone = try makeReplica(name)
        try clone.store.restore(from: replica.store)
        replicas.append(clone)
        return clone
    }

    /// The device is lost with its disk.
    package func lose(_ replica: Replica) {
        replicas.removeAll { $0 === replica }
    }

    // MARK: Time

    package func pass(seconds: Int64 = 0, days: Int64 = 0) {
        clock.advance(milliseconds: seconds * 1_000 + days * 86_400_000)
    }

    // MARK: Healing

    /// Lets every device sync until all is quiet: at most three rounds (docs/design, reliability: promise 2 allows two
    /// for each device, and the last only finds that nothing is left).
    package func settle(rounds: Int = 3) throws {
        for _ in 0..<rounds {
            pass(seconds: 1)
            for replica in replicas { try replica.sync() }
        }
    }

    /// One sentence for everything that is wrong with the convergence of the devices.
    package func faultsOfConvergence() throws -> [String] {
        var faults: [String] = []
        let dump = try host.dump()
        let sum = try host.space()?.sum.bytes
        let fresh = try addReplica("fresh")
        try fresh.sync()
        let freshDump = try fresh.dump()
        for replica in replicas {
            let report = try replica.sync()
            let dumped = try replica.dump()
            for difference in dumped.differences(from: dump) + dumped.differences(from: freshDump) {
                faults.append("\(replica.name) differs: \(difference)")
            }
            if try replica.store.read({ try $0.equalitySum() }) != sum { faults.append("\(replica.name): another sum") }
            if report.isEqual != true { faults.append("\(replica.name): not found equal: \(report)") }
            if report.sentCount + report.receivedCount > 0, replica !== fresh {
                faults.append("\(replica.name) moved something once more: \(report)")
            }
            for (cell, holding) in dumped.cells where holding.state != .confirmed {
                faults.append("\(replica.name): \(cell) is not confirmed")
            }
            faults += try replica.store.verify().map { "\(replica.name): \($0)" }
        }
        lose(fresh)
        return faults
    }
}

/// Seeds that are never the same twice.
private final class SeedSource {
    private var generator: SeededGenerator

    package init(_ seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    package func next() -> UInt64 { generator.next() }
}

extension ServerLimits {
    /// The defaults, with rates that no test meets by chance.
    package static var generous: ServerLimits {
        var limits = ServerLimits()
        limits.requestBurst = 1_000_000
        limits.unauthenticatedPerMinute = 1_000_000
        limits.invitationsPerHour = 1_000_000
        return limits
    }

    /// The same with pages of so many rows.
    package static func pages(of rows: Int) -> ServerLimits {
        var limits = generous
        limits.pageRows = rows
        return limits
    }
}
