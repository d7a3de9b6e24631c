// What is to ring in the time to come, of all reminders.

public import Recurrence
internal import Replication
public import TripModel

/// An occurrence of some reminder that is yet to come.
public struct PendingReminder: Sendable, Equatable {
    /// Whose it is.
    public let reminder: Reminder
    /// Which one, when, and by what policies.
    public let occurrence: Occurrence
    /// What it rings as.
    public var ring: RingID { RingID(reminder: reminder.id, key: occurrence.key) }
}

extension PlanInput {
    /// What rings after now, soonest first; the same for a person who asks, and for a delivery that holds a number of
    /// notifications for itself. What would ring is listed whether or not it may.
    ///
    /// - Parameter limit: how many at most; a delivery's ``NotificationDelivery/pendingCapacity``.
    public func pending(limit: Int) -> [PendingReminder] {
        guard limit > 0 else { return [] }
        let histories = ReminderHistories(self)
        var binder = ReminderBinder(context)
        var firsts: [(reminder: Reminder, rule: ReminderRule, marks: Marks, first: Occurrence)] = []
        for (place, reminder) in reminders.enumerated() {
            guard case .success(let rule) = binder.rule(of: reminder) else { continue }
            let marks = histories.history(at: place).marks
            guard let first = rule.rule(asOf: now).next(marks, in: rule.zones, after: now) else {
                continue
            }
            firsts.append((reminder, rule, marks, first))
        }
        // Beyond the first so many, not even the first occurrence of a reminder can be among the soonest.
        firsts.sort { ($0.first.instant, $0.reminder.id) < ($1.first.instant, $1.reminder.id) }
        let soonest = firsts.prefix(limit).flatMap { reminder, rule, marks, _ in
            rule.rule(asOf: now).upcoming(marks, in: rule.zones, after: now, limit: limit)
                .map { PendingReminder(reminder: reminder, occurrence: $0) }
        }
        let sorted = soonest.sorted {
            ($0.occurrence.instant, $0.reminder.id) < ($1.occurrence.instant, $1.reminder.id)
        }
        return Array(sorted.prefix(limit))
    }
}
