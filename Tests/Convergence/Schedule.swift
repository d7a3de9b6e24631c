// A random schedule: everything that may happen to a space, drawn from one seed, with an oracle beside it.

import PackmuleKit
import Replication
import SQLiteServerStorage
import SyncProtocol
import SyncServer
import TestSupport

@testable import ReplicaStore

/// One kind of fault that a schedule may have; each schedule draws which ones it has.
enum FaultKind: String, CaseIterable {
    case lost, late, duplicated, refused, mangled, serverRolledBack, serverWiped, serverClock
    case deviceRolledBack, deviceLost, cloned, twoProcesses, away, skew
}

/// What a schedule came upon that must not be.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// One schedule: chaos, then healing, then the checks (docs/design, reliability: Deterministic simulator).
final class Schedule {
    let seed: UInt64
    let faults: Set<FaultKind>
    /// What happened, one line an event.
    private(set) var trace: [String] = []
    private let world: World
    private var generator: SeededGenerator
    private let eventCount: Int
    private var oracle = Oracle()
    private var serverCopies: [SQLiteServerStorage] = []
    private var deviceCopies: [(name: String, copy: ReplicaStore)] = []
    private var awayUntil: [String: Int64] = [:]
    private var nextText = 0
    private var nextClone = 0
    /// Events of a shrunk schedule that do not happen, though their draws are made.
    private let skipped: Set<Int>

    init(seed: UInt64, eventCount: Int = 100, skipping skipped: Set<Int> = []) throws {
        (self.seed, self.eventCount, self.skipped) = (seed, eventCount, skipped)
        var generator = SeededGenerator(seed: seed)
        var drawn = FaultKind.allCases.filter { _ in generator.bool() }
        if generator.bool(probability: 0.05) { drawn = [] }
        faults = Set(drawn)
        world = try World(limits: .pages(of: 3), seed: generator.next())
        for name in ["anna", "ben", "carla", "dora"].prefix(generator.int(in: 2...4)) { try world.addReplica(name) }
        try world.settle(rounds: 2)
        if faults.contains(.skew) {
            for replica in world.replicas {
                replica.clock.errorMilliseconds = generator.pick(from: [0, 0, -500_000, 3_000_000, 40_000])
            }
        }
        self.generator = generator
    }

    // MARK: Running

    func run() throws {
        for event in 0..<eventCount {
            // Each event has draws of its own, so that leaving one out leaves the others as they are.
            var draws = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(event))
            guard !skipped.contains(event) else { continue }
            swap(&draws, &generator)
            world.pass(seconds: Int64(generator.int(in: 1...40)))
            let isOperators = try happen(event)
            try check(afterOperator: isOperators, "event \(event)")
        }
        try heal()
    }

    /// - Returns: whether an operator or a disk took copies away, which the oracle has to allow.
    private func happen(_ event: Int) throws -> Bool {
        if world.network.lateCount > 0, generator.bool(probability: 0.2) {
            let place = generator.int(in: 0..<world.network.lateCount)
            note(event, "late request \(place) arrives")
            world.network.deliverLate(place)
        }
        let replica = generator.pick(from: world.replicas)
        switch generator.int(in: 0..<1000) {
        case ..<380: try write(replica, event)
        case ..<800: try exchange(replica, event)
        case ..<840:
            note(event, "collect")
            try world.host.collect()
        case ..<870:
            let seconds = generator.pick(from: [86_400 * 4, 86_400 * 40, 86_400 * 110])
            note(event, "\(seconds / 86_400) days pass")
            world.pass(seconds: Int64(seconds))
        case ..<890 where faults.contains(.away):
            let days = generator.pick(from: [20, 120])
            note(event, "\(replica.name) is away for \(days) days")
            awayUntil[replica.name] = world.clock.millisecondsSince1970() + Int64(days) * 86_400_000
        case ..<920:
            note(event, "the server's file is copied")
            serverCopies = try serverCopies.suffix(2) + [world.host.copy()]
        case ..<940 where faults.contains(.serverRolledBack) && !serverCopies.isEmpty:
            note(event, "the server's file is rolled back")
            try world.host.rollBack(to: generator.pick(from: serverCopies))
            return true
        case ..<945 where faults.contains(.serverWiped):
            note(event, "the server is wiped")
            try world.host.wipe()
            try claimAgain(event)
            return true
        case ..<960:
            note(event, "\(replica.name)'s file is copied")
            deviceCopies = try deviceCopies.suffix(3) + [(replica.name, replica.copy())]
        case ..<975 where faults.contains(.deviceRolledBack) && !deviceCopies.isEmpty:
            let (name, copy) = generator.pick(from: deviceCopies)
            guard let owner = world.replicas.first(where: { $0.name == name }) else { return false }
            note(event, "\(name)'s file is rolled back")
            try owner.rollBack(to: copy)
            return true
        case ..<979 where faults.contains(.deviceLost) && world.replicas.count > 1:
            note(event, "\(replica.name) is lost")
            world.lose(replica)
            return true
        case ..<985 where faults.contains(.cloned) && world.replicas.count < 5:
            nextClone += 1
            note(event, "\(replica.name) is cloned as clone \(nextClone)")
            _ = try world.clone(replica, as: "clone \(nextClone)")
        case ..<990:
            note(event, "the server starts anew")
            world.host.restart()
        case 990... where faults.contains(.serverClock):
            let error = generator.pick(from: [0, 0, 5_000_000, -5_000_000] as [Int64])
            note(event, "the server's clock is \(error / 1000) s wrong")
            world.host.clock.errorMilliseconds = error
        default: break
        }
        return false
    }

    private func note(_ event: Int, _ text: String) {
        trace.append("\(event): \(text)")
    }

    // MARK: What devices do

    private func write(_ replica: Replica, _ event: Int) throws {
        let record = UInt64(generator.int(in: 0..<5))
        let id = RecordID.natural(record)
        nextText += 1
        let known = try replica.device.read { try $0.record(of: Catalogue.packmule.entities[0], id) }
        switch generator.int(in: 0..<100) {
        case ..<72:
            // A record known as deleted is made anew now and then, and else left alone.
            guard known?.isDeleted != true || generator.bool(probability: 0.4) else { return }
            var texts = (1...3).map { "text \(nextText) \($0)" as String? }
            for place in texts.indices where generator.bool(probability: 0.4) { texts[place] = nil }
            if texts.allSatisfy({ $0 == nil }) { texts[0] = "text \(nextText)" }
            note(event, "\(replica.name) writes \(record): \(texts.map { $0 ?? "-" })")
            try replica.write(id, city: texts[0], title: texts[1], note: texts[2])
        case ..<90:
            guard let known, !known.isDeleted else { return }
            note(event, "\(replica.name) deletes \(record)")
            try replica.delete(id)
        default:
            guard let known, known.isDeleted, known.values.contains(where: { $0 != .null }) else { return }
            note(event, "\(replica.name) restores \(record)")
            try replica.restore(id)
        }
        try oracle.noteWritten(by: replica)
    }

    private func exchange(_ replica: Replica, _ event: Int) throws {
        guard awayUntil[replica.name] ?? 0 <= world.clock.millisecondsSince1970() else { return }
        if faults.contains(.twoProcesses), generator.bool(probability: 0.2) {
            note(event, "two processes of \(replica.name) exchange")
            return try exchangeTwice(replica)
        }
        let plan = (0..<8).map { _ in drawFault() }
        let shown = plan.map { $0.map { "\($0)" } ?? "-" }
        world.network.plan(plan)
        defer { world.network.plan([]) }
        do {
            let report = try replica.sync()
            note(event, "\(replica.name) syncs \(shown): sent \(report.sentCount) received \(report.receivedCount)")
        } catch let error as SyncError {
            note(event, "\(replica.name) syncs \(shown): \(error)")
        }
    }

    /// Without the lock that keeps processes from it: answers are absorbed in any order.
    private func exchangeTwice(_ replica: Replica) throws {
        do {
            let sent = generator.shuffled([try replica.request(), try replica.request()])
            let answers = try sent.map { ($0, try replica.answer(to: $0)) }
            for (sent, answer) in generator.shuffled(answers) { try replica.absorb(answer, to: sent) }
        } catch is SyncFailure {}
    }

    private func drawFault() -> Fault? {
        guard generator.bool(probability: 0.3) else { return nil }
        switch generator.pick(from: FaultKind.allCases.prefix(5)) {
        case .lost where faults.contains(.lost): return generator.bool() ? .requestLost : .answerLost
        case .late where faults.contains(.late): return .late
        case .duplicated where faults.contains(.duplicated): return .duplicated
        case .refused where faults.contains(.refused):
            return .status(generator.pick(from: [429, 500, 503, 507]), retryAfterSeconds: generator.bool() ? 5 : nil)
        case .mangled where faults.contains(.mangled): return .truncated(thousandths: generator.int(in: 0...999))
        default: return nil
        }
    }

    /// "A wiped one needs one claim."
    private func claimAgain(_ event: Int) throws {
        let replica = generator.pick(from: world.replicas)
        note(event, "\(replica.name) claims the space again")
        try world.claim(replica)
    }

    // MARK: Checks

    private func check(afterOperator: Bool, _ moment: String) throws {
        do {
            try oracle.check(try world.host.dump(), world.replicas.map { try $0.store.dump() }, afterOperator)
        } catch let violation as Violation {
            throw Violation(description: "\(violation) (\(moment))")
        }
    }

    private func heal() throws {
        world.network.heal()
        world.host.clock.errorMilliseconds = 0
        // All that waits for a time is over then.
        world.pass(seconds: 90_000)
        for _ in 0..<3 {
            world.pass(seconds: 1)
            for replica in world.replicas {
                do {
                    try replica.sync()
                } catch let error as SyncError {
                    throw Violation(description: "\(replica.name) does not sync when all is well: \(error)")
                }
                try check(afterOperator: false, "healing, \(replica.name)")
            }
        }
        let faults = try world.faultsOfConvergence()
        if !faults.isEmpty { throw Violation(description: "no convergence in 3 rounds: \(faults)") }
    }
}

/// What has to be true of all media together, judged without any merge code of the product.
struct Oracle {
    private struct StampedCell: Hashable {
        let cell: Cell
        let stamp: Stamp
    }

    /// What devices wrote, cell by cell.
    private var written: [Cell: [Value]] = [:]
    /// The value of each stamped cell, as first seen.
    private var values: [StampedCell: Value] = [:]
    /// The newest published holding of each cell, by all media together, before the last event.
    private var published: [Cell: Holding] = [:]
    /// The newest published deletion or restoring of each record that there ever was.
    private var deletions: [Cell: Holding] = [:]

    /// Notes what a device has just written: whatever it holds that never left it.
    mutating func noteWritten(by replica: Replica) throws {
        for (cell, holding) in try replica.store.dump().cells where holding.state == .new {
            guard let value = holding.value else { continue }
            if written[cell]?.contains(value) != true { written[cell, default: []].append(value) }
        }
    }

    /// - Parameter afterOperator: whether copies were taken away just now.
    mutating func check(_ server: Dump, _ devices: [Dump], _ afterOperator: Bool) throws {
        var newest: [Cell: Holding] = [:]
        var newestPublished: [Cell: Holding] = [:]
        for dump in [server] + devices {
            for (cell, holding) in dump.cells {
                try checkValue(cell, holding)
                if newest[cell].map({ $0.stamp < holding.stamp }) ?? true { newest[cell] = holding }
                guard holding.state != .new else { continue }
                if newestPublished[cell].map({ $0.stamp < holding.stamp }) ?? true { newestPublished[cell] = holding }
            }
        }
        for (cell, holding) in newestPublished where cell.field == 0 {
            if deletions[cell].map({ $0.stamp < holding.stamp }) ?? true { deletions[cell] = holding }
        }
        defer { published = newestPublished }
        guard !afterOperator else { return }
        for (cell, before) in published {
            if let after = newest[cell], after.stamp >= before.stamp { continue }
            let deletion = Cell(entity: cell.entity, record: cell.record, field: 0)
            let isDeleted = deletions[deletion]?.value == .bool(true) || published[deletion]?.value == .bool(true)
            guard !isDeleted else { continue }
            throw Violation(description: "an acknowledged cell was lost: \(cell) \(before)")
        }
    }

    private mutating func checkValue(_ cell: Cell, _ holding: Holding) throws {
        guard let value = holding.value else { return }
        let key = StampedCell(cell: cell, stamp: holding.stamp)
        if let known = values[key] {
            guard known == value else {
                throw Violation(description: "one stamp, two values: \(cell) \(holding.stamp) \(known) \(value)")
            }
            return
        }
        values[key] = value
        // Restoring a record that a device was too long away to see deleted is written by the device itself.
        guard written[cell]?.contains(value) == true || cell.field == 0 && value == .bool(false) else {
            throw Violation(description: "a value that nobody wrote: \(cell) \(value)")
        }
    }
}
