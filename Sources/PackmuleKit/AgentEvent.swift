// What an agent is told, and what it answers.

public import SyncProtocol

extension Agent {
    /// What happened.
    public enum Event: Equatable, Sendable {
        /// The device is in a space and may sync.
        case permitted
        /// It may not any more: it left, or the program ends.
        case forbidden
        /// Something was written here that no server is known to hold, by this process or another.
        case committed
        /// The time of ``Action/arm(atMilliseconds:)`` has come. Too early does no harm.
        case timerFired
        /// The machine slept, or somebody set its clock.
        case resumed
        /// The machine is on another network, or on one again.
        case networkChanged
        /// The exchange ended.
        case exchanged(ExchangeResult)
        /// The watch of this number ended, also one that was cancelled.
        case watchEnded(number: Int, WatchEnd)
    }

    /// How an exchange ended.
    public enum ExchangeResult: Equatable, Sendable {
        /// The device holds what the server holds, and the server what it took.
        ///
        /// - Parameters:
        ///   - hasNews: whether something came that was not here.
        ///   - later: when it wants what it did not take.
        case done(hasNews: Bool, later: SyncWait?)
        /// Nothing came of it, or not all.
        case failed(SyncFailure)
        /// So much would vanish here that a person has to say yes first.
        case asksHiding
    }

    /// How a watch ended.
    public enum WatchEnd: Equatable, Sendable {
        /// The server has something new.
        case changed
        /// Its time was over.
        case unchanged
        /// It broke.
        case failed(SyncFailure)
    }

    /// What to do.
    public enum Action: Equatable, Sendable {
        /// Sync once, as ``Device/exchange(over:)`` does, and hand in ``Event/exchanged(_:)``. There is never more than
        /// one under way.
        case exchange
        /// Wait for news, as ``Device/watch(over:seconds:)`` does, and hand in ``Event/watchEnded(number:_:)``.
        case watch(number: Int, seconds: Int)
        /// End the watch of this number.
        case cancelWatch(number: Int)
        /// Hand in ``Event/timerFired`` at that time, in milliseconds since 1970, and at no time that was said before;
        /// nil for no time at all.
        case arm(atMilliseconds: Int64?)
        /// Show where the device's sync stands.
        case report(State)
    }

    /// Where the sync of a device stands.
    public enum State: Equatable, Sendable {
        /// It may not sync.
        case off
        /// An exchange is under way, or about to begin.
        case syncing
        /// All that is here is there, and news are waited for.
        case inSync
        /// Something holds it up until a time.
        case waiting(SyncWait)
    }
}

/// Until when sync waits, and why.
public struct SyncWait: Hashable, Sendable {
    /// In milliseconds since 1970.
    public let untilMilliseconds: Int64
    /// Why.
    public let reason: SyncReason

    /// A wait until a time, in milliseconds since 1970.
    public init(untilMilliseconds: Int64, reason: SyncReason) {
        (self.untilMilliseconds, self.reason) = (untilMilliseconds, reason)
    }
}
