// The faults stop: everybody comes to hold the same, and that is checked.

import PackmuleKit
import ReplicaStore
import Replication
import SyncProtocol
import SyncServer
import TestSupport

extension Schedule {
    /// Ends all faults, lets the agents run for a while, and then syncs everybody twice.
    func heal() throws {
        note("all is well again")
        isHealed = true
        partition = nil
        startServer()
        host.limits = .generous
        stopServer()
        startServer()
        host.clock.errorMilliseconds = 0
        for station in living where !station.isRunning { station.boot() }
        // Back-off ends within five minutes, and with it whatever waits.
        pump(until: now + 400_000)
        guard violation == nil else { return }
        try checkRinging()
        for station in stations { station.kill() }
        // What the server wanted later is asked for again after a day.
        clock.advance(milliseconds: 25 * 3_600_000)
        for station in living { try station.device.retryQuarantined() }
        for space in spaces { try letIn(space) }
        for round in 1...3 {
            clock.advance(milliseconds: 1_000)
            for space in spaces {
                for station in space.stations { try sync(station, round) }
            }
        }
    }

    private var living: [Station] { spaces.flatMap(\.stations) }

    /// Whom a rolled-back server does not know, those make known to it who are in and have heard of them; who is known
    /// to nobody has to be invited again, as its status shows.
    private func letIn(_ space: Space) throws {
        if !space.stations.isEmpty, space.stations.allSatisfy(isShutOut) { try makeAnew(space) }
        for _ in space.stations {
            guard space.stations.contains(where: isShutOut) else { return }
            for station in space.stations where !isShutOut(station) { _ = try station.sync() }
        }
        for station in space.stations where isShutOut(station) { try rejoin(station) }
    }

    private func isShutOut(_ station: Station) -> Bool {
        station.device.watch(over: DirectLine(self, station), seconds: 1) == .failed(.unauthorized)
    }

    /// The server knows nobody of those who are left: then it is as one that was wiped.
    private func makeAnew(_ space: Space) throws {
        note("the space \(space.index) is made anew")
        for facts in try host.server.spaceFacts() where facts.state.id == space.id { try host.server.delete(facts) }
        try checker.lookAtServer(self, space)
        try claim(space.stations[0])
    }

    private func sync(_ station: Station, _ round: Int) throws {
        do {
            let report = try station.sync()
            note("\(station.name) in round \(round): \(report.sentCount) sent, \(report.receivedCount) received")
        } catch let error as SyncError {
            throw Violation(2, "\(station.name) does not sync when all is well: \(error)")
        }
    }

    private func rejoin(_ station: Station) throws {
        let others = station.space.stations.filter { $0 !== station }
        let hash = try station.store.membership()?.tokenHash
        for other in others where !isShutOut(other) {
            let list = try other.store.devices().flatMap { try? DeviceList(encoded: $0) }
            guard list?.devices.contains(where: { $0.tokenHash == hash && !$0.isRevoked }) != true else {
                throw Violation(12, "\(other.name) knows \(station.name), and the server does not get to know it")
            }
        }
        guard let host = others.first(where: { !isShutOut($0) }) else {
            throw Violation(12, "\(station.name) is shut out, and alone")
        }
        note("\(station.name) is invited again")
        let invitation = try host.device.invite(over: DirectLine(self, host))
        try station.device.leave()
        try station.device.join(invitation.link, over: DirectLine(self, station))
        _ = try station.sync()
    }

    /// Checks that every device of a space holds what the server and a fresh device hold, and that all is quiet.
    func checkEnd(_ space: Space) throws {
        guard !space.stations.isEmpty else { return }
        try checker.lookAtServer(self, space)
        let server = try host.dump(of: space.id)
        let sum = try host.space(space.id)?.sum.bytes
        let fresh = try addStation(to: space)
        _ = try fresh.sync()
        let freshDump = try fresh.replica.dump()
        try host.dump(of: space.id).fold(into: &trace)
        for station in space.stations {
            let report = try station.sync()
            let dump = try station.replica.dump()
            dump.fold(into: &trace)
            for difference in dump.differences(from: server) + dump.differences(from: freshDump) {
                throw Violation(2, "\(station.name) differs: \(difference)")
            }
            guard try station.store.read({ try $0.equalitySum() }) == sum, report.isEqual == true else {
                throw Violation(2, "\(station.name) is not found equal: \(report)")
            }
            guard report.sentCount + report.receivedCount == 0 || station === fresh else {
                throw Violation(2, "\(station.name) moved something once more: \(report)")
            }
            if let cell = dump.cells.filter({ $0.value.state != .confirmed }).keys.min() {
                throw Violation(2, "\(station.name): \(cell) is not confirmed")
            }
            if let fault = try station.store.verify().first { throw Violation(10, "\(station.name): \(fault)") }
            if let cell = checker.loser(in: dump, space.index) {
                throw Violation(3, "\(station.name) does not hold the greatest stamp of \(cell)")
            }
        }
    }

    /// What is due is shown, or listed as missed.
    private func checkRinging() throws {
        for station in living where station.rings && station.isAwake {
            // What fell due in the last minute may be on its way.
            let late = try station.device.planReminders().show.filter {
                $0.due.millisecondsSince1970 < station.now - 60_000
            }
            guard late.isEmpty else {
                throw Violation(15, "\(station.name) has not shown \(late.map(\.identifier))")
            }
        }
    }
}

extension Checker {
    /// The first cell of which a device holds something older than the newest of all media.
    func loser(in dump: Dump, _ space: Int) -> Cell? {
        guard let board = boards[space] else { return nil }
        return board.best.filter { cell, best in
            !board.isDeleted(cell) && (dump.cells[cell].map { $0.stamp < best.stamp } ?? true)
        }.keys.min()
    }
}

extension Dump {
    /// Adds what it holds to a hash.
    func fold(into trace: inout Trace) {
        for (cell, holding) in cells.sorted(by: { $0.key < $1.key }) {
            trace.add(cell.record.bytes)
            trace.add(UInt64(cell.entity) << 8 | UInt64(cell.field))
            trace.add(holding.stamp.time)
            trace.add(holding.stamp.device)
        }
    }
}
