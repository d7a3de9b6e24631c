// What is shown when a reminder is due.

public import CivilTime
public import Recurrence
public import Replication
public import TripModel

/// Which occurrence of which reminder.
public struct RingID: Hashable, Sendable {
    /// The reminder.
    public let reminder: RecordID
    /// Which of its occurrences.
    public let key: OccurrenceKey

    /// See the properties of the same names.
    public init(reminder: RecordID, key: OccurrenceKey) {
        (self.reminder, self.key) = (reminder, key)
    }

    /// The identity of the occurrence's record, and of what this device keeps of it.
    public var record: RecordID { ReminderOccurrence.id(reminder: reminder, key: key) }
}

/// What is shown: one occurrence, or a summary of many.
public struct ReminderNotification: Sendable, Equatable {
    /// What it stands for, the latest last: one, unless it is a summary.
    public var rings: [RingID]
    /// Its first line.
    public var title: String
    /// Further lines; empty for none.
    public var body: String
    /// The sound to play; nil for that of the desktop, empty for none.
    public var sound: String?
    /// The number to show at the program.
    public var badge: Int?
    /// It is shown together with others of the same thread.
    public var thread: String?
    /// How much it presses.
    public var level: ReminderLevel
    /// When the latest of its rings was due.
    public var due: Instant
    /// Whether it comes noticeably after that.
    public var isLate: Bool
    /// What a person may press.
    public var actions: [Verb]

    /// See the properties of the same names.
    public init(
        rings: [RingID], title: String, body: String = "", sound: String? = nil, badge: Int? = nil,
        thread: String? = nil, level: ReminderLevel = .active, due: Instant, isLate: Bool = false,
        actions: [Verb] = [.done, .snooze]
    ) {
        (self.rings, self.title, self.body, self.sound, self.badge) = (rings, title, body, sound, badge)
        (self.thread, self.level, self.due, self.isLate, self.actions) = (thread, level, due, isLate, actions)
    }

    /// Stable and unique among what is shown: the latest of its rings as `RECORD/KEY`, a summary with `summary:`
    /// before it.
    public var identifier: String {
        let latest = rings.last.map { "\($0.reminder)/\($0.key)" } ?? ""
        return rings.count > 1 ? "summary:" + latest : latest
    }

    /// What a person may do with what is shown.
    public enum Verb: String, Sendable, CaseIterable {
        /// It is done, on all devices.
        case done
        /// It comes again later, on all devices.
        case snooze
        /// It is put away on all devices.
        case dismiss
        /// It is put away here.
        case hide
    }
}
