// What one device does next about its sync: an event in, an action out.

package import Platform

/// The sync of one device as a value (docs/design, replication: Exchange, and Waking and never silent). It knows no
/// store, no network and no clock: whoever drives it carries out the action and hands in what came of it. At any time
/// an exchange is under way, or there is a time at which the next begins, or everything is in sync.
package struct Session: Equatable, Sendable {
    private enum Phase: Equatable {
        case resting
        case exchanging(count: Int, restartCount: Int)
        case waiting(Wait)
    }

    private var phase = Phase.resting
    private var backOff = BackOff()
    /// When the changes are offered again that the server wanted later.
    private var later: Wait?
    /// Whether somebody asked for a sync while one was under way, which may have been too late for it.
    private var isWantedAgain = false

    /// A device at rest, or one that was waiting when its program ended.
    package init(waiting: Wait? = nil) {
        if let waiting { phase = .waiting(waiting) }
    }

    /// Until when nothing is tried, and why; nil where nothing holds sync up. It is worth keeping in the store, for
    /// other processes and the next start.
    package var waiting: Wait? {
        switch phase {
        case .resting: later
        case .exchanging: nil
        case .waiting(let wait): wait
        }
    }

    /// Takes in an event and says what to do. An answer without an exchange, as after a failure, changes nothing.
    ///
    /// - Parameters:
    ///   - nowMilliseconds: what the wall clock shows, since 1970. It may be set back: no wait lasts longer for it
    ///     than ``Limits/longestWaitMilliseconds``.
    ///   - random: draws the jitter of waits.
    package mutating func handle(
        _ event: Event, nowMilliseconds: Int64, random: some RandomSource
    ) -> Action {
        let now = Wait.clamped(nowMilliseconds)
        switch event {
        case .wanted(let wish): return want(wish, now)
        case .answered(let answer): return take(answer, now, random)
        case .failed(let failure): return fail(failure, now, random)
        case .later(let untilMilliseconds, let reason): postpone(untilMilliseconds, reason, now)
        case .timePassed: break
        }
        return goOn(now)
    }

    private mutating func want(_ wish: Wish, _ now: Int64) -> Action {
        switch phase {
        case .resting: return begin(now)
        case .exchanging: isWantedAgain = true
        case .waiting: if wish == .person { return begin(now) }
        }
        return goOn(now)
    }

    private mutating func take(_ answer: Answer, _ now: Int64, _ random: some RandomSource) -> Action {
        guard case .exchanging(let count, let restartCount) = phase else { return goOn(now) }
        switch answer {
        case .head(hasMoreToPush: false):
            backOff.succeeded()
            phase = .resting
            return isWantedAgain ? begin(now) : goOn(now)
        case .head(hasMoreToPush: true):
            phase = .exchanging(count: count + 1, restartCount: restartCount)
        case .more:
            phase = .exchanging(count: count + 1, restartCount: restartCount)
        case .stale, .foreign, .expired:
            phase = .exchanging(count: count + 1, restartCount: restartCount + 1)
        case .asksHiding:
            return wait(.asksHiding, milliseconds: Self.personMilliseconds(random), now)
        }
        guard count < Limits.exchangesPerSync, restartCount < Limits.restartsPerSync else {
            return wait(.endless, milliseconds: backOff.failed(random: random), now)
        }
        return .exchange(withChanges: answer == .head(hasMoreToPush: true) || answer == .stale)
    }

    private mutating func fail(_ failure: SyncFailure, _ now: Int64, _ random: some RandomSource) -> Action {
        guard !failure.reason.needsPerson else {
            return wait(failure.reason, milliseconds: Self.personMilliseconds(random), now)
        }
        let milliseconds = backOff.failed(retryAfterSeconds: failure.retryAfterSeconds, random: random)
        return wait(failure.reason, milliseconds: milliseconds, now)
    }

    /// The earliest time counts, brought into the range of ``Limits/laterMilliseconds``.
    private mutating func postpone(_ untilMilliseconds: Int64, _ reason: SyncReason, _ now: Int64) {
        let range = Limits.laterMilliseconds
        let until = max(now + range.lowerBound, min(untilMilliseconds, now + range.upperBound))
        if let later, later.untilMilliseconds <= until, !later.isOver(now) { return }
        later = Wait(untilMilliseconds: until, reason: reason)
    }

    private mutating func wait(_ reason: SyncReason, milliseconds: Int64, _ now: Int64) -> Action {
        phase = .waiting(Wait(untilMilliseconds: now + milliseconds, reason: reason))
        return goOn(now)
    }

    /// What the phase asks for at this time.
    private mutating func goOn(_ now: Int64) -> Action {
        if case .exchanging = phase { return .carryOn }
        guard let waiting else { return .rest }
        guard !waiting.isOver(now) else { return begin(now) }
        return waiting.reason.needsPerson
            ? .stop(waiting.reason, retryMilliseconds: waiting.untilMilliseconds)
            : .wait(untilMilliseconds: waiting.untilMilliseconds, waiting.reason)
    }

    private mutating func begin(_ now: Int64) -> Action {
        if let later, later.isOver(now) { self.later = nil }
        isWantedAgain = false
        phase = .exchanging(count: 1, restartCount: 0)
        return .exchange(withChanges: true)
    }

    /// Between half and all of ``Limits/personMilliseconds``.
    private static func personMilliseconds(_ random: some RandomSource) -> Int64 {
        let half = Limits.personMilliseconds / 2
        return half + Int64(random.next64() % UInt64(half + 1))
    }
}
