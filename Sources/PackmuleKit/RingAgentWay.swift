// One way to show notifications, as a ring agent knows it.

internal import Reminders

/// What was handed to one way, and what still has to be.
struct RingAgentWay: Equatable, Sendable {
    let name: String
    /// What is being handed over.
    private(set) var handing: [ReminderNotification] = []
    /// What it could not show yet, oldest first.
    var owed: [ReminderNotification] = []
    /// The tokens of what it shows, by identifier.
    var tokens: [String: String] = [:]
    /// What it will never show, by identifier.
    var rejected: Set<String> = []
    /// Why the last attempt failed; nil when it did not.
    private(set) var problem: String?
    private var failureCount = 0
    /// Before then it is not tried again, whatever happens.
    private var earliestTry: Int64 = 0
    /// When it is tried again though nothing happens.
    private var retry: Int64 = 0

    init(name: String) {
        self.name = name
    }

    /// What is to be handed over now; what cannot be yet is owed.
    mutating func take(_ wanted: [ReminderNotification], _ now: Int64) -> [ReminderNotification] {
        for notification in wanted where !rejected.contains(notification.identifier) {
            owed.removeAll { $0.identifier == notification.identifier }
            owed.append(notification)
        }
        guard problem == nil || earliestTry <= now else { return [] }
        defer { owed.removeAll() }
        handing += owed
        return owed
    }

    /// - Returns: what was handed over; nil when that is not known any more.
    mutating func finish(_ identifier: String, token: String) -> ReminderNotification? {
        guard let notification = stopHanding(identifier) else { return nil }
        tokens[identifier] = token
        noteReachable()
        return notification
    }

    /// It did not show what it was handed.
    mutating func fail(_ identifier: String, _ error: DeliveryError, _ now: Int64) {
        guard let notification = stopHanding(identifier) else { return }
        switch error {
        case .rejected: rejected.insert(identifier)
        case .unavailable(let why):
            owed.removeAll { $0.identifier == identifier }
            owed.append(notification)
            (problem, retry) = (why, now + Limits.deliveryRetryMilliseconds.doubled(failureCount))
            earliestTry = now + Limits.deliverySpacingMilliseconds
            failureCount += 1
        }
    }

    /// It can be reached again.
    mutating func noteReachable() {
        (problem, failureCount) = (nil, 0)
    }

    /// Forgets what does not count any more.
    mutating func keep(_ counts: (_ identifier: String) -> Bool) {
        owed.removeAll { !counts($0.identifier) }
        tokens = tokens.filter { counts($0.key) }
        rejected = rejected.filter(counts)
    }

    /// When it has to be tried again; nil while it owes nothing.
    var nextTry: Int64? { owed.isEmpty || problem == nil ? nil : retry }

    /// A wall clock that was set back leaves no time further off than it was meant to be.
    mutating func clampTimes(_ now: Int64) {
        earliestTry = min(earliestTry, now + Limits.deliverySpacingMilliseconds)
        retry = min(retry, now + Limits.deliveryRetryMilliseconds.upperBound)
    }

    private mutating func stopHanding(_ identifier: String) -> ReminderNotification? {
        guard let index = handing.firstIndex(where: { $0.identifier == identifier }) else { return nil }
        return handing.remove(at: index)
    }
}

extension ClosedRange<Int64> {
    /// The lower bound, doubled so many times, and at most the upper bound.
    func doubled(_ count: Int) -> Int64 { Swift.min(lowerBound << Swift.min(count, 16), upperBound) }
}
