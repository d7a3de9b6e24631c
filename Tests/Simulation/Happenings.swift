// What may happen in the chaos: one event, drawn from a stream of its own.

import PackmuleKit
import ReplicaStore
import SyncProtocol
import SyncServer
import TestSupport

extension Schedule {
    /// One event. What it needs and is not there makes it nothing.
    func happen(_ event: Int, _ draws: inout SeededGenerator) throws {
        let station = draws.pick(from: stations)
        let draw = draws.int(in: 0..<1000)
        let isHere = station.isAwake && !station.isRevoked && station.space.stations.contains { $0 === station }
        switch draw {
        case ..<520 where isHere: try station.write(event, &draws)
        case ..<560 where isHere: station.press(&draws)
        case ..<600 where isHere: station.tell(.resumed)
        case ..<640 where isHere: station.tell(.networkChanged)
        case 700..<720: collect()
        case 720..<740: serverCopies = try serverCopies.suffix(2) + [copyOfServer()]
        case 740..<760 where isHere: deviceCopies = try deviceCopies.suffix(4) + [copy(of: station)]
        case 760..<763: passDays(draws.pick(from: [1, 4, 40, 110]), &draws)
        default: try misfortune(Fault.allCases[draws.int(in: 0..<Fault.allCases.count)], station, isHere, &draws)
        }
    }

    /// A fault that does not befall a request, if the schedule has it.
    private func misfortune(
        _ fault: Fault, _ station: Station, _ isHere: Bool, _ draws: inout SeededGenerator
    ) throws {
        guard mix.has(fault), draws.bool(probability: max(0.2, mix.strength(of: fault))) else { return }
        let happened =
            switch fault {
            case .partition, .oneWay: divide(fault == .oneWay, &draws)
            case .killed where isHere: restart(station, afterMilliseconds: Int64(draws.scaled(10...600_000)))
            case .serverKilled: restartServer(afterMilliseconds: Int64(draws.scaled(1...60_000)))
            case .skew where isHere, .clockJump where isHere: skew(station, &draws)
            case .drift where isHere: drift(station, &draws)
            case .suspended where isHere: suspend(station, &draws)
            case .serverClock: setServerClock(&draws)
            case .serverRolledBack: try rollServerBack(&draws)
            case .serverWiped: try draws.bool(probability: 0.3) && wipeServer(&draws)
            case .deviceLost where isHere: draws.bool(probability: 0.3) && loseDevice(station)
            case .deviceRolledBack: try rollDeviceBack(&draws)
            case .cloned where isHere: try draws.bool(probability: 0.4) && clone(station)
            case .twoProcesses where isHere: try exchangeTwice(station, &draws)
            case .revoked where isHere: try draws.bool(probability: 0.3) && revoke(station, &draws)
            case .added: try draws.bool(probability: 0.4) && add(to: station.space)
            case .recovered: try recover(station.space, isHere ? station : nil)
            case .away where isHere: restart(station, afterMilliseconds: Int64(draws.int(in: 1...60)) * 86_400_000)
            case .oldVersion where isHere && station.version == .first: try upgrade(station)
            default: false
            }
        // Those of requests are counted where they befall one.
        if happened { coverage.met(fault) }
    }

    // MARK: Processes and clocks

    private func restart(_ station: Station, afterMilliseconds milliseconds: Int64) -> Bool {
        station.kill()
        at(now + milliseconds) { station.boot() }
        return true
    }

    private func restartServer(afterMilliseconds milliseconds: Int64) -> Bool {
        guard server != nil else { return false }
        note("the server is killed")
        stopServer()
        at(now + milliseconds) { [self] in startServer() }
        return true
    }

    /// Who waits for its word notices after a moment.
    func stopServer() {
        host.stop()
        for station in stations {
            guard let watch = station.watch else { continue }
            station.endWatch(watch.number, .failure(.unreachable(reason: "It broke.")), after: 200)
        }
    }

    func startServer() {
        guard server == nil else { return }
        note("the server starts")
        host.restart()
    }

    private func skew(_ station: Station, _ draws: inout SeededGenerator) -> Bool {
        station.skew(&draws)
        note("\(station.name)'s clock is \(station.clock.errorMilliseconds) ms wrong")
        return true
    }

    private func drift(_ station: Station, _ draws: inout SeededGenerator) -> Bool {
        let error = station.clock.errorMilliseconds
        station.set(error: error, partsPerMillion: Int64(draws.int(in: -500...500)))
        return true
    }

    private func suspend(_ station: Station, _ draws: inout SeededGenerator) -> Bool {
        let milliseconds = Int64(draws.scaled(1_000...40_000_000))
        note("\(station.name) sleeps for \(milliseconds) ms")
        station.suspend(milliseconds: milliseconds)
        return true
    }

    private func setServerClock(_ draws: inout SeededGenerator) -> Bool {
        host.clock.errorMilliseconds = draws.pick(from: [0, 0, 5_000_000, -5_000_000, 100_000] as [Int64])
        note("the server's clock is \(host.clock.errorMilliseconds) ms wrong")
        return true
    }

    /// Everybody is away; the server stands.
    private func passDays(_ days: Int, _ draws: inout SeededGenerator) {
        note("\(days) days pass")
        let running = stations.filter(\.isRunning)
        for station in running { station.kill() }
        clock.advance(milliseconds: Int64(days) * 86_400_000)
        for station in running {
            at(now + Int64(draws.scaled(1...100_000))) { station.boot() }
        }
    }

    private func divide(_ isOneWay: Bool, _ draws: inout SeededGenerator) -> Bool {
        let all = stations.map(\.index)
        let cut = draws.bool() ? [draws.pick(from: all)] : all.filter { _ in draws.bool() }
        partition = Partition(
            until: now + Int64(draws.scaled(1_000...3_600_000)), stations: Set(cut), isOneWay: isOneWay)
        note("cut off: \(cut)")
        return true
    }

    // MARK: Operators

    private func collect() {
        note("collect")
        attempt {
            try host.collect()
            for space in spaces { try checker.lookAtServer(self, space) }
        }
    }

    private func copyOfServer() throws -> ServerCopy {
        ServerCopy(storage: try host.copy(), stations: Set(spaces.flatMap { $0.stations.map(\.index) }))
    }

    private func copy(of station: Station) throws -> DeviceCopy {
        DeviceCopy(station: station.index, version: station.version, file: try station.replica.copy())
    }

    /// Only where somebody of each space is known to the copy: else nobody could come in.
    private func rollServerBack(_ draws: inout SeededGenerator) throws -> Bool {
        guard server != nil, !serverCopies.isEmpty else { return false }
        let copy = draws.pick(from: serverCopies)
        let isUsable = spaces.allSatisfy { space in
            space.stations.contains { copy.stations.contains($0.index) && !$0.isRevoked }
        }
        guard isUsable else { return false }
        note("the server is rolled back")
        stopServer()
        try host.rollBack(to: copy.storage)
        for space in spaces { try checker.lookAtServer(self, space) }
        return true
    }

    /// "A wiped one needs one claim."
    private func wipeServer(_ draws: inout SeededGenerator) throws -> Bool {
        guard server != nil else { return false }
        note("the server is wiped")
        stopServer()
        try host.wipe()
        for space in spaces {
            try checker.lookAtServer(self, space)
            let able = space.stations.filter { !$0.isRevoked && !$0.isInRound }
            guard !able.isEmpty else { continue }
            let station = draws.pick(from: able)
            try claim(station)
            try station.look(.sync)
            coverage.met(.wipedAndClaimed)
        }
        return true
    }

    private func loseDevice(_ station: Station) -> Bool {
        guard station.space.stations.count(where: { !$0.isRevoked }) > 1 else { return false }
        note("\(station.name) is lost")
        lose(station)
        return true
    }

    private func rollDeviceBack(_ draws: inout SeededGenerator) throws -> Bool {
        guard !deviceCopies.isEmpty else { return false }
        let copy = draws.pick(from: deviceCopies)
        let station = stations[copy.station]
        guard station.space.stations.contains(where: { $0 === station }), !station.isRevoked,
            station.version == copy.version
        else { return false }
        note("\(station.name)'s file is rolled back")
        try station.replaceFile(by: copy.file)
        station.boot()
        return true
    }

    private func clone(_ station: Station) throws -> Bool {
        guard station.version == .current, stations.count < 12 else { return false }
        let clone = try makeStation(in: station.space)
        note("\(station.name) is cloned as \(clone.name)")
        try clone.replaceFile(by: station.replica.copy())
        station.space.stations.append(clone)
        clone.boot()
        return true
    }

    private func upgrade(_ station: Station) throws -> Bool {
        note("\(station.name) gets the newest version")
        try station.upgrade()
        try checker.begin(station)
        return true
    }

    /// Two processes on one file, in spite of the lock: answers are absorbed in any order.
    private func exchangeTwice(_ station: Station, _ draws: inout SeededGenerator) throws -> Bool {
        guard server != nil, !station.isInRound else { return false }
        note("two processes of \(station.name) exchange")
        do {
            let replica = station.replica
            let sent = draws.shuffled([try replica.request(), try replica.request()])
            let answers = try sent.map { ($0, try replica.answer(to: $0)) }
            for (sent, answer) in draws.shuffled(answers) {
                if try replica.absorb(answer, to: sent).state == .stale { coverage.met(.staleAnswer) }
                try station.look(.sync)
            }
        } catch is SyncFailure {
        } catch is MessageError {
        } catch is SyncError {}
        station.committed()
        return true
    }

    // MARK: Members

    private func add(to space: Space) throws -> Bool {
        guard stations.count < 12, server != nil else { return false }
        let station: Station
        do {
            station = try addStation(to: space)
        } catch is SyncError {
            return false
        }
        note("\(station.name) is added")
        station.boot()
        return true
    }

    private func revoke(_ station: Station, _ draws: inout SeededGenerator) throws -> Bool {
        let others = station.space.stations.filter { $0 !== station && !$0.isRevoked && !$0.isInRound }
        guard !others.isEmpty, !station.isInRound, server != nil else { return false }
        let revoker = draws.pick(from: others)
        guard let own = try station.device.memberDevices().first(where: \.isOwn) else { return false }
        do {
            try revoker.device.revokeMember(own, over: DirectLine(self, revoker))
        } catch is SyncError {
            return false
        }
        note("\(station.name) is revoked by \(revoker.name)")
        try revoker.look(.sync)
        // So is every copy of it.
        let token = try station.store.membership()?.tokenHash
        let copies = try station.space.stations.filter({ try $0.store.membership()?.tokenHash == token })
        for other in copies {
            other.isRevoked = true
            lose(other)
        }
        return true
    }

    /// The code on paper is made, or brings in a fresh device.
    private func recover(_ space: Space, _ station: Station?) throws -> Bool {
        guard server != nil, stations.count < 12 else { return false }
        do {
            guard let code = space.recoveryCode else {
                guard let station, !station.isInRound else { return false }
                space.recoveryCode = try station.device.makeRecoveryCode(over: DirectLine(self, station))
                return false
            }
            let fresh = try makeStation(in: space)
            try fresh.device.recover(code, server: Self.origin(), over: DirectLine(self, fresh))
            note("\(fresh.name) comes in by the recovery code")
            space.stations.append(fresh)
            try checker.begin(fresh)
            fresh.boot()
            return true
        } catch is SyncError {
            space.recoveryCode = nil
            return false
        }
    }
}
