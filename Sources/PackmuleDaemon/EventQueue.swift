// What the one loop of the daemon waits on: events of other threads, in their order, and time.

import Platform
import Synchronization

/// Takes events from any thread and gives them to one.
final class EventQueue<Event: Sendable>: Sendable {
    /// What the loop is given.
    enum Item {
        case event(Event)
        /// The time that was asked for has come.
        case due
        /// The clock was set, or the machine slept.
        case clockChanged
    }

    private let events = Mutex<[Event]>([])
    private let source: any WakeSource

    init(_ source: any WakeSource) {
        self.source = source
    }

    /// Adds an event. May be called from any thread.
    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        source.call()
    }

    /// Blocks the thread until there is something. Events come first.
    ///
    /// - Parameter milliseconds: since 1970, when to come back at the latest; nil never.
    func next(atMilliseconds milliseconds: Int64?) throws(PlatformError) -> Item {
        try source.arm(atMilliseconds: milliseconds)
        while true {
            if let event = take() { return .event(event) }
            switch try source.wait() {
            case .called: continue
            case .due: return .due
            case .clockChanged: return .clockChanged
            }
        }
    }

    /// The next event if one waits.
    private func take() -> Event? {
        events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
