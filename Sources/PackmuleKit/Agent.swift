// When a device syncs: what happens goes in, what to do comes out.

public import Platform
internal import SyncProtocol

/// Decides when a device syncs and when it waits for news (docs/design, replication: Waking and never silent). It has
/// no clock, no threads and no network: whoever drives it carries out its actions and hands in what came of them.
///
/// What is written here goes out at once; what is written while an exchange runs, or within
/// ``Limits/exchangeSpacingMilliseconds`` of its start, goes with the next one. After a failure there is one time at
/// which it is tried again. After a success a watch is pending, and a slow timer in case the watch hears nothing:
/// nothing else costs anything at rest.
public struct Agent: Equatable, Sendable {
    private var isPermitted = false
    private var session = Session()
    /// Whether the session asks for an exchange that has not begun.
    private var isDue = false
    /// The exchange under way.
    private var exchange: Exchange?
    private var watch = Watch.none
    private var watchCount = 0
    /// Whether a watch said that there is something, and nobody looked yet.
    private var isNewsAwaited = false
    /// Wake-ups in a row with nothing behind them.
    private var fruitlessCount = 0
    /// Whether the last exchange succeeded, and no watch failed since.
    private var isWell = false
    /// Before then no exchange begins.
    private var earliestStart: Int64 = 0
    /// When somebody looks, whatever the watch says.
    private var nextLook: Int64 = 0
    private var armed: Int64?
    private var reported = State.off

    private struct Exchange: Equatable {
        let isForNews: Bool
        /// False once permission was withdrawn.
        var counts = true
    }

    private enum Watch: Equatable {
        case none
        case pending(since: Int64)
        /// Not to be started before then.
        case resting(until: Int64)
    }

    /// An agent that does nothing until it hears ``Event/permitted``.
    public init() {}

    /// Takes in an event and says what to do, in this order.
    ///
    /// - Parameters:
    ///   - nowMilliseconds: what the wall clock shows, since 1970.
    ///   - random: draws the jitter of waits.
    public mutating func handle(
        _ event: Event, nowMilliseconds: Int64, random: some RandomSource
    ) -> [Action] {
        let now = max(-1 << 48, min(nowMilliseconds, 1 << 48))
        var actions: [Action] = []
        clampTimes(now)
        switch event {
        case .permitted: permit(now, random)
        case .forbidden: forbid(&actions)
        case .committed: want(.changes, now, random)
        case .timerFired: armed = nil
        case .resumed, .networkChanged: lookAgain(now, random, &actions)
        case .exchanged(let result): finish(result, now, random)
        case .watchEnded(let number, let end): endWatch(number, end, now, random)
        }
        goOn(now, random, &actions)
        settleTimer(&actions)
        report(&actions)
        return actions
    }

    // MARK: Events

    private mutating func permit(_ now: Int64, _ random: some RandomSource) {
        guard !isPermitted else { return }
        (isPermitted, isWell, session, fruitlessCount) = (true, false, Session(), 0)
        nextLook = now + Limits.lookMilliseconds
        want(.news, now, random)
    }

    private mutating func forbid(_ actions: inout [Action]) {
        (isPermitted, isDue) = (false, false)
        exchange?.counts = false
        cancelWatch(&actions)
    }

    /// After a sleep or on another network a connection may be dead without anybody being told, and a server that was
    /// out of reach may be near.
    private mutating func lookAgain(_ now: Int64, _ random: some RandomSource, _ actions: inout [Action]) {
        cancelWatch(&actions)
        switch session.waiting?.reason {
        case .unreachable, .timedOut: want(.person, now, random)
        default: want(.news, now, random)
        }
    }

    private mutating func finish(_ result: ExchangeResult, _ now: Int64, _ random: some RandomSource) {
        guard let ended = exchange else { return }
        exchange = nil
        guard ended.counts else { return }
        switch result {
        case .done(let hasNews, let later):
            if let later { tell(.later(untilMilliseconds: later.untilMilliseconds, later.reason), now, random) }
            tell(.answered(.head(hasMoreToPush: false)), now, random)
            if ended.isForNews { fruitlessCount = hasNews ? 0 : fruitlessCount + 1 }
            isWell = true
            nextLook = now + Limits.lookMilliseconds
        case .failed(let failure):
            tell(.failed(failure), now, random)
            isWell = false
        case .asksHiding:
            tell(.answered(.asksHiding), now, random)
            isWell = false
        }
    }

    private mutating func endWatch(
        _ number: Int, _ end: WatchEnd, _ now: Int64, _ random: some RandomSource
    ) {
        guard number == watchCount, case .pending(let since) = watch else { return }
        watch = .none
        let isEarly = now - since < Limits.earlyWatchMilliseconds
        switch end {
        case .changed:
            isNewsAwaited = true
            want(.news, now, random)
        case .unchanged:
            fruitlessCount = isEarly ? fruitlessCount + 1 : 0
        case .failed(let failure):
            fruitlessCount = isEarly ? fruitlessCount + 1 : 0
            // An exchange under way, or about to begin, tells by its own end how the server is.
            guard exchange == nil, !isDue else { return }
            isWell = false
            tell(.failed(failure), now, random)
        }
    }

    private mutating func want(_ wish: Session.Wish, _ now: Int64, _ random: some RandomSource) {
        guard isPermitted, !isDue else { return }
        tell(.wanted(wish), now, random)
    }

    private mutating func tell(_ event: Session.Event, _ now: Int64, _ random: some RandomSource) {
        if case .exchange = session.handle(event, nowMilliseconds: now, random: random) { isDue = true }
    }

    // MARK: Actions

    private mutating func goOn(_ now: Int64, _ random: some RandomSource, _ actions: inout [Action]) {
        guard isPermitted, exchange == nil else { return }
        if !isDue { tell(.timePassed, now, random) }
        if isWell, nextLook <= now {
            nextLook = now + Limits.lookMilliseconds
            want(.news, now, random)
        }
        if isDue {
            guard earliestStart <= now else { return }
            exchange = Exchange(isForNews: isNewsAwaited)
            (isDue, isNewsAwaited) = (false, false)
            earliestStart = now + Limits.exchangeSpacingMilliseconds
            actions.append(.exchange)
        } else if isWell {
            startWatch(now, &actions)
        }
    }

    private mutating func startWatch(_ now: Int64, _ actions: inout [Action]) {
        switch watch {
        case .pending: return
        case .resting(let until) where until > now: return
        case .none where fruitlessCount > Limits.fruitlessWatchCount:
            let doublings = min(fruitlessCount - Limits.fruitlessWatchCount, 16) - 1
            let rest = min(
                Limits.watchRestMilliseconds.lowerBound << doublings, Limits.watchRestMilliseconds.upperBound)
            watch = .resting(until: now + rest)
        case .none, .resting:
            watchCount += 1
            watch = .pending(since: now)
            actions.append(.watch(number: watchCount, seconds: Limits.watchSeconds))
        }
    }

    private mutating func cancelWatch(_ actions: inout [Action]) {
        if case .pending = watch { actions.append(.cancelWatch(number: watchCount)) }
        watch = .none
    }

    /// One timer, for what comes first. None is needed while an exchange runs: its end is an event.
    private mutating func settleTimer(_ actions: inout [Action]) {
        var due: Int64?
        if isPermitted {
            guard exchange == nil else { return }
            due = isDue ? earliestStart : nextTime
        }
        guard due != armed else { return }
        armed = due
        actions.append(.arm(atMilliseconds: due))
    }

    /// When something is to be done at rest, or after a failure.
    private var nextTime: Int64 {
        let retry = session.waiting?.untilMilliseconds ?? nextLook
        guard isWell else { return retry }
        guard case .resting(let until) = watch else { return min(retry, nextLook) }
        return min(retry, nextLook, until)
    }

    private mutating func report(_ actions: inout [Action]) {
        let state: State =
            if !isPermitted {
                .off
            } else if exchange != nil || isDue {
                .syncing
            } else if let waiting = session.waiting {
                .waiting(SyncWait(untilMilliseconds: waiting.untilMilliseconds, reason: waiting.reason))
            } else {
                .inSync
            }
        guard state != reported else { return }
        reported = state
        actions.append(.report(state))
    }

    /// A wall clock that was set back leaves no time further off than it was meant to be.
    private mutating func clampTimes(_ now: Int64) {
        earliestStart = min(earliestStart, now + Limits.exchangeSpacingMilliseconds)
        nextLook = min(nextLook, now + Limits.lookMilliseconds)
        if case .resting(let until) = watch {
            watch = .resting(until: min(until, now + Limits.watchRestMilliseconds.upperBound))
        }
    }
}
