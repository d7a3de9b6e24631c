// What a device does next, as tables and for chains of events that nobody thought of.

import Platform
import SyncProtocol
import TestSupport
import Testing

struct SessionTests {
    static let now: Int64 = 1_800_000_000_000

    /// The actions that events, all at the same time and with the least jitter, lead to.
    static func actions(_ events: [Session.Event], from start: Session = Session()) -> [Session.Action] {
        var session = start
        return events.map { session.handle($0, nowMilliseconds: now, random: FixedRandom(bits: 0)) }
    }

    @Test(
        "A sync goes from page to page to the head",
        arguments: [
            ([], .exchange(withChanges: true)),
            ([.answered(.head(hasMoreToPush: false))], .rest),
            ([.answered(.head(hasMoreToPush: true))], .exchange(withChanges: true)),
            ([.answered(.more)], .exchange(withChanges: false)),
            ([.answered(.more), .answered(.more)], .exchange(withChanges: false)),
            ([.answered(.more), .answered(.head(hasMoreToPush: true))], .exchange(withChanges: true)),
            ([.answered(.foreign)], .exchange(withChanges: false)),
            ([.answered(.expired)], .exchange(withChanges: false)),
            ([.answered(.stale)], .exchange(withChanges: true)),
            ([.answered(.asksHiding)], .stop(.asksHiding, retryMilliseconds: now + 1_800_000)),
            ([.wanted(.changes)], .carryOn), ([.timePassed], .carryOn),
            ([.wanted(.changes), .answered(.head(hasMoreToPush: false))], .exchange(withChanges: true)),
            (
                [.wanted(.news), .answered(.head(hasMoreToPush: false)), .answered(.head(hasMoreToPush: false))],
                .rest
            ),
        ] as [([Session.Event], Session.Action)])
    func pages(events: [Session.Event], action: Session.Action) {
        #expect(Self.actions([.wanted(.changes)] + events).last == action)
    }

    @Test(
        "After a failure that may pass it waits by back-off, after one that needs a person for half an hour or more",
        arguments: [
            (.unreachable(detail: ""), .wait(untilMilliseconds: now + 1, .unreachable)),
            (.timedOut, .wait(untilMilliseconds: now + 1, .timedOut)),
            (.cancelled, .wait(untilMilliseconds: now + 1, .cancelled)),
            (.storeBusy, .wait(untilMilliseconds: now + 1, .storeBusy)),
            (.refused(.unavailable, retryAfterSeconds: 30), .wait(untilMilliseconds: now + 30_001, .serverBusy)),
            (.refused(.fault, retryAfterSeconds: nil), .wait(untilMilliseconds: now + 1, .serverFault)),
            (.invalidAnswer(.malformed(detail: "")), .wait(untilMilliseconds: now + 1, .invalidAnswer)),
            (.untrusted(detail: ""), .stop(.untrusted, retryMilliseconds: now + 1_800_000)),
            (.unauthorized, .stop(.unauthorized, retryMilliseconds: now + 1_800_000)),
            (.invalidAnswer(.wrongVersion), .stop(.updateNeeded, retryMilliseconds: now + 1_800_000)),
            (.invalidAnswer(.wrongMode), .stop(.wrongMode, retryMilliseconds: now + 1_800_000)),
            (
                .refused(.malformed, retryAfterSeconds: nil),
                .stop(.requestRefused, retryMilliseconds: now + 1_800_000)
            ),
        ] as [(SyncFailure, Session.Action)])
    func failures(failure: SyncFailure, action: Session.Action) {
        #expect(Self.actions([.wanted(.changes), .failed(failure)]).last == action)
        #expect(Self.actions([.failed(failure)]).last == action)
    }

    @Test("A wait ends at its time, not before")
    func waitEnds() {
        var session = Session()
        let random = FixedRandom(bits: 999)
        func handle(_ event: Session.Event, at milliseconds: Int64) -> Session.Action {
            session.handle(event, nowMilliseconds: Self.now + milliseconds, random: random)
        }
        _ = handle(.wanted(.changes), at: 0)
        let wait = Session.Action.wait(untilMilliseconds: Self.now + 1000, .timedOut)
        #expect(handle(.failed(.timedOut), at: 0) == wait)
        #expect(handle(.timePassed, at: 999) == wait)
        #expect(handle(.wanted(.changes), at: 999) == wait)
        #expect(handle(.wanted(.news), at: 999) == wait)
        #expect(handle(.timePassed, at: 1000) == .exchange(withChanges: true))
        #expect(handle(.failed(.timedOut), at: 1000) == .wait(untilMilliseconds: Self.now + 3000 - 1000, .timedOut))
        #expect(handle(.wanted(.person), at: 1001) == .exchange(withChanges: true))
    }

    @Test("A wall clock that was set back a day does not make a wait a day longer")
    func clockSetBack() {
        var session = Session(
            waiting: Session.Wait(untilMilliseconds: Self.now + 300_000, reason: .unreachable))
        let random = FixedRandom(bits: 0)
        #expect(
            session.handle(.timePassed, nowMilliseconds: Self.now, random: random)
                == .wait(untilMilliseconds: Self.now + 300_000, .unreachable))
        #expect(
            session.handle(.timePassed, nowMilliseconds: Self.now - 86_400_000, random: random)
                == .exchange(withChanges: true))
    }

    @Test("Changes that the server wants later are offered again at the time, within 10 s to an hour")
    func later() {
        func action(_ offset: Int64) -> Session.Action? {
            Self.actions([
                .wanted(.changes), .later(untilMilliseconds: Self.now + offset, .quota),
                .answered(.head(hasMoreToPush: false)),
            ]).last
        }
        #expect(action(60_000) == .wait(untilMilliseconds: Self.now + 60_000, .quota))
        #expect(action(0) == .wait(untilMilliseconds: Self.now + 10_000, .quota))
        #expect(action(.max - Self.now) == .wait(untilMilliseconds: Self.now + 3_600_000, .quota))
        #expect(
            Self.actions([
                .wanted(.changes), .answered(.head(hasMoreToPush: false)),
                .later(untilMilliseconds: Self.now + 90_000, .quota),
                .later(untilMilliseconds: Self.now + 60_000, .later),
                .later(untilMilliseconds: Self.now + 70_000, .quota),
            ]).last == .wait(untilMilliseconds: Self.now + 60_000, .later))
    }

    @Test("What was put off does not hold up new changes, and keeps its time")
    func laterAndNew() {
        let start: [Session.Event] = [
            .wanted(.changes), .later(untilMilliseconds: Self.now + 60_000, .quota),
            .answered(.head(hasMoreToPush: false)), .wanted(.changes),
        ]
        #expect(Self.actions(start).last == .exchange(withChanges: true))
        #expect(
            Self.actions(start + [.answered(.head(hasMoreToPush: false))]).last
                == .wait(untilMilliseconds: Self.now + 60_000, .quota))
    }

    @Test(
        "A server that never comes to an end is left alone for a while",
        arguments: [
            (.more, 1000), (.head(hasMoreToPush: true), 1000), (.stale, 9), (.foreign, 9), (.expired, 9),
        ] as [(Session.Answer, Int)])
    func endless(answer: Session.Answer, exchangeCount: Int) {
        let actions = Self.actions(
            [.wanted(.changes)] + [Session.Event](repeating: .answered(answer), count: exchangeCount))
        #expect(actions.dropLast().allSatisfy { if case .exchange = $0 { true } else { false } })
        #expect(actions.last == .wait(untilMilliseconds: Self.now + 1, .endless))
    }

    @Test("The head ends a row of failures, a page does not")
    func backOffEnds() {
        let failed: [Session.Event] = [.wanted(.person), .failed(.timedOut)]
        func ceiling(_ between: [Session.Event]) -> Session.Action? {
            var session = Session()
            for event in failed + [.wanted(.person)] + between {
                _ = session.handle(event, nowMilliseconds: Self.now, random: FixedRandom(bits: 1))
            }
            return session.handle(.failed(.timedOut), nowMilliseconds: Self.now, random: FixedRandom(bits: 1999))
        }
        #expect(ceiling([.answered(.more)]) == .wait(untilMilliseconds: Self.now + 2000, .timedOut))
        #expect(
            ceiling([.answered(.head(hasMoreToPush: false))]) == .wait(untilMilliseconds: Self.now + 1000, .timedOut))
    }

    @Test("Whatever happens, work to do has an exchange or a time within reach", arguments: UInt64(1)...200)
    func neverSilent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let random = SeededRandom(seed: seed)
        var session = Session()
        var now = Self.now
        var isExchanging = false
        var isOwed = false
        for _ in 0..<300 {
            let event = Self.event(&generator, now)
            let action = session.handle(event, nowMilliseconds: now, random: random)
            switch event {
            case .wanted, .failed, .later: isOwed = true
            case .answered(.head(hasMoreToPush: false)): isOwed = isOwed && !isExchanging
            case .answered, .timePassed: break
            }
            switch action {
            case .exchange: isExchanging = true
            case .carryOn: #expect(isExchanging)
            case .wait(let until, let reason):
                isExchanging = false
                #expect(now < until && until <= now + 3_900_000 && !reason.needsPerson)
                #expect(session.waiting == Session.Wait(untilMilliseconds: until, reason: reason))
                var later = session
                let next = later.handle(.timePassed, nowMilliseconds: until, random: random)
                #expect(next == .exchange(withChanges: true))
            case .stop(let reason, let until):
                isExchanging = false
                #expect(now < until && until <= now + 3_900_000 && reason.needsPerson)
                var later = session
                let next = later.handle(.timePassed, nowMilliseconds: until, random: random)
                #expect(next == .exchange(withChanges: true))
            case .rest:
                isExchanging = false
                #expect(!isOwed && session.waiting == nil)
            }
            now += generator.bool(probability: 0.9) ? Int64(generator.int(in: 0...20_000)) : -40_000
        }
    }

    private static func event(_ generator: inout SeededGenerator, _ now: Int64) -> Session.Event {
        switch generator.int(in: 0..<10) {
        case 0: .wanted(generator.pick(from: Session.Wish.allCases))
        case 1:
            .failed(
                generator.pick(from: [
                    .unreachable(detail: ""), .timedOut, .storeBusy, .unauthorized, .untrusted(detail: ""),
                    .refused(.tooManyRequests, retryAfterSeconds: .max), .invalidAnswer(.wrongVersion),
                ]))
        case 2: .later(untilMilliseconds: now + Int64(generator.int(in: -1000...1_000_000)), .quota)
        case 3: .timePassed
        case 4: .answered(generator.pick(from: [.stale, .foreign, .expired, .asksHiding]))
        case 5, 6: .answered(.more)
        case 7: .answered(.head(hasMoreToPush: true))
        default: .answered(.head(hasMoreToPush: false))
        }
    }
}
