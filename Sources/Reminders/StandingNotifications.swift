// What is shown and still counts, for a way whose server forgot it.

internal import CivilTime
internal import Recurrence
internal import Replication
internal import TripModel

extension PlanInput {
    /// What a way has shown and has to show again, because its tokens are void: everything that still counts, as it
    /// was first shown, and as one summary when it is much.
    ///
    /// - Parameter way: ``NotificationDelivery/name``.
    public func standing(shownBy way: String) -> [ReminderNotification] {
        standing { $0.shown?[way] != nil }
    }

    /// What was shown lately by other ways, and not by this one: everything of that which still counts.
    ///
    /// - Parameter way: ``NotificationDelivery/name``.
    public func owed(by way: String) -> [ReminderNotification] {
        let start = now.adding(milliseconds: -Limits.owedMilliseconds)
        return standing { ring in
            ring.shown.map { $0[way] == nil } ?? false && (ring.changed ?? .earliest) >= start
        }
    }

    private func standing(where counts: (Ring) -> Bool) -> [ReminderNotification] {
        let standing = Set(Plan(self).standing)
        let reminders = Dictionary(reminders.map { ($0.id, $0) }) { first, _ in first }
        var binder = ReminderBinder(context)
        let notifications = rings.compactMap { ring -> ReminderNotification? in
            guard counts(ring), let id = RingID(ring), standing.contains(id), let due = ring.due,
                let reminder = reminders[id.reminder], case .success(let rule) = binder.rule(of: reminder)
            else { return nil }
            return ReminderNotification(
                reminder, Occurrence(key: id.key, instant: due), rule, ring.earlierCount, permission,
                now: ring.changed ?? now)
        }
        return ReminderNotification.grouped(
            notifications.sorted { ($0.due, $0.identifier) < ($1.due, $1.identifier) })
    }
}
