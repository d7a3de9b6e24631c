// The loop of the daemon, with the real server and the real agent, on a clock that tests move.

import CommandLineTool
import PackmuleKit
import Platform
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import PackmuleDaemon

@Suite("Loop of the daemon", .timeLimit(.minutes(2)))
struct DaemonLoopTests {
    private let clock = ManualClock()
    private let server: WatchedServer

    init() throws {
        server = try WatchedServer(clock: clock)
    }

    private func daemon(_ name: String, seed: UInt64, withStore: Bool = true) throws -> TestDaemon {
        try TestDaemon(withStore: withStore, name: name, seed: seed, clock: clock) { [server] in server.way() }
    }

    /// Two devices of one space.
    private func pair() throws -> (TestDaemon, TestDaemon) {
        let (first, second) = (try daemon("laptop", seed: 11), try daemon("phone", seed: 12))
        let device = try first.device()
        try device.claim(server.claimLink(), over: server.way())
        try device.sync(over: server.way())
        let link = try device.invite(over: server.way()).link
        try second.device().join(link, over: server.way())
        return (first, second)
    }

    @Test("A change here is there by two daemons and no hand, and both then only listen")
    func wakes() throws {
        let (first, second) = try pair()
        let firstEnd = try first.start()
        let secondEnd = try second.start()
        first.waitFor("listening")
        second.waitFor("listening")
        try first.device().edit("trip add") { try $0.addTrip(to: "Bergen") }
        try second.waitUntil(passing: [first, second]) { try $0.tripCount() == 1 }
        try second.device().edit("trip add") { try $0.addTrip(to: "Oslo") }
        try first.waitUntil(passing: [first, second]) { try $0.tripCount() == 2 }
        // At rest a watch and one timer are all there is.
        first.source.waitUntilArmed { [clock] in $0.map { $0 > clock.millisecondsSince1970() } ?? false }
        first.signals.send(.terminate)
        second.signals.send(.interrupt)
        #expect(try [firstEnd, secondEnd].map { try $0.value().exitCode } == [.done, .done])
        #expect(first.wasCutOff.withLock { $0 } == false)
        #expect(DaemonState.read(ofStore: first.storePath) == nil)
    }

    @Test("A store that is missing, then in no space, then in one, then in none, is waited for")
    func waits() throws {
        let daemon = try daemon("laptop", seed: 11, withStore: false)
        let end = try daemon.start()
        daemon.waitFor("waits-for-store")
        #expect(DaemonState.read(ofStore: daemon.storePath)?.phase == .waitsForStore)
        let device = try Device.create(at: daemon.storePath, name: "laptop", daemon.surroundings)
        daemon.waitFor("waits-for-space")
        #expect(server.count(of: .exchange) == 0)
        try device.claim(server.claimLink(), over: server.way())
        daemon.waitFor("listening")
        try device.leave()
        daemon.waitFor("waits-for-space", count: 2)
        // It says so before it sleeps, and then looks after its reminders only.
        daemon.source.waitUntilArmed { [clock] in $0 == clock.millisecondsSince1970() + 6 * 60 * 60 * 1000 }
        daemon.signals.send(.hangUp)
        #expect(try end.value().exitCode == .done)
    }

    @Test("A server that is away is tried again at the time that is shown, and no sooner")
    func serverAway() throws {
        let (first, _) = try pair()
        let end = try first.start()
        first.waitFor("listening")
        server.set(isUp: false)
        first.waitFor("waiting")
        let state = try #require(DaemonState.read(ofStore: first.storePath))
        #expect(state.phase == .waiting && state.wait?.reason == .unreachable)
        let until = try #require(state.wait?.untilMilliseconds)
        #expect(until > clock.millisecondsSince1970() && until <= clock.millisecondsSince1970() + 1_000)
        server.set(isUp: true)
        let listened = first.events.withLock { events in events.count { $0 == "listening" } }
        first.source.advance(milliseconds: until - clock.millisecondsSince1970())
        first.waitFor("listening", count: listened + 1)
        first.signals.send(.terminate)
        #expect(try end.value().exitCode == .done)
    }

    @Test("After a sleep of the machine it asks at once")
    func resumed() throws {
        let (first, _) = try pair()
        let end = try first.start()
        first.waitFor("listening")
        let count = server.count(of: .exchange)
        first.source.setClock(milliseconds: clock.millisecondsSince1970() + 3_600_000)
        first.waitFor("clock-changed")
        server.waitFor(.exchange, count: count + 1)
        first.signals.send(.terminate)
        #expect(try end.value().exitCode == .done)
    }

    @Test("--once syncs and ends; where the server is away it ends with 4, or 6 where a person must decide")
    func once() throws {
        let (first, _) = try pair()
        try first.device().edit("trip add") { try $0.addTrip(to: "Bergen") }
        #expect(first.run("--once").exitCode == .done)
        #expect(try first.device().syncStatus().state == .inSync)
        #expect(first.events.withLock { $0 } == ["synced"])
        server.set(isUp: false)
        let output = first.run("--once --json")
        #expect(output.exitCode == .waiting && output.standardError.contains("\"unreachable\""))
    }
}

extension TestDaemon {
    /// Another process on the same store.
    func device() throws -> Device { try Device(at: storePath, surroundings) }

    /// Stays on a thread of its own until a signal is sent.
    func start() throws -> StartedThread<Output> {
        try StartedThread { self.run("run" + self.deliveries.map { " --notify " + $0.name }.joined()) }
    }

    /// Waits until the store holds something. Exchanges and watches keep a distance, so time passes meanwhile.
    func waitUntil(passing daemons: [TestDaemon], _ question: (Device) throws -> Bool) throws {
        let watcher = try FileWatcher(path: storePath + "-changed")
        let device = try device()
        while try !question(device) {
            for daemon in daemons { daemon.source.advance(milliseconds: 1_000) }
            _ = try watcher.wait(timeoutMilliseconds: 20)
        }
    }
}

extension Edit {
    fileprivate func addTrip(to city: String) throws {
        var trip = Trip(id: newID())
        trip.city = city
        try create(trip)
    }
}

extension Device {
    fileprivate func tripCount() throws -> Int { try read { try $0.records(Trip.self).count } }
}
