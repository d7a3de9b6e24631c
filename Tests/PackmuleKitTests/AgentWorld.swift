// A world of chance around an agent, which checks after every event what must always hold.

import PackmuleKit
import SyncProtocol
import TestSupport

struct AgentWorld {
    private var agent = Agent()
    private var random: SeededGenerator
    private let jitter: SeededRandom
    private var now: Int64 = 1_800_000_000_000
    private var isPermitted = false
    private var isExchanging = false
    private var watch: Int?
    private var cancelled: [Int] = []
    private var armed: Int64?
    private var state = Agent.State.off
    /// Time that nobody can set, and when in it the last exchange began.
    private var elapsed: Int64 = 0
    private var lastStart: Int64 = -100
    /// When something was written that no exchange has taken up yet, and whether one under way has.
    private var isUnsent = false
    private(set) var exchangeCount = 0
    /// A sentence for each rule that was broken.
    private(set) var broken: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        jitter = SeededRandom(seed: seed)
    }

    /// Something happens.
    mutating func step() {
        pass(random.pick(from: [0, 1, 7, 90, 1000, 30_000, 400_000]))
        switch random.int(in: 0..<16) {
        case 0: tell(.permitted)
        case 1 where random.bool(probability: 0.25): tell(.forbidden)
        case 2: tell(.resumed)
        case 3: tell(.networkChanged)
        case 4...6: tell(.committed)
        case 7: tell(.exchanged(.done(hasNews: false, later: nil)))
        case 8: tell(.watchEnded(number: random.int(in: 0..<9), .changed))
        case 9...11: if isExchanging { tell(.exchanged(result())) }
        case 12: if let number = cancelled.popLast() { tell(.watchEnded(number: number, .failed(.cancelled))) }
        case 13: if let number = watch { tell(.watchEnded(number: number, watchEnd())) }
        case 14: now -= 10_000_000
        default: if let due = armed { fire(due) }
        }
    }

    /// Everything goes well from now on: what was written goes out, and a watch is pending in the end.
    mutating func heal() {
        tell(.permitted)
        tell(.committed)
        for _ in 0..<40 {
            if isExchanging {
                tell(.exchanged(.done(hasNews: true, later: nil)))
            } else if isUnsent || watch == nil, let due = armed {
                fire(due)
            }
        }
        require(!isUnsent, "What was written went out.")
        require(watch != nil, "A watch is pending in the end.")
    }

    private mutating func fire(_ due: Int64) {
        pass(max(0, due - now))
        armed = nil
        tell(.timerFired)
    }

    private mutating func pass(_ milliseconds: Int64) {
        now += milliseconds
        elapsed += milliseconds
    }

    private mutating func result() -> Agent.ExchangeResult {
        random.pick(from: [
            .done(hasNews: true, later: nil), .done(hasNews: false, later: nil),
            .done(hasNews: false, later: SyncWait(untilMilliseconds: now + 50_000, reason: .quota)),
            .failed(.timedOut), .failed(.unauthorized), .failed(.refused(.unavailable, retryAfterSeconds: 7)),
            .failed(.invalidAnswer(.wrongMode)), .asksHiding,
        ])
    }

    private mutating func watchEnd() -> Agent.WatchEnd {
        random.pick(from: [.changed, .unchanged, .failed(.timedOut), .failed(.unauthorized)])
    }

    private mutating func tell(_ event: Agent.Event) {
        switch event {
        case .permitted: isPermitted = true
        case .forbidden: (isPermitted, isUnsent) = (false, false)
        case .committed where isPermitted: isUnsent = true
        case .exchanged: isExchanging = false
        case .watchEnded(let number, _) where number == watch: watch = nil
        default: break
        }
        for action in agent.handle(event, nowMilliseconds: now, random: jitter) { carryOut(action) }
        check()
    }

    private mutating func carryOut(_ action: Agent.Action) {
        switch action {
        case .exchange:
            require(!isExchanging && isPermitted, "One exchange at a time, and only when permitted.")
            require(elapsed - lastStart >= 100, "Exchanges keep their distance.")
            (isExchanging, isUnsent, lastStart) = (true, false, elapsed)
            exchangeCount += 1
        case .watch(let number, _):
            require(watch == nil && isPermitted, "One watch at a time, and only when permitted.")
            watch = number
        case .cancelWatch(let number):
            require(watch == number, "Only a pending watch is cancelled.")
            cancelled.append(number)
            watch = nil
        case .arm(let due):
            require(due != armed, "A timer is armed once.")
            require(due.map { $0 > now } ?? true, "A timer is armed for the future.")
            armed = due
        case .report(let newState):
            require(newState != state, "A state is reported once.")
            state = newState
        }
    }

    private mutating func check() {
        guard isPermitted else {
            return require(watch == nil && armed == nil && state == .off, "Without permission nothing is pending.")
        }
        require(isExchanging || armed != nil, "At any time an exchange or a timer is pending.")
        if case .waiting(let wait) = state, !isExchanging {
            require(armed.map { $0 <= wait.untilMilliseconds } ?? false, "No wait without its timer.")
        }
        if isUnsent, state == .inSync { require(false, "Nothing is in sync while something waits to go.") }
    }

    private mutating func require(_ holds: Bool, _ rule: String) {
        if !holds, !broken.contains(rule) { broken.append(rule) }
    }
}
