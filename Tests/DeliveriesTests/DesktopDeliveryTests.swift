// The conversation with a notification server, on a bus of the test's own.

import Platform
import Reminders
import TestSupport
import Testing

@testable import Deliveries

/// A bus with a delivery on it.
struct Desk {
    let bus: MessageBus
    let heard = Heard()
    let delivery: DesktopDelivery

    init(handOverMilliseconds: Int = 10_000) throws {
        bus = try MessageBus()
        delivery = try DesktopDelivery(
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], handOverMilliseconds: handOverMilliseconds,
            tell: heard.tell)
    }

    func token(_ server: FakeNotificationServer, _ number: UInt32) throws -> String {
        let connection = try BusConnection(address: bus.address, deadline: Deadline(milliseconds: 10_000))
        return DesktopToken(bus: connection.busID, owner: server.name, number: number).text
    }
}

@Suite(
    "Desktop delivery",
    .enabled(if: InstalledPrograms.path(of: "dbus-daemon") != nil, "SKIPPED: not installed here: dbus-daemon"))
struct DesktopDeliveryTests {
    @Test("A server gets texts, buttons, hints and time")
    func arguments() throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        let token = try desk.delivery.show(sample(title: "Pass & port", body: "a < b\n& c"), replacing: nil)
        #expect(
            server.notified(1) == [
                FakeNotificationServer.Notified(
                    number: 1, replaces: 0, application: "Packmule", summary: "Pass & port",
                    body: "a &lt; b\n&amp; c", actions: ["default", "Hide", "done", "Done", "snooze", "Snooze"],
                    hints: ["desktop-entry": "packmule", "urgency": "1"], timeoutMilliseconds: -1)
            ])
        #expect(try token == desk.token(server, 1))
    }

    @Test("Buttons and closing are told, once, and only for what is shown by this server")
    func presses() throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        for number in 1...5 { _ = try desk.delivery.show(sample(number), replacing: nil) }
        server.press(99, "done")
        server.press(1, "unheard-of")
        server.press(1, "done")
        server.close(1, reason: 2)
        server.press(2, "snooze")
        server.press(2, "snooze")
        server.close(3, reason: 1)
        server.close(3, reason: 2)
        server.close(4, reason: 2)
        server.press(5, "default")
        #expect(
            desk.heard.events(4) == [
                .pressed(identifier: sample(1).identifier, .done), .pressed(identifier: sample(2).identifier, .snooze),
                .closed(identifier: sample(4).identifier), .pressed(identifier: sample(5).identifier, .hide),
            ])
    }

    @Test("What replaces has the number of what it replaces, and the number that is answered counts")
    func replacing() throws {
        let desk = try Desk()
        var behaviour = FakeNotificationServer.Behaviour()
        behaviour.numbers = .alwaysNew
        let server = try FakeNotificationServer(desk.bus, behaviour)
        let first = try desk.delivery.show(sample(1), replacing: nil)
        let second = try desk.delivery.show(sample(2), replacing: first)
        #expect(server.notified(2).map(\.replaces) == [0, 1])
        #expect(try second == desk.token(server, 2))
        server.press(1, "done")
        server.press(2, "done")
        #expect(desk.heard.events(1) == [.pressed(identifier: sample(2).identifier, .done)])
        try desk.delivery.withdraw(second)
        #expect(server.withdrawn(1) == [2])
    }

    @Test("A number of a server that has gone is never used with the next one, though that gives it again")
    func ownerChange() throws {
        let desk = try Desk()
        let first = try FakeNotificationServer(desk.bus)
        let token = try desk.delivery.show(sample(1), replacing: nil)
        first.end()
        #expect(desk.heard.events(1) == [.lost])
        let second = try FakeNotificationServer(desk.bus)
        try desk.delivery.withdraw(token)
        let again = try desk.delivery.show(sample(1), replacing: token)
        #expect(second.notified(1).map(\.replaces) == [0])
        #expect(second.callCounts.withdrawn == 0)
        #expect(again != token && DesktopToken(again)?.number == DesktopToken(token)?.number)
        second.press(1, "done")
        #expect(desk.heard.events(2) == [.lost, .pressed(identifier: sample(1).identifier, .done)])
    }

    @Test("A server that takes the name from another voids what that shows")
    func takenOver() throws {
        let desk = try Desk()
        let first = try FakeNotificationServer(desk.bus)
        let token = try desk.delivery.show(sample(1), replacing: nil)
        let second = try FakeNotificationServer(desk.bus)
        #expect(desk.heard.events(1) == [.lost])
        _ = try desk.delivery.show(sample(1), replacing: token)
        #expect(second.notified(1).map(\.replaces) == [0])
        #expect(first.callCounts.notified == 1)
    }

    @Test("Tokens of other buses and no tokens at all are nothing", arguments: ["", "1", "a :1.1 1", "a b c d", "  "])
    func foreignTokens(_ token: String) throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        try desk.delivery.withdraw(token)
        _ = try desk.delivery.show(sample(), replacing: token)
        #expect(server.notified(1).map(\.replaces) == [0])
        #expect(server.callCounts.withdrawn == 0)
    }

    @Test("Without a server it is not shown, and a server that comes is told")
    func noServer() throws {
        let desk = try Desk()
        #expect(throws: DeliveryError.self) { try desk.delivery.show(sample(), replacing: nil) }
        #expect(desk.heard.all == [])
        let server = try FakeNotificationServer(desk.bus)
        #expect(desk.heard.events(1) == [.available])
        _ = try desk.delivery.show(sample(), replacing: nil)
        #expect(server.notified(1).count == 1)
    }

    @Test("Without a bus it is not shown, and a bus that comes later is found")
    func noBus() throws {
        let folder = TemporaryFolder()
        let heard = Heard()
        let delivery = try DesktopDelivery(environment: ["XDG_RUNTIME_DIR": folder.path], tell: heard.tell)
        for _ in 1...2 {
            #expect(throws: DeliveryError.self) { try delivery.show(sample(), replacing: nil) }
        }
        let bus = try MessageBus(socket: folder.path("bus"))
        let server = try FakeNotificationServer(bus)
        _ = try delivery.show(sample(), replacing: nil)
        #expect(server.notified(1).count == 1)
        let nowhere = try DesktopDelivery(environment: [:], tell: heard.tell)
        #expect(throws: DeliveryError.self) { try nowhere.show(sample(), replacing: nil) }
    }

    @Test("A bus that ends takes with it what was shown, and nothing hangs")
    func busEnds() throws {
        let folder = TemporaryFolder()
        let heard = Heard()
        let delivery = try DesktopDelivery(environment: ["XDG_RUNTIME_DIR": folder.path], tell: heard.tell)
        let first = try MessageBus(socket: folder.path("bus"))
        let server = try FakeNotificationServer(first)
        let token = try delivery.show(sample(), replacing: nil)
        first.end()
        #expect(heard.events(1) == [.lost])
        try delivery.withdraw(token)
        #expect(throws: DeliveryError.self) { try delivery.show(sample(), replacing: nil) }
        server.end()
        let second = try MessageBus(socket: folder.path("bus"))
        let next = try FakeNotificationServer(second)
        _ = try delivery.show(sample(), replacing: token)
        #expect(next.notified(1).map(\.replaces) == [0])
    }

    @Test("A server that answers too late has its notification taken back, so that trying again shows one")
    func lateAnswer() throws {
        let desk = try Desk(handOverMilliseconds: 300)
        var behaviour = FakeNotificationServer.Behaviour()
        behaviour.holdsAnswers = true
        let server = try FakeNotificationServer(desk.bus, behaviour)
        let clock = MonotonicClock()
        #expect(throws: DeliveryError.unavailable("the notification server: it did not answer in time")) {
            try desk.delivery.show(sample(), replacing: nil)
        }
        #expect(clock.elapsedSeconds() < 5)
        #expect(server.callCounts.notified == 1)
        server.answerHeld()
        #expect(server.withdrawn(1) == [1])
        #expect(desk.heard.all == [])
    }

    @Test("A server that dies over a notification has not shown it")
    func dies() throws {
        let desk = try Desk()
        var behaviour = FakeNotificationServer.Behaviour()
        behaviour.holdsAnswers = true
        let server = try FakeNotificationServer(desk.bus, behaviour)
        let showing = try StartedThread { [delivery = desk.delivery] in try delivery.show(sample(), replacing: nil) }
        _ = server.notified(1)
        server.end()
        #expect(throws: DeliveryError.self) { try showing.value() }
        _ = try FakeNotificationServer(desk.bus)
        #expect(desk.heard.events(1) == [.available])
    }

    @Test("What an earlier run showed is heard, and is told as lost when it is gone")
    func adopting() throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        let token = try desk.token(server, 7)
        desk.delivery.adopt([ShownNotification(token: token, identifier: "earlier")])
        _ = try desk.delivery.show(sample(), replacing: nil)
        server.press(7, "snooze")
        #expect(desk.heard.events(1) == [.pressed(identifier: "earlier", .snooze)])
        desk.delivery.adopt([ShownNotification(token: token + "0", identifier: "b")])
        desk.delivery.adopt([ShownNotification(token: "other :1.1 1", identifier: "a")])
        #expect(desk.heard.events(2).last == .lost)
    }

    @Test("A question is answered by its buttons", arguments: [("allow", true), ("refuse", false)])
    func question(_ key: String, _ answer: Bool) throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        let asking = try StartedThread { [delivery = desk.delivery] in delivery.ask(usage: "To remind of <trips>") }
        let asked = server.notified(1)[0]
        #expect(asked.actions == ["allow", "Allow", "refuse", "Don't Allow"])
        #expect(asked.body == "To remind of &lt;trips&gt;")
        // It is asked while others are shown.
        _ = try desk.delivery.show(sample(), replacing: nil)
        // A click beside the buttons is no answer.
        server.press(1, "default")
        server.press(1, key)
        #expect(try asking.value() == answer)
        #expect(desk.heard.all == [])
    }

    @Test("A question that nobody answers has no answer")
    func noAnswer() throws {
        let desk = try Desk()
        let server = try FakeNotificationServer(desk.bus)
        #expect(desk.delivery.ask(usage: "Why", timeoutMilliseconds: 50) == nil)
        #expect(server.withdrawn(1) == [1])
        let asking = try StartedThread { [delivery = desk.delivery] in delivery.ask(usage: "Why") }
        _ = server.notified(2)
        server.close(2, reason: 2)
        #expect(try asking.value() == nil)
        let lost = try StartedThread { [delivery = desk.delivery] in delivery.ask(usage: "Why") }
        _ = server.notified(3)
        server.end()
        #expect(try lost.value() == nil)
        #expect(desk.delivery.ask(usage: "Why") == nil)
        var mute = FakeNotificationServer.Behaviour()
        mute.capabilities = ["body"]
        let without = try FakeNotificationServer(desk.bus, mute)
        #expect(desk.delivery.ask(usage: "Why") == nil)
        #expect(without.callCounts.notified == 0)
    }

    @Test("The end breaks off what waits, and nothing is told after it")
    func end() throws {
        let desk = try Desk()
        var behaviour = FakeNotificationServer.Behaviour()
        behaviour.holdsAnswers = true
        let server = try FakeNotificationServer(desk.bus, behaviour)
        let showing = try (1...3).map { number in
            try StartedThread { [delivery = desk.delivery] in try delivery.show(sample(number), replacing: nil) }
        }
        let asking = try StartedThread { [delivery = desk.delivery] in delivery.ask(usage: "Why") }
        _ = server.notified(1)
        let clock = MonotonicClock()
        desk.delivery.close()
        for thread in showing {
            #expect(throws: DeliveryError.unavailable("the delivery was closed")) {
                do {
                    return try thread.value()
                } catch DeliveryError.unavailable(let why) where why.hasSuffix("the delivery was closed") {
                    throw DeliveryError.unavailable("the delivery was closed")
                }
            }
        }
        #expect(try asking.value() == nil)
        #expect(clock.elapsedSeconds() < 5)
        server.press(1, "done")
        server.end()
        #expect(throws: DeliveryError.self) { try desk.delivery.show(sample(), replacing: nil) }
        #expect(desk.heard.all == [])
    }
}
