// What became of one occurrence of a reminder, as all devices know it.

public import CivilTime
public import Recurrence
public import Replication

/// A record of its own, with the same identity on all devices: reminder and occurrence key. Its fields are written by
/// themselves and only once, so that what one device says never takes back what another said.
public struct ReminderOccurrence: Entity {
    /// Follows from reminder and key.
    public let id: RecordID
    /// Whose occurrence it is.
    public var reminder: RecordID?
    /// Which one: the text of ``OccurrenceKey``.
    public var key = ""
    /// When a device first showed it.
    public var delivered: Instant?
    /// Until when somebody put it off; a put-off begins at the press.
    public var snoozedUntil: Instant?
    /// When somebody put it away everywhere.
    public var dismissed: Instant?
    /// When somebody did what it says.
    public var done: Instant?
    /// The ``Reminder/since`` of the reminder of which all that is said. Once the reminder has another, it counts no
    /// more: the key may come again.
    public var since: Instant?

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// The record of an occurrence of which nothing was said yet.
    public init(reminder: Reminder, key: OccurrenceKey) {
        id = Self.id(reminder: reminder.id, key: key)
        self.reminder = reminder.id
        self.key = key.description
        since = reminder.since
    }

    /// The identity of an occurrence's record.
    public static func id(reminder: RecordID, key: OccurrenceKey) -> RecordID {
        .natural(entity: schema.description.number, key: "\(reminder)/\(key)")
    }

    /// What counts: the highest of what was said (docs/design, reminders: Across devices).
    public enum State: Int, Comparable, Sendable {
        case pending, delivered, snoozed, dismissed, done

        /// By what counts.
        public static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }

        /// Whether it never rings again, anywhere.
        public var isSettled: Bool { self >= .dismissed }
    }

    /// The highest of what was said, so that a late put-off never revives what is done.
    public var state: State {
        if done != nil { return .done }
        if dismissed != nil { return .dismissed }
        if snoozedUntil != nil { return .snoozed }
        return delivered != nil ? .delivered : .pending
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<ReminderOccurrence>(
        7, "occurrence", plural: "occurrences", parent: 1,
        fields: [
            Field(1, "reminder", \.reminder, .record, "Whose it is", isRequired: true),
            Field(2, "key", \.key, .text(1...Limits.occurrenceKeyCharacters), "Which one it is", isRequired: true),
            Field(3, "delivered", \.delivered, .instant, "When a device first showed it"),
            Field(4, "snoozedUntil", \.snoozedUntil, .instant, "Until when it was put off"),
            Field(5, "dismissed", \.dismissed, .instant, "When it was put away everywhere"),
            Field(6, "done", \.done, .instant, "When it was done"),
            Field(7, "since", \.since, .instant, "Which standing of the reminder it belongs to"),
        ])
}
