// A notification as JSON, for programs.

internal import CivilTime
internal import JSONText
internal import Recurrence
internal import Reminders
internal import Replication
internal import TripModel

/// What a command gets on its standard input. The form is stable: members are added, and never taken away or given
/// another meaning (docs/reminders.md).
enum NotificationDocument {
    /// The document, one line that ends with a line feed.
    static func bytes(_ notification: ReminderNotification) -> [UInt8] {
        let members: [JSONValue.Member?] = [
            .init("format", "packmule-notification"),
            .init("version", 1),
            .init("identifier", .string(notification.identifier)),
            .init("title", .string(notification.title)),
            .init("body", .string(notification.body)),
            .init("level", .string(notification.level.rawValue)),
            notification.sound.map { .init("sound", .string($0)) },
            notification.badge.map { .init("badge", .integer(Int64($0))) },
            notification.thread.map { .init("thread", .string($0)) },
            .init("due", .string(notification.due.description)),
            .init("late", .bool(notification.isLate)),
            .init("occurrences", .array(notification.rings.map(occurrence))),
            .init("actions", .array(notification.actions.map { .string($0.rawValue) })),
        ]
        return JSONValue.object(members.compactMap { $0 }).bytes() + [0x0A]
    }

    private static func occurrence(_ ring: RingID) -> JSONValue {
        ["reminder": .string(ring.reminder.description), "occurrence": .string(ring.key.description)]
    }
}
