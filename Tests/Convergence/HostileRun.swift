// A random life under a server that means ill, and what must hold through it and after it.

import Replication
import Simulation
import SyncProtocol
import SyncServer
import TestSupport
import TripModel

@testable import PackmuleKit
@testable import ReplicaStore

/// One run: two devices write and sync while the server lies; then an honest one takes its place.
///
/// What by its nature nobody can detect is not asked for here. A server that withholds rows is believed until the sums
/// are compared with an honest one; one that says what was deleted is collected everywhere makes a device empty its
/// trash, and one that says so of what is alive makes it hide that, restorably. One that calls a device revoked
/// is believed for ever: it could as well not answer. And one that sets the clock far ahead *and* confirms what it
/// throws away makes a device believe that others know stamps which no honest server takes before that time has come:
/// so a run has either the one lie or the others.
final class HostileRun {
    let seed: UInt64
    private let world: World
    private let hostile: HostileServer
    private var generator: SeededGenerator
    /// What members wrote: the only values that may ever be seen.
    private var written: Set<String> = ["", "somewhere"]
    private var told: Set<Lie> = []
    private var nextText = 0
    /// How often each lie was told, and damage was said.
    private(set) var met: [String: Int] = [:]

    private static let trips: [RecordID] = (1...5).map { .trip($0) }
    /// More than a sync may have: what every exchange may need twice.
    private static let requestsPerSync = 2 * SyncProtocol.Limits.exchangesPerSync

    init(seed: UInt64) throws {
        self.seed = seed
        var generator = SeededGenerator(seed: seed)
        let setsClock = generator.bool(probability: 0.15)
        let possible: [Lie] =
            setsClock
            ? Lie.allCases.filter { ![.thrownAway, .replayed, .outcomesWrong, .bitFlipped].contains($0) }
            : Lie.allCases.filter { $0 != .clockWrong }
        let drawn = possible.filter { $0 == .clockWrong || generator.bool() }
        let other = try World("carla", seed: 99)
        try other["carla"].write(.trip(1), title: "of another space")
        try other["carla"].sync()
        let foreignRow = try other.host.rows()[0].change
        world = try World("anna", "ben", "dora", limits: .pages(of: 3), seed: generator.next())
        hostile = HostileServer(
            before: world.network, seed: generator.next(), lies: drawn.isEmpty ? possible : drawn,
            foreignRow: foreignRow)
        self.generator = generator
        revokedID = try Self.shutOut(world["dora"], of: world)
        for trip in Self.trips.prefix(3) { try write(world["anna"], trip) }
        try world.settle()
    }

    /// A device is revoked, and lost; everybody will know.
    private static func shutOut(_ replica: Replica, of world: World) throws -> String {
        let hash = try replica.device.requiredMembership().tokenHash
        let member = try world["anna"].device.memberDevices().first { $0.tokenHash == hash }
        guard let member else { throw Violation(0, "\(replica.name) is in no list") }
        try world["anna"].device.revokeMember(member, over: world.network)
        world.lose(replica)
        return member.id
    }

    private let revokedID: String

    func run() throws {
        for _ in 0..<8 {
            world.pass(seconds: Int64(generator.int(in: 1...40)), days: generator.bool(probability: 0.2) ? 2 : 0)
            let replica = generator.pick(from: world.replicas)
            if generator.bool(probability: 0.7) { try change(replica) }
            try sync(replica)
        }
        try heal()
    }

    // MARK: Events

    private func change(_ replica: Replica) throws {
        let trip = generator.pick(from: Self.trips)
        switch try replica.trip(trip) {
        case .some where generator.bool(probability: 0.2): try replica.delete(trip)
        case nil where try replica.device.read({ try $0.record(Trip.self, trip) }) != nil && generator.bool():
            try replica.restore(trip)
        default: try write(replica, trip)
        }
    }

    private func write(_ replica: Replica, _ trip: RecordID) throws {
        nextText += 1
        let text = "\(replica.name) wrote \(nextText)"
        written.insert(text)
        switch generator.int(in: 0...2) {
        case 0: try replica.write(trip, title: text)
        case 1: try replica.write(trip, note: text)
        default: try replica.write(trip, city: text, note: text)
        }
    }

    private func sync(_ replica: Replica) throws {
        let before = try replica.dump()
        let values = try values(of: replica)
        var report: SyncReport?
        do {
            report = try replica.device.sync(over: hostile)
        } catch is SyncError {}
        let deeds = hostile.takeDeeds()
        told.formUnion(deeds.told)
        for lie in deeds.told { met[lie.rawValue, default: 0] += 1 }
        guard deeds.requests <= Self.requestsPerSync else { throw violation("asked \(deeds.requests) times", replica) }
        if let report { try checkDamage(replica, report, deeds.damaged) }
        try checkValues(replica)
        try checkNothingLost(replica, before, values)
    }

    // MARK: Checks

    private func violation(_ text: String, _ replica: Replica) -> Violation {
        Violation(4, "\(replica.name) \(text)")
    }

    /// What does not open is said, unless what the device holds is newer: then it is never looked into.
    private func checkDamage(_ replica: Replica, _ report: SyncReport, _ rows: [StoredChange]) throws {
        let dump = try replica.dump()
        let counting = rows.filter { row in
            let header = row.sealed.header
            return row.owned.contains { field in
                let held = dump.cells[Cell(entity: header.entity, record: header.record, field: field)]
                return held.map { $0.stamp < header.stamp } ?? true
            }
        }
        guard !counting.isEmpty else { return }
        guard report.unopenableCount > 0 else { throw violation("said nothing of damage: \(counting)", replica) }
        met["damage", default: 0] += 1
    }

    /// Only what members wrote is ever seen, and whoever was shut out stays so.
    private func checkValues(_ replica: Replica) throws {
        for trip in try replica.device.read({ try $0.records(Trip.self) }).map(\.record) {
            for text in [trip.title ?? "", trip.city, trip.note] where !written.contains(text) {
                throw violation("shows “\(text)”", replica)
            }
            guard Self.trips.contains(trip.id) else { throw violation("shows a trip that nobody made", replica) }
        }
        guard try replica.device.memberDevices().contains(where: { $0.id == revokedID && $0.isRevoked }) else {
            throw violation("lets in again who was shut out", replica)
        }
    }

    /// What it held it holds, or something newer. A record that a lie about collection made it hide lies in its trash
    /// with all its values.
    private func checkNothingLost(
        _ replica: Replica, _ before: Dump, _ values: [RecordID: Trip]
    ) throws {
        let after = try replica.dump()
        for (cell, held) in before.cells {
            if let now = after.cells[cell] {
                let isKept = now.stamp > held.stamp || now.value == held.value
                guard isKept else { throw violation("lost \(cell): \(held) became \(now)", replica) }
                continue
            }
            if before.isDeleted(cell), !told.isDisjoint(with: [.expired, .horizonWrong]), held.state != .new {
                continue
            }
            guard told.contains(.expired), held.state != .new else { throw violation("lost \(cell): \(held)", replica) }
            let trashed = try replica.device.read { try $0.record(Trip.self, cell.record) }
            guard let trashed, trashed.isDeleted, trashed.record == values[cell.record] else {
                throw violation("lost \(cell) although it hid it: \(held)", replica)
            }
        }
    }

    private func values(of replica: Replica) throws -> [RecordID: Trip] {
        var values: [RecordID: Trip] = [:]
        for trip in try replica.device.read({ try $0.records(Trip.self) }).map(\.record) { values[trip.id] = trip }
        return values
    }

    // MARK: Healing

    /// With an honest server all devices come to hold the same again. What the lying one refused is offered again by a
    /// person; a difference of the same two sums is looked into once a day.
    private func heal() throws {
        for _ in 0..<5 {
            world.pass(seconds: 1, days: 1)
            for replica in world.replicas {
                try replica.device.retryQuarantined()
                try replica.sync()
            }
        }
        for replica in world.replicas { try checkValues(replica) }
        let faults = try world.faultsOfConvergence()
        guard faults.isEmpty else { throw Violation(4, faults.joined(separator: "\n")) }
    }
}
