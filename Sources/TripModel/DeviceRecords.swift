// What one device knows of reminders for itself: never stamped, never sent.

public import CivilTime
public import Recurrence
public import Replication

/// An occurrence that this device rang, missed or hid.
public struct Ring: Entity {
    /// That of the occurrence's record.
    public let id: RecordID
    /// Whose occurrence it is.
    public var reminder: RecordID?
    /// Which one: the text of its key.
    public var key = ""
    /// When it was due.
    public var due: Instant?
    /// What this device did.
    public var state = State.rung
    /// When it did that.
    public var changed: Instant?
    /// How many earlier ones it stood for.
    public var earlierCount = 0
    /// The ways by which it was shown, each with what is needed to take it away again.
    public var shown: TextMap?
    /// The ``Reminder/since`` of the reminder that rang. Once the reminder has another, this one counts no more: a key
    /// may come again.
    public var since: Instant?

    /// What a device did with an occurrence.
    public enum State: String, Word {
        /// It was shown here.
        case rung
        /// It came too late, or a later one stood for it.
        case missed
        /// Somebody closed it here, and nowhere else.
        case hidden
        /// It was taken away, because it was settled, put off or cancelled.
        case withdrawn
        /// It did not ring, because there was nothing to remind of any more.
        case silenced
    }

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// What a device did with an occurrence of a reminder.
    public init(reminder: Reminder, key: OccurrenceKey, due: Instant, state: State, changed: Instant) {
        id = ReminderOccurrence.id(reminder: reminder.id, key: key)
        (self.reminder, self.key, since) = (reminder.id, key.description, reminder.since)
        (self.due, self.state, self.changed) = (due, state, changed)
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Ring>(
        251, "ring", plural: "rings", isLocal: true,
        fields: [
            Field(1, "reminder", \.reminder, .record, "Whose it is"),
            Field(2, "key", \.key, .text(1...Limits.occurrenceKeyCharacters), "Which one it is"),
            Field(3, "due", \.due, .instant, "When it was due"),
            Field(4, "state", \.state, .word(State.self), "What this device did"),
            Field(5, "changed", \.changed, .instant, "When it did that"),
            Field(6, "earlierCount", \.earlierCount, .integer(0...Int64.max), "Earlier ones it stood for"),
            Field(7, "shown", \.shown, .textMap, "The ways by which it was shown"),
            Field(8, "since", \.since, .instant, "Which standing of the reminder it belongs to"),
        ])
}

/// How far this device has looked at a reminder.
public struct ReminderMark: Entity {
    /// That of the reminder.
    public let id: RecordID
    /// Everything due until then was rung, or listed as missed.
    public var evaluated: Instant?
    /// The ``Reminder/since`` of the reminder that was looked at; once it has another, the mark counts no more.
    public var since: Instant?

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<ReminderMark>(
        252, "reminderMark", plural: "reminderMarks", isLocal: true,
        fields: [
            Field(1, "evaluated", \.evaluated, .instant, "Everything due until then was looked at"),
            Field(2, "since", \.since, .instant, "Which standing of the reminder it belongs to"),
        ])
}

/// In which zone this device was from a time on.
public struct ZoneStay: Entity {
    /// Made when the zone is first seen.
    public let id: RecordID
    /// When it was first seen.
    public var start: Instant?
    /// The zone.
    public var zone: ZoneName?

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<ZoneStay>(
        253, "zoneStay", plural: "zoneStays", isLocal: true,
        fields: [
            Field(1, "start", \.start, .instant, "When it was first seen"),
            Field(2, "zone", \.zone, .zone, "The zone"),
        ])
}

/// Whether this device may ring.
public struct Permission: Entity {
    /// Always ``only``.
    public let id: RecordID
    /// What the person said.
    public var status = Status.notDetermined
    /// Whether reminders are shown.
    public var alert = true
    /// Whether a number is shown at the program.
    public var badge = true
    /// Whether reminders are heard.
    public var sound = true

    /// What a person said when asked.
    public enum Status: String, Word {
        /// Nobody was asked yet, or nobody answered.
        case notDetermined
        /// Yes.
        case authorized
        /// No.
        case denied
    }

    /// The identity of the one record there is.
    public static let only = RecordID.natural(entity: 254, key: "permission")

    /// A record with the defaults of all fields.
    public init(id: RecordID = only) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Permission>(
        254, "permission", plural: "permissions", isLocal: true,
        fields: [
            Field(1, "status", \.status, .word(Status.self), "What the person said"),
            Field(2, "alert", \.alert, .flag, "Whether reminders are shown"),
            Field(3, "badge", \.badge, .flag, "Whether a number is shown"),
            Field(4, "sound", \.sound, .flag, "Whether reminders are heard"),
        ])
}
