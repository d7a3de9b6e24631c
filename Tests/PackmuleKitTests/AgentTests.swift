// When a device syncs, watches, waits and rests: directed cases, and rules that hold whatever happens.

import PackmuleKit
import SyncProtocol
import TestSupport
import Testing

@Suite("Agent")
struct AgentTests {
    /// An agent, the time, and what it has done so far.
    private struct Driven {
        var agent = Agent()
        var now: Int64 = 1_800_000_000_000
        let random = SeededRandom(seed: 7)

        mutating func tell(_ event: Agent.Event) -> [Agent.Action] {
            agent.handle(event, nowMilliseconds: now, random: random)
        }

        /// Permitted, with one exchange done; a watch of number 1 is pending, and an hour over the time passed since.
        static func atRest() -> Driven {
            var driven = Driven()
            _ = driven.tell(.permitted)
            _ = driven.tell(.exchanged(.done(hasNews: false, later: nil)))
            driven.now += 1000
            return driven
        }
    }

    private static let look = Limits.lookMilliseconds
    private static let done = Agent.Event.exchanged(.done(hasNews: false, later: nil))
    private static let unreachable = SyncFailure.unreachable(detail: "refused")

    // MARK: Starting and stopping

    @Test("Without permission nothing happens, whatever is told")
    func silent() {
        var driven = Driven()
        for event in [
            .committed, .timerFired, .resumed, .networkChanged, Self.done, .forbidden,
            .watchEnded(number: 1, .changed), .exchanged(.failed(.timedOut)),
        ] as [Agent.Event] {
            #expect(driven.tell(event) == [])
        }
    }

    @Test("With permission it syncs at once, then watches, with a slow timer besides")
    func starting() {
        var driven = Driven()
        #expect(driven.tell(.permitted) == [.exchange, .report(.syncing)])
        #expect(driven.tell(.permitted) == [])
        driven.now += 40
        #expect(
            driven.tell(Self.done) == [
                .watch(number: 1, seconds: 55), .arm(atMilliseconds: driven.now + Self.look), .report(.inSync),
            ])
    }

    @Test("When permission is withdrawn, watch and timer end; an exchange under way does not count any more")
    func stopping() {
        var driven = Driven.atRest()
        #expect(
            driven.tell(.forbidden) == [.cancelWatch(number: 1), .arm(atMilliseconds: nil), .report(.off)])
        #expect(driven.tell(.watchEnded(number: 1, .failed(.cancelled))) == [])
        #expect(driven.tell(.permitted) == [.exchange, .report(.syncing)])
        #expect(driven.tell(.forbidden) == [.report(.off)])
        #expect(driven.tell(.permitted) == [.report(.syncing)])
        // The exchange of before ends now; the one of the new permission begins.
        #expect(driven.tell(.exchanged(.failed(.cancelled))) == [.arm(atMilliseconds: driven.now + 100)])
        driven.now += 100
        #expect(driven.tell(.timerFired) == [.exchange])
    }

    // MARK: Writing

    @Test("A commit goes out at once; commits while it is under way go together after it")
    func burst() {
        var driven = Driven.atRest()
        let start = driven.now
        #expect(driven.tell(.committed) == [.exchange, .report(.syncing)])
        driven.now += 3
        #expect(driven.tell(.committed) == [])
        #expect(driven.tell(.committed) == [])
        driven.now += 4
        #expect(driven.tell(Self.done) == [.arm(atMilliseconds: start + 100)])
        driven.now += 20
        #expect(driven.tell(.committed) == [])
        driven.now = start + 100
        #expect(driven.tell(.timerFired) == [.exchange])
        driven.now += 5
        #expect(driven.tell(Self.done) == [.arm(atMilliseconds: driven.now + Self.look), .report(.inSync)])
    }

    @Test("Writing without pause makes ten exchanges a second, and each commit is in one that began after it")
    func pacing() {
        var driven = Driven.atRest()
        var starts: [Int64] = []
        var lastCommit: Int64 = 0
        for step in 0..<1000 {
            driven.now += 1
            var actions = step < 900 ? driven.tell(.committed) : driven.tell(.timerFired)
            if step < 900 { lastCommit = driven.now }
            while actions.contains(.exchange) {
                starts.append(driven.now)
                actions = driven.tell(Self.done)
            }
        }
        #expect(starts.count == 10)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 100 })
        #expect(starts.last.map { $0 >= lastCommit } == true)
    }

    // MARK: News

    @Test("News are fetched at once, and the next watch begins when they are here")
    func news() {
        var driven = Driven.atRest()
        #expect(driven.tell(.watchEnded(number: 1, .changed)) == [.exchange, .report(.syncing)])
        driven.now += 30
        #expect(
            driven.tell(.exchanged(.done(hasNews: true, later: nil))) == [
                .watch(number: 2, seconds: 55), .arm(atMilliseconds: driven.now + Self.look), .report(.inSync),
            ])
    }

    @Test("A watch whose time is over is followed by another, and by nothing else")
    func nextWatch() {
        var driven = Driven.atRest()
        for number in 1...20 {
            driven.now += 55_000
            let actions = driven.tell(.watchEnded(number: number, .unchanged))
            let look = actions.filter { $0 == .exchange }
            if look.isEmpty {
                #expect(actions == [.watch(number: number + 1, seconds: 55)])
            } else {
                // After a quarter of an hour somebody looks.
                #expect(number == 17)
                #expect(driven.tell(Self.done).first == .watch(number: number + 1, seconds: 55))
            }
        }
    }

    @Test("The end of a watch that was cancelled says nothing about the one that follows")
    func cancelledWatch() {
        var driven = Driven.atRest()
        #expect(driven.tell(.networkChanged) == [.cancelWatch(number: 1), .exchange, .report(.syncing)])
        #expect(driven.tell(Self.done).first == .watch(number: 2, seconds: 55))
        #expect(driven.tell(.watchEnded(number: 1, .failed(.cancelled))) == [])
    }

    @Test(
        "Watches that wake for nothing, end early or fail early are started ever more slowly",
        arguments: [.changed, .unchanged, .failed(unreachable)] as [Agent.WatchEnd])
    func fruitless(end: Agent.WatchEnd) {
        var driven = Driven.atRest()
        let start = driven.now
        var watchCount = 1
        var eventCount = 0
        var queue: [Agent.Action] = [.watch(number: 1, seconds: 55)]
        var armed: Int64?
        while driven.now < start + 3_600_000, eventCount < 10_000 {
            eventCount += 1
            if queue.isEmpty {
                guard let due = armed else { break }
                driven.now = max(driven.now, due)
                queue += driven.tell(.timerFired)
                continue
            }
            switch queue.removeFirst() {
            case .exchange: queue += driven.tell(Self.done)
            case .watch(let number, _):
                watchCount += 1
                driven.now += 1
                queue += driven.tell(.watchEnded(number: number, end))
            case .arm(let time): armed = time
            case .cancelWatch, .report: break
            }
        }
        // An hour: the first few at once, then after 1, 2, 4, … seconds, then every 5 minutes.
        #expect(15...40 ~= watchCount)
    }

    // MARK: Failures

    @Test("After a failure there is one time at which it is tried again, and it is shown with its reason")
    func failure() {
        var driven = Driven.atRest()
        #expect(driven.tell(.committed) == [.exchange, .report(.syncing)])
        driven.now += 200
        let actions = driven.tell(.exchanged(.failed(Self.unreachable)))
        guard case .arm(let due?) = actions.first, actions.count == 2 else {
            Issue.record("\(actions)")
            return
        }
        #expect(driven.now + 1...driven.now + 1000 ~= due)
        #expect(actions[1] == .report(.waiting(SyncWait(untilMilliseconds: due, reason: .unreachable))))
        // Commits and early timers move nothing.
        #expect(driven.tell(.committed) == [])
        driven.now = due - 1
        #expect(driven.tell(.timerFired) == [.arm(atMilliseconds: due)])
        driven.now = due
        #expect(driven.tell(.timerFired) == [.exchange, .report(.syncing)])
    }

    @Test("A watch that breaks is a failure: it is retried by an exchange, then watched again")
    func brokenWatch() {
        var driven = Driven.atRest()
        driven.now += 30_000
        let actions = driven.tell(.watchEnded(number: 1, .failed(Self.unreachable)))
        guard case .arm(let due?) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        driven.now = due
        #expect(driven.tell(.timerFired) == [.exchange, .report(.syncing)])
        #expect(driven.tell(Self.done).first == .watch(number: 2, seconds: 55))
    }

    @Test("On another network an unreachable server is tried at once; one that asked for patience is not")
    func anotherNetwork() {
        for (failure, isTried) in [
            (Self.unreachable, true), (.timedOut, true), (.refused(.unavailable, retryAfterSeconds: 60), false),
            (.unauthorized, false),
        ] as [(SyncFailure, Bool)] {
            for event in [Agent.Event.networkChanged, .resumed] {
                var driven = Driven.atRest()
                _ = driven.tell(.committed)
                _ = driven.tell(.exchanged(.failed(failure)))
                driven.now += 100
                #expect(driven.tell(event).contains(.exchange) == isTried, "\(failure)")
            }
        }
    }

    @Test("A token that opens nothing is tried again within the hour, and the reason is shown")
    func unauthorized() {
        var driven = Driven.atRest()
        let actions = driven.tell(.watchEnded(number: 1, .failed(.unauthorized)))
        guard case .arm(let due?) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(driven.now + 1_800_000...driven.now + 3_600_000 ~= due)
        guard case .report(.waiting(let wait)) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(wait == SyncWait(untilMilliseconds: due, reason: .unauthorized))
    }

    @Test("What the server wants later is brought at that time, and watched for meanwhile")
    func later() {
        var driven = Driven.atRest()
        _ = driven.tell(.committed)
        let wait = SyncWait(untilMilliseconds: driven.now + 60_000, reason: .quota)
        #expect(
            driven.tell(.exchanged(.done(hasNews: false, later: wait))) == [
                .arm(atMilliseconds: wait.untilMilliseconds), .report(.waiting(wait)),
            ])
        driven.now = wait.untilMilliseconds
        #expect(driven.tell(.timerFired) == [.exchange, .report(.syncing)])
    }

    @Test("A question whether much may be hidden waits for a person and asks again")
    func asking() {
        var driven = Driven.atRest()
        _ = driven.tell(.committed)
        let actions = driven.tell(.exchanged(.asksHiding))
        guard case .report(.waiting(let wait)) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(wait.reason == .asksHiding)
    }

    @Test("A wall clock set back by years delays nothing for longer than it was meant to")
    func clockSetBack() {
        var driven = Driven.atRest()
        _ = driven.tell(.committed)
        _ = driven.tell(Self.done)
        driven.now -= 10 * 365 * 86_400_000
        #expect(driven.tell(.committed) == [.arm(atMilliseconds: driven.now + 100), .report(.syncing)])
        driven.now += 100
        #expect(driven.tell(.timerFired) == [.exchange])
    }

    // MARK: Whatever happens

    @Test("Whatever happens in whatever order, no rule is broken", arguments: 0..<200 as Range<UInt64>)
    func random(seed: UInt64) {
        var world = AgentWorld(seed: seed)
        for _ in 0..<300 { world.step() }
        #expect(world.broken == [])
        world.heal()
        #expect(world.broken == [])
        #expect(world.exchangeCount > 0)
    }
}
