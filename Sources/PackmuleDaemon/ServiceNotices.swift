// What systemd is told, and when it has to hear that the daemon lives.

import ServiceManagement

/// The watchdog of systemd as a time like others; without one there is no time.
struct ServiceNotices: Sendable {
    private let send: @Sendable (ServiceNotice) -> Void
    private let intervalMilliseconds: Int64?
    private var nextMilliseconds: Int64?

    /// - Parameter intervalMilliseconds: how often ``ServiceNotice/alive`` is due; nil when nobody waits for it.
    init(intervalMilliseconds: Int?, send: @escaping @Sendable (ServiceNotice) -> Void) {
        self.send = send
        self.intervalMilliseconds = intervalMilliseconds.map { Int64($0) }
    }

    /// The daemon listens to everything that it has to.
    mutating func ready(_ now: Int64) {
        send(.ready)
        nextMilliseconds = intervalMilliseconds.map { now + $0 }
    }

    func stopping() { send(.stopping) }

    func status(_ words: String) { send(.status(words)) }

    /// Says that the daemon lives, where that is due. A clock that was set back makes it due too.
    mutating func alive(_ now: Int64) {
        guard let interval = intervalMilliseconds, let next = nextMilliseconds, next <= now || next > now + interval
        else { return }
        send(.alive)
        nextMilliseconds = now + interval
    }

    /// The earlier of a time and that of the next notice.
    func soonest(_ milliseconds: Int64?) -> Int64? {
        guard let next = nextMilliseconds else { return milliseconds }
        return min(milliseconds ?? next, next)
    }
}
