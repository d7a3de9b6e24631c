// When reminders are planned, shown, tried again, written down and taken away: directed cases in virtual time.

import PackmuleKit
import Reminders
import Testing

@Suite("Ring agent")
struct RingAgentTests {
    private static let hour: Int64 = 3_600_000
    private let start: Int64 = 1_800_000_000_000

    // MARK: Starting, resting

    @Test("Without permission nothing happens, whatever is told")
    func silent() {
        var driven = RingDriver(ways: ["desktop"])
        for event in [
            .committed, .timerFired, .resumed, .zoneChanged, .synced, .forbidden, .planned(.init()),
            .handedOver(way: "desktop", identifier: "x", token: "1"), .told(way: "desktop", .lost),
            .failed(way: "else", identifier: "x", .rejected("no")),
        ] as [RingAgent.Event] {
            #expect(driven.tell(event) == [])
        }
    }

    @Test("With permission it syncs first and plans; at rest there is one timer, at most six hours away")
    func starting() {
        var driven = RingDriver(ways: ["desktop"])
        #expect(driven.tell(.permitted()) == [.sync, .plan])
        #expect(driven.plan() == [.arm(atMilliseconds: start + 30_000)])
        #expect(driven.tell(.synced) == [.plan])
        #expect(driven.plan() == [.arm(atMilliseconds: start + 6 * Self.hour)])
        driven.now = start + 6 * Self.hour
        #expect(driven.tell(.timerFired) == [.plan])
        #expect(driven.plan() == [.arm(atMilliseconds: start + 12 * Self.hour)])
    }

    @Test("It wakes when something is due, and tells when that is")
    func next() {
        var driven = RingDriver.atRest(["desktop"])
        _ = driven.tell(.zoneChanged)
        #expect(
            driven.plan(next: start + 5_000) == [
                .arm(atMilliseconds: start + 5_000),
                .report(.init(nextMilliseconds: start + 5_000, ways: [.init(name: "desktop")])),
            ])
        driven.now = start + 5_000
        #expect(driven.tell(.timerFired) == [.plan])
    }

    @Test("Commits of a burst lead to one plan at once and one after it; what is due does not wait for that")
    func burst() {
        var driven = RingDriver.atRest(["desktop"])
        driven.now += 1_000
        let first = driven.now
        #expect(driven.tell(.committed) == [.plan])
        #expect(driven.tell(.committed) == [] && driven.tell(.committed) == [])
        #expect(
            driven.plan(next: first + 50) == [
                .arm(atMilliseconds: first + 50),
                .report(.init(nextMilliseconds: first + 50, ways: [.init(name: "desktop")])),
            ])
        driven.now += 50
        #expect(driven.tell(.timerFired) == [.plan])
        _ = driven.plan()
        for _ in 0..<100 { #expect(driven.tell(.committed).allSatisfy { $0 != .plan }) }
        driven.now += 200
        #expect(driven.tell(.timerFired) == [.plan])
    }

    @Test("A plan that names a time that is over wakes nobody without end")
    func overdue() {
        var driven = RingDriver.atRest(["desktop"])
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(next: start - 1_000)
        #expect(driven.armed == start + 200)
    }

    // MARK: Showing

    @Test("Something due is shown by every way, and written down for each by itself when it has been")
    func shows() {
        var driven = RingDriver.atRest(["desktop", "ntfy"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        #expect(
            driven.plan(show: [tea]) == [
                .show(way: "desktop", tea, replacing: nil), .show(way: "ntfy", tea, replacing: nil),
            ])
        #expect(driven.handOver("desktop", tea, "7") == [.record([.handed(tea, way: "desktop", token: "7")])])
        // A plan meanwhile does not show it again.
        _ = driven.tell(.zoneChanged)
        #expect(driven.plan(show: [tea]) == [])
        _ = driven.tell(.recorded(unwritten: []))
        #expect(driven.handOver("ntfy", tea, "") == [.record([.handed(tea, way: "ntfy", token: "")])])
    }

    @Test("What a plan notes by itself is written down")
    func noting() {
        var driven = RingDriver.atRest(["desktop"])
        _ = driven.tell(.zoneChanged)
        #expect(driven.plan(isNoting: true) == [.record([.planned])])
        // What could not be written is said again by the next plan.
        _ = driven.tell(.recorded(unwritten: [.planned]))
        driven.now += 1_000
        #expect(driven.tell(.timerFired) == [.plan])
        #expect(driven.plan(isNoting: true).first == .record([.planned]))
    }

    @Test("Without any way things stay due, and nothing wakes")
    func noWays() {
        var driven = RingDriver.atRest([])
        _ = driven.tell(.zoneChanged)
        #expect(driven.plan(show: [notification("a", due: start)]) == [])
        #expect(driven.armed == start + 6 * Self.hour)
    }

    // MARK: Ways that fail

    @Test("A way that is not there keeps things due; it is tried again with growing waits, and when it is back")
    func unavailable() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: [tea])
        let gone = DeliveryError.unavailable("no session")
        #expect(
            driven.fail("desktop", tea, gone) == [
                .arm(atMilliseconds: start + 5_000),
                .report(.init(ways: [.init(name: "desktop", problem: "no session")])),
            ])
        for wait: Int64 in [10, 20, 40, 80, 160, 300, 300] {
            driven.now = driven.armed ?? 0
            #expect(driven.tell(.timerFired) == [.plan])
            #expect(driven.plan(show: [tea]).contains(.show(way: "desktop", tea, replacing: nil)))
            _ = driven.fail("desktop", tea, gone)
            #expect(driven.armed == driven.now + wait * 1_000)
        }
        driven.now += 10
        #expect(driven.tell(.told(way: "desktop", .available)).contains(.plan))
        #expect(driven.plan(show: [tea]).first == .show(way: "desktop", tea, replacing: nil))
        #expect(driven.handOver("desktop", tea, "3") == [.record([.handed(tea, way: "desktop", token: "3")])])
    }

    @Test("Any other event tries a way again too, but not more than once a second")
    func otherEvents() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: [tea])
        _ = driven.fail("desktop", tea, .unavailable("no session"))
        driven.now += 500
        #expect(driven.tell(.committed) == [.plan])
        #expect(driven.plan(show: [tea]) == [])
        driven.now += 500
        #expect(driven.tell(.committed) == [.plan])
        #expect(driven.plan(show: [tea]).first == .show(way: "desktop", tea, replacing: nil))
    }

    @Test("What one way has shown is still owed by another, until it does not count any more")
    func owed() {
        for isSettled in [false, true] {
            var driven = RingDriver.atRest(["desktop", "ntfy"])
            let tea = notification("a", due: start)
            _ = driven.tell(.zoneChanged)
            _ = driven.plan(show: [tea])
            _ = driven.fail("desktop", tea, .unavailable("no session"))
            _ = driven.handOver("ntfy", tea, "")
            _ = driven.tell(.recorded(unwritten: []))
            driven.now += 2_000
            if isSettled {
                _ = driven.tell(.committed)
                _ = driven.plan(withdraw: [tea.rings[0]: ["ntfy": ""]])
                _ = driven.tell(.recorded(unwritten: []))
                driven.now += 2_000
            }
            _ = driven.tell(.told(way: "desktop", .available))
            let actions = driven.plan()
            #expect(actions.contains(.show(way: "desktop", tea, replacing: nil)) == !isSettled)
        }
    }

    @Test("What no way will ever show is missed; what one of them may still show is not")
    func rejected() {
        var driven = RingDriver.atRest(["desktop", "command"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: [tea])
        #expect(driven.fail("command", tea, .rejected("exit 1")) == [.plan])
        #expect(driven.plan(show: [tea]) == [])
        #expect(driven.fail("desktop", tea, .rejected("too big")) == [.plan])
        #expect(driven.plan(show: [tea]) == [.record([.refused(tea)])])
        _ = driven.tell(.recorded(unwritten: []))
    }

    @Test("What a way has lost is asked for and shown again, with a new token")
    func lost() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["desktop": "7"])
        #expect(driven.tell(.told(way: "desktop", .lost)) == [.reshow(way: "desktop")])
        #expect(driven.tell(.reshown(way: "desktop", [tea])) == [.plan])
        #expect(driven.plan().first == .show(way: "desktop", tea, replacing: nil))
        #expect(driven.handOver("desktop", tea, "1") == [.record([.handed(tea, way: "desktop", token: "1")])])
    }

    @Test("What an earlier run showed can be pressed, and is withdrawn")
    func standing() {
        var driven = RingDriver(ways: ["desktop"])
        let rings = [ring("a"), ring("b")]
        _ = driven.tell(
            .permitted(standing: [.init(way: "desktop", token: "7", identifier: "summary:b", rings: rings)]))
        _ = driven.plan()
        _ = driven.tell(.synced)
        _ = driven.plan()
        #expect(
            driven.tell(.told(way: "desktop", .pressed(identifier: "summary:b", .dismiss))) == [
                .record([.settled(rings, .dismiss, atMilliseconds: start)])
            ])
    }

    // MARK: Presses and writing

    @Test("A press is written with its time; closing hides here", arguments: [true, false])
    func pressed(isClosed: Bool) {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["desktop": "7"])
        driven.now += 60_000
        let event: DeliveryEvent =
            isClosed ? .closed(identifier: tea.identifier) : .pressed(identifier: tea.identifier, .done)
        #expect(
            driven.tell(.told(way: "desktop", event)) == [
                .record([.settled(tea.rings, isClosed ? .hide : .done, atMilliseconds: driven.now)])
            ])
        #expect(driven.tell(.told(way: "desktop", .pressed(identifier: "unknown", .done))) == [])
    }

    @Test("A press that could not be written is written again until it is, with the time of the press")
    func pressRetried() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        driven.show(tea, tokens: ["desktop": "7"])
        let press = RingAgent.Record.settled(tea.rings, .snooze, atMilliseconds: driven.now)
        #expect(
            driven.tell(.told(way: "desktop", .pressed(identifier: tea.identifier, .snooze))) == [.record([press])])
        for wait: Int64 in [1, 2, 4, 8, 16, 32, 60, 60] {
            _ = driven.tell(.recorded(unwritten: [press]))
            #expect(driven.armed == driven.now + wait * 1_000)
            driven.now += wait * 1_000
            #expect(driven.tell(.timerFired).contains(.record([press])))
            _ = driven.plan()
        }
        // Not even a store that is closed meanwhile makes it forget.
        _ = driven.tell(.recorded(unwritten: [press]))
        _ = driven.tell(.forbidden)
        driven.now += 60_000
        #expect(driven.tell(.permitted()).contains(.record([press])))
    }

    @Test("What was shown but could not be written is not shown again")
    func shownUnwritten() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: [tea])
        let record = RingAgent.Record.handed(tea, way: "desktop", token: "7")
        #expect(driven.handOver("desktop", tea, "7") == [.record([record])])
        _ = driven.tell(.recorded(unwritten: [record]))
        driven.now += 1_000
        #expect(driven.tell(.timerFired) == [.record([record]), .plan])
        #expect(driven.plan(show: [tea]).allSatisfy { if case .show = $0 { false } else { true } })
    }

    @Test("What is being written holds up nothing else, however much is due with it")
    func unwrittenWithMany() {
        var driven = RingDriver.atRest(["desktop"])
        let unwritten = ["a", "b", "c", "d", "e"].map { notification($0, due: start) }
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: unwritten)
        let records = unwritten.map { RingAgent.Record.handed($0, way: "desktop", token: $0.title) }
        for notification in unwritten { _ = driven.handOver("desktop", notification, notification.title) }
        _ = driven.tell(.recorded(unwritten: Array(records.prefix(1))))
        _ = driven.tell(.recorded(unwritten: records))
        driven.now += 1_000
        _ = driven.tell(.timerFired)
        let sixth = notification("f", due: driven.now)
        _ = driven.tell(.zoneChanged)
        #expect(shown(driven.plan(show: unwritten + [sixth])) == [sixth.rings])
    }

    @Test("More than five that are due at once are shown as one")
    func many() {
        var driven = RingDriver.atRest(["desktop", "phone"])
        let many = ["a", "b", "c", "d", "e", "f"].map { notification($0, due: start) }
        _ = driven.tell(.zoneChanged)
        #expect(shown(driven.plan(show: many)) == Array(repeating: many.flatMap(\.rings), count: 2))
    }

    /// What is handed over, each by what it stands for.
    private func shown(_ actions: [RingAgent.Action]) -> [[RingID]] {
        actions.compactMap { action in
            guard case .show(_, let notification, _) = action else { return nil }
            return notification.rings
        }
    }

    // MARK: Being away

    @Test("After a sleep what fell due meanwhile waits for the sync; what falls due then rings on time")
    func away() {
        var driven = RingDriver.atRest(["desktop"])
        let old = notification("a", due: start + 1_000)
        driven.now += 3 * 24 * Self.hour
        #expect(driven.tell(.resumed) == [.sync, .plan])
        #expect(driven.plan(show: [old], isNoting: true, next: driven.now + 10_000).count == 2)
        driven.now += 10_000
        let punctual = notification("b", due: driven.now)
        _ = driven.tell(.timerFired)
        #expect(driven.plan(show: [old, punctual]).first == .show(way: "desktop", punctual, replacing: nil))
        #expect(driven.tell(.synced) == [.plan])
        #expect(
            driven.plan(show: [old], isNoting: true).prefix(2) == [
                .show(way: "desktop", old, replacing: nil), .record([.planned]),
            ])
    }

    @Test("A sync that takes too long is not waited for")
    func impatient() {
        var driven = RingDriver.atRest(["desktop"])
        let old = notification("a", due: start + 1_000)
        driven.now += Self.hour
        _ = driven.tell(.resumed)
        _ = driven.plan(show: [old])
        #expect(driven.armed == driven.now + 30_000)
        driven.now += 30_000
        #expect(driven.tell(.timerFired) == [.plan])
        #expect(driven.plan(show: [old]).first == .show(way: "desktop", old, replacing: nil))
        #expect(driven.tell(.synced) == [])
    }

    @Test("A timer that comes much too late was held up by a sleep")
    func lateTimer() {
        var driven = RingDriver.atRest(["desktop"])
        driven.now = start + 6 * Self.hour + 60_001
        #expect(driven.tell(.timerFired) == [.sync, .plan])
    }

    @Test("A clock that is set back leaves nothing waiting for the old time")
    func setBack() {
        var driven = RingDriver.atRest(["desktop"])
        let tea = notification("a", due: start)
        _ = driven.tell(.zoneChanged)
        _ = driven.plan(show: [tea])
        _ = driven.fail("desktop", tea, .unavailable("no session"))
        driven.now -= 365 * 24 * Self.hour
        #expect(driven.tell(.resumed) == [.sync, .plan])
        #expect(driven.plan(show: [tea]) == [.arm(atMilliseconds: driven.now + 30_000)])
        driven.now += 1_000
        _ = driven.tell(.synced)
        #expect(driven.plan(show: [tea]).contains(.show(way: "desktop", tea, replacing: nil)))
    }
}
