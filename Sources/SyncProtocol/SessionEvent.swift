// What a session is told, and what it answers.

extension Session {
    /// Why a sync is wanted.
    package enum Wish: CaseIterable, Sendable {
        /// A person asked, or did what was asked of them: it is tried at once, whatever it was waiting for.
        case person
        /// Something was written here.
        case changes
        /// The server has something new, a program started, or it is long since the last sync.
        case news
    }

    /// What happened.
    package enum Event: Equatable, Sendable {
        /// Somebody wants a sync. While one is under way it is followed by another.
        case wanted(Wish)
        /// The answer of the exchange was taken in.
        case answered(Answer)
        /// The exchange brought nothing. It may also come from another request, such as `/v1/watch`.
        case failed(SyncFailure)
        /// Some changes are to be offered again at a time, in milliseconds since 1970. Comes before the answer that
        /// said so, or after it.
        case later(untilMilliseconds: Int64, SyncReason)
        /// Nothing but time.
        case timePassed
    }

    /// What an answer brought, after the store took it in.
    package enum Answer: Equatable, Sendable {
        /// Another process had exchanged meanwhile: nothing was taken from it.
        case stale
        /// A page; more waits.
        case more
        /// Everything that the server has is here. Changes that were put off do not count as more to push.
        case head(hasMoreToPush: Bool)
        /// The server does not know where the device stands, which now reads from zero.
        case foreign
        /// Collection has gone past the device, which now reads from zero.
        case expired
        /// So much would be hidden that a person has to say yes first.
        case asksHiding
    }

    /// What to do.
    package enum Action: Equatable, Sendable {
        /// Make one exchange, and hand in what came of it. `withChanges` permits to bring changes; a store that reads
        /// from zero has none to bring.
        case exchange(withChanges: Bool)
        /// Nothing: an exchange is under way.
        case carryOn
        /// Nothing until then, in milliseconds since 1970; hand in ``Event/timePassed`` at that time.
        case wait(untilMilliseconds: Int64, SyncReason)
        /// Tell a person, and otherwise the same as waiting: it may have been put right elsewhere.
        case stop(SyncReason, retryMilliseconds: Int64)
        /// Nothing: everything is in sync.
        case rest
    }

    /// Until when nothing is tried, and why.
    package struct Wait: Equatable, Sendable {
        /// In milliseconds since 1970.
        package let untilMilliseconds: Int64
        /// Why.
        package let reason: SyncReason

        /// A wait; its time is clamped to ±2⁴⁸, thousands of years.
        package init(untilMilliseconds: Int64, reason: SyncReason) {
            self.untilMilliseconds = Self.clamped(untilMilliseconds)
            self.reason = reason
        }

        /// Whether its time has come. A time further off than any wait lasts was left behind by a wall clock that was
        /// set back, and has come too.
        func isOver(_ now: Int64) -> Bool {
            untilMilliseconds <= now || untilMilliseconds - now > Limits.longestWaitMilliseconds
        }

        static func clamped(_ milliseconds: Int64) -> Int64 { max(-1 << 48, min(milliseconds, 1 << 48)) }
    }
}
