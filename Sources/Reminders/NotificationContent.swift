// What a notification says.

internal import CivilTime
internal import Recurrence
internal import TripModel

extension ReminderNotification {
    /// One occurrence of a reminder, as the permission lets it be shown and heard.
    ///
    /// - Parameter earlierCount: earlier ones that it stands for.
    init(
        _ reminder: Reminder, _ occurrence: Occurrence, _ rule: ReminderRule, _ earlierCount: Int,
        _ permission: Permission, now: Instant
    ) {
        let lateMilliseconds = occurrence.instant.milliseconds(until: now)
        let isLate = lateMilliseconds > Int64(Recurrence.Limits.punctualSeconds) * 1000
        let due = isLate ? "Late: it was due \(rule.zones.words(for: occurrence.instant))" : nil
        let earlier = earlierCount > 0 ? "and \(earlierCount) earlier" : nil
        let remark = [due, earlier].compactMap(\.self).joined(separator: ", ")
        let isSilent = !permission.sound || reminder.level == .passive
        self.init(
            rings: [RingID(reminder: reminder.id, key: occurrence.key)], title: reminder.title,
            body: [reminder.body, remark].filter { !$0.isEmpty }.joined(separator: "\n"),
            sound: isSilent ? "" : reminder.sound, badge: permission.badge ? reminder.badge : nil,
            thread: reminder.thread, level: reminder.level, due: occurrence.instant, isLate: isLate)
    }

    /// What is shown together: more than ``Limits/singleNotifications`` become one summary.
    ///
    /// - Parameter notifications: of one occurrence each, by their times.
    public static func grouped(_ notifications: [ReminderNotification]) -> [ReminderNotification] {
        notifications.count > Limits.singleNotifications ? [summary(of: notifications)] : notifications
    }

    private static func summary(of notifications: [ReminderNotification]) -> ReminderNotification {
        let titles = notifications.map(\.title)
        let isWhole = titles.count <= Limits.summaryLines
        let named = isWhole ? titles : Array(titles.prefix(Limits.summaryLines - 1))
        let lines = isWhole ? named : named + ["and \(titles.count - named.count) more"]
        return ReminderNotification(
            rings: notifications.flatMap(\.rings), title: "\(notifications.count) reminders",
            body: lines.joined(separator: "\n"), sound: notifications.allSatisfy { $0.sound == "" } ? "" : nil,
            badge: notifications.compactMap(\.badge).max(),
            level: notifications.map(\.level).max { $0.weight < $1.weight } ?? .active,
            due: notifications.map(\.due).max() ?? .earliest, isLate: notifications.contains(where: \.isLate))
    }
}

extension ReminderLevel {
    /// By how much it presses.
    fileprivate var weight: Int {
        switch self {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        }
    }
}

extension ZoneTimeline {
    /// `on 3 June 2027 at 09:00`, by the clocks in force then.
    fileprivate func words(for instant: Instant) -> String {
        let reading = rules(at: instant).civil(at: instant)
        return "on \(reading.day.spoken) at \(reading.time)"
    }
}
