// Long polls: who waits for news of which space, without a thread for each.

internal import SyncProtocol
internal import Synchronization

/// A long poll.
package struct Watch: Sendable {
    /// By which answer and log name the request.
    package let requestID: UInt64
    /// How long it is held at most.
    package let seconds: Int
    let caller: Membership
    let number: UInt64
    let place: Place

    init(_ request: WatchRequest, caller: Membership, requestID: UInt64) {
        (self.caller, self.requestID, number) = (caller, requestID, request.number)
        (seconds, place) = (Int(request.seconds), Place(request.cursor))
    }
}

/// A space in which something has happened.
package struct Touch: Hashable, Sendable {
    let space: SpaceKey
    /// The number that pushed, for which it is no news; 0 where it is news for all.
    let pusher: UInt64
}

/// The long polls that are held: bounded, woken by touches, ended by whoever looks at ``nextEndMilliseconds``.
package final class Watchers: Sendable {
    /// Names one held poll.
    package struct Ticket: Hashable, Sendable {
        let space: SpaceKey
        let serial: UInt64
    }

    private struct Held: Sendable {
        let number: UInt64
        let endMilliseconds: Int64
        let wake: @Sendable (Bool) -> Void
    }

    private struct State: Sendable {
        var serial: UInt64 = 0
        var count = 0
        var isClosed = false
        var held: [SpaceKey: [UInt64: Held]] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many are held.
    package var count: Int { state.withLock { $0.count } }

    /// Holds a poll until it is woken, once: with true when there is news, with false when its time is over.
    ///
    /// - Returns: nil when as many are held as may, or no more are wanted.
    func add(
        _ watch: Watch, endMilliseconds: Int64, _ wake: @escaping @Sendable (Bool) -> Void
    ) -> Ticket? {
        state.withLock { state in
            guard !state.isClosed, state.count < capacity else { return nil }
            state.serial += 1
            state.count += 1
            let held = Held(number: watch.number, endMilliseconds: endMilliseconds, wake: wake)
            state.held[watch.caller.space, default: [:]][state.serial] = held
            return Ticket(space: watch.caller.space, serial: state.serial)
        }
    }

    /// Lets a poll go without waking it, as when its client has gone; false when it was woken before.
    @discardableResult
    package func cancel(_ ticket: Ticket) -> Bool {
        state.withLock { state in
            Self.remove(&state, ticket.space) { serial, _ in serial == ticket.serial }
        }.isEmpty == false
    }

    /// Wakes those for whom a touch is news.
    func touch(_ touch: Touch) {
        let woken = state.withLock { state in
            Self.remove(&state, touch.space) { _, held in touch.pusher == 0 || held.number != touch.pusher }
        }
        for held in woken { held.wake(true) }
    }

    /// Ends those whose time is over.
    package func expire(nowMilliseconds now: Int64) {
        let ended = state.withLock { state in
            state.held.keys.sorted { $0.number < $1.number }.flatMap { space in
                Self.remove(&state, space) { _, held in held.endMilliseconds <= now }
            }
        }
        for held in ended { held.wake(false) }
    }

    /// When the next one is to be ended, in milliseconds since 1970; nil where none is held.
    package var nextEndMilliseconds: Int64? {
        state.withLock { state in
            state.held.values.lazy.flatMap(\.values).map(\.endMilliseconds).min()
        }
    }

    /// Ends all, and holds no more.
    package func close() {
        let ended = state.withLock { state in
            state.isClosed = true
            return state.held.keys.sorted { $0.number < $1.number }.flatMap { space in
                Self.remove(&state, space) { _, _ in true }
            }
        }
        for held in ended { held.wake(false) }
    }

    private static func remove(
        _ state: inout State, _ space: SpaceKey, where isMeant: (UInt64, Held) -> Bool
    ) -> [Held] {
        guard let all = state.held[space] else { return [] }
        let meant = all.filter(isMeant)
        guard !meant.isEmpty else { return [] }
        state.held[space] = meant.count == all.count ? nil : all.filter { meant[$0.key] == nil }
        state.count -= meant.count
        return meant.sorted { $0.key < $1.key }.map(\.value)
    }
}
