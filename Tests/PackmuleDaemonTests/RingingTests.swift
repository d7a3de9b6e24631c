// Reminders in the loop of the daemon: the real store, plan and agent, on a clock that tests move.

import CivilTime
import CommandLineTool
import PackmuleKit
import Platform
import Recurrence
import Reminders
import Replication
import TestSupport
import Testing
import TripModel

@testable import PackmuleDaemon

@Suite("Ringing", .timeLimit(.minutes(2)))
struct RingingTests {
    private let clock = ManualClock()
    private let desktop = FakeDelivery()
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute

    /// A device that may ring.
    private func daemon(_ deliveries: [FakeDelivery]? = nil, permission: Permission.Status = .authorized) throws
        -> TestDaemon
    {
        let daemon = try TestDaemon(clock: clock, deliveries: deliveries ?? [desktop])
        var answer = Permission()
        answer.status = permission
        try daemon.device().setPermission(answer)
        return daemon
    }

    private func end(_ daemon: TestDaemon, _ thread: StartedThread<Output>) throws {
        daemon.signals.send(.terminate)
        let output = try thread.value()
        #expect(output.exitCode == .done, "\(output)")
    }

    @Test("It rings at its time, without a space, and is written down so that it does not ring again")
    func onTime() throws {
        let daemon = try daemon()
        let id = try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        #expect(desktop.titles == [])
        daemon.source.advance(milliseconds: Self.hour)
        desktop.waitForShown(1)
        #expect(desktop.state.withLock { $0.shown[0].rings.map(\.reminder) } == [id])
        try daemon.waitForRings { $0.map(\.state) == [.rung] && $0[0].shown?["desktop"] == "1" }
        #expect(DaemonState.read(ofStore: daemon.storePath)?.ways == [.init(name: "desktop")])
        try end(daemon, thread)
        let again = try daemon.start()
        daemon.waitFor("ways", count: 2)
        daemon.source.advance(milliseconds: Self.hour)
        try end(daemon, again)
        #expect(desktop.titles == ["Passport"])
    }

    @Test("At a desktop it asks once whether it may, when there is something to ring", arguments: [true, false])
    func asks(_ answer: Bool) throws {
        desktop.state.withLock { $0.answer = answer }
        let daemon = try daemon(permission: .notDetermined)
        try end(daemon, daemon.start())
        #expect(desktop.state.withLock { $0.questions } == [])
        try daemon.remind("Passport", every: "daily 15:00")
        let thread = try daemon.start()
        daemon.waitFor("asked")
        #expect(try daemon.device().permission().status == (answer ? .authorized : .denied))
        try end(daemon, thread)
        try end(daemon, daemon.start())
        #expect(desktop.state.withLock { $0.questions } == [Permission.usage])
    }

    @Test("status shows when something rings next, and why a way shows nothing")
    func status() throws {
        let away = FakeDelivery(error: .unavailable("no session"))
        let daemon = try daemon([away])
        try daemon.remind("Passport", every: "daily 15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        #expect(daemon.run("status").standardOutput.contains("next at 2026-05-01 15:00"))
        daemon.source.advance(milliseconds: Self.hour)
        daemon.waitFor("not-shown")
        try daemon.waitForState { $0.ways.first?.problem != nil }
        let text = daemon.run("status").standardOutput
        #expect(text.contains("desktop, not at present: no session") && text.contains("next at 2026-05-02 15:00"))
        try end(daemon, thread)
    }

    @Test("Late within its grace it rings once, with the number of the earlier ones; later it is missed")
    func late() throws {
        let daemon = try daemon()
        try daemon.remind("Pills", every: "daily 15:00")
        try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        clock.advance(milliseconds: 3 * 24 * Self.hour + 2 * Self.hour)
        let thread = try daemon.start()
        desktop.waitForShown(1)
        try daemon.waitForRings { rings in rings.contains { $0.state == .missed } }
        let shown = desktop.state.withLock { $0.shown }
        #expect(shown.map(\.title) == ["Pills"] && shown[0].isLate && shown[0].body.contains("3 earlier"))
        try end(daemon, thread)
    }

    @Test("A clock that is set forward gives one ring, set back none again")
    func clockSet() throws {
        let daemon = try daemon()
        try daemon.remind("Pills", every: "daily 15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        let start = clock.millisecondsSince1970()
        daemon.source.setClock(milliseconds: start + 7 * 24 * Self.hour + 2 * Self.hour)
        desktop.waitForShown(1)
        try daemon.waitForRings { $0.contains { $0.state == .rung } }
        daemon.source.setClock(milliseconds: start + 7 * 24 * Self.hour)
        daemon.waitFor("clock-changed", count: 2)
        try daemon.sleepUntil("2026-05-09T15:00")
        daemon.source.advance(milliseconds: 3 * Self.hour)
        try end(daemon, thread)
        #expect(desktop.titles == ["Pills"])
    }

    @Test("After three days of sleep it rings once, and is armed for the next day")
    func suspended() throws {
        let daemon = try daemon()
        try daemon.remind("Pills", every: "daily 15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        daemon.source.setClock(milliseconds: clock.millisecondsSince1970() + 3 * 24 * Self.hour + 2 * Self.hour)
        desktop.waitForShown(1)
        try daemon.sleepUntil("2026-05-05T15:00")
        try end(daemon, thread)
        #expect(desktop.titles == ["Pills"])
    }

    @Test("A program that ends between showing and writing shows again; the end waits for a hand-over that is quick")
    func interrupted() throws {
        let daemon = try daemon()
        try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        desktop.state.withLock { $0.isHeld = true }
        daemon.source.advance(milliseconds: Self.hour)
        desktop.state.wait { $0.heldCount == 1 ? () : nil }
        daemon.signals.send(.terminate)
        daemon.waitFor("stopping")
        desktop.state.withLock { $0.isHeld = false }
        #expect(try thread.value().exitCode == .done)
        #expect(desktop.titles == ["Passport"])
        try daemon.waitForRings { $0.map(\.state) == [.rung] }
    }

    @Test("Where no desktop session is there, it rings once one is")
    func noSession() throws {
        let away = FakeDelivery(error: .unavailable("no session"))
        let daemon = try daemon([away])
        try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        daemon.source.advance(milliseconds: Self.hour)
        daemon.waitFor("not-shown")
        #expect(try daemon.rings().isEmpty)
        away.state.withLock { $0.error = nil }
        away.tell(.available)
        away.waitForShown(1)
        try daemon.waitForRings { $0.map(\.state) == [.rung] }
        try end(daemon, thread)
    }

    @Test("A press on Done settles it, and takes it away from the other ways; a way that takes long delays no other")
    func pressed() throws {
        let slow = FakeDelivery(name: "terminal")
        let daemon = try daemon([desktop, slow])
        slow.state.withLock { $0.isHeld = true }
        try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T15:00")
        daemon.source.advance(milliseconds: Self.hour)
        desktop.waitForShown(1)
        slow.state.withLock { $0.isHeld = false }
        slow.waitForShown(1)
        try daemon.waitForRings { $0.first?.shown?["terminal"] == "1" && $0.first?.shown?["desktop"] == "1" }
        desktop.tell(.pressed(identifier: desktop.state.withLock { $0.shown[0].identifier }, .done))
        daemon.waitFor("pressed")
        for way in [desktop, slow] {
            try daemon.passUntil { way.state.withLock { $0.withdrawn } == ["1"] }
        }
        #expect(try daemon.device().deliveredReminders().map(\.state) == [.done])
        try end(daemon, thread)
    }

    @Test(
        "Without permission nothing rings, and what was due is missed",
        arguments: [
            Permission.Status.denied, .notDetermined,
        ])
    func denied(status: Permission.Status) throws {
        let daemon = try daemon(permission: status)
        try daemon.remind("Passport", every: "at 2026-05-01T15:00")
        let thread = try daemon.start()
        daemon.source.waitUntilArmed { $0 != nil }
        daemon.source.advance(milliseconds: 6 * Self.hour)
        try daemon.waitForRings { $0.map(\.state) == [.missed] }
        try end(daemon, thread)
        #expect(desktop.titles == [])
    }

    @Test("In another zone a floating reminder rings by the clocks there")
    func travels() throws {
        let daemon = try daemon()
        try daemon.remind("Pills", every: "daily 20:00")
        let thread = try daemon.start()
        try daemon.sleepUntil("2026-05-01T20:00")
        try daemon.travel(to: "America/New_York")
        daemon.source.waitUntilArmed { [clock] in $0 == clock.millisecondsSince1970() + 2_000 }
        daemon.source.advance(milliseconds: 2_000)
        daemon.waitFor("zone-changed")
        // 20:00 there is six hours later.
        try daemon.sleepUntil("2026-05-02T02:00")
        try end(daemon, thread)
    }
}

extension TestDaemon {
    /// Adds a reminder that goes by the clocks of the device.
    @discardableResult
    fileprivate func remind(_ title: String, every trigger: String) throws -> RecordID {
        try device().edit("remind") { edit in
            var reminder = Reminder(id: edit.newID())
            (reminder.title, reminder.trigger) = (title, trigger)
            return try edit.add(reminder, in: surroundings).record.id
        }.result
    }

    fileprivate func rings() throws -> [Ring] { try device().read { try $0.records(Ring.self).map(\.record) } }

    fileprivate func waitForRings(_ question: ([Ring]) -> Bool) throws {
        let watcher = try FileWatcher(path: storePath + "-changed")
        let device = try device()
        while try !question(device.read { try $0.records(Ring.self).map(\.record) }) {
            _ = try watcher.wait(timeoutMilliseconds: 50)
        }
    }

    /// Blocks until the daemon knows this time, by the clocks of Berlin, as that at which something rings next.
    fileprivate func sleepUntil(_ text: String) throws {
        let instant = Instant(text + ":00+02:00")?.millisecondsSince1970
        try waitForState { $0.nextRingMilliseconds == instant }
    }

    fileprivate func waitForState(_ question: (DaemonState) -> Bool) throws {
        let watcher = try FileWatcher(path: DaemonState.path(ofStore: storePath))
        while DaemonState.read(ofStore: storePath).map(question) != true {
            _ = try watcher.wait(timeoutMilliseconds: 50)
        }
    }

    /// Lets time pass until something is so.
    fileprivate func passUntil(_ question: () -> Bool) throws {
        let watcher = try FileWatcher(path: storePath + "-changed")
        while !question() {
            source.advance(milliseconds: 100)
            _ = try watcher.wait(timeoutMilliseconds: 10)
        }
    }
}
