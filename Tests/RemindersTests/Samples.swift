// Reminders, moments and zones that the tests of plans share.

import CivilTime
import Recurrence
import Reminders
import Replication
import TripModel

/// An id that is easy to read in a failure; ordered by its number.
func id(_ number: UInt64) -> RecordID {
    RecordID(high: 0, low: number)
}

/// An instant in the form of RFC 3339.
func instant(_ text: String) -> Instant {
    Instant(text) ?? .earliest
}

/// A reminder made at the beginning of June 2027.
func reminder(
    _ number: UInt64, _ trigger: String, _ title: String = "Passport", change: (inout Reminder) -> Void = { _ in }
) -> Reminder {
    var reminder = Reminder(id: id(number))
    (reminder.title, reminder.trigger, reminder.since) = (title, trigger, instant("2027-06-01T00:00:00Z"))
    change(&reminder)
    return reminder
}

/// Central European clocks; one zone is known beside them.
func context(_ settings: [Setting] = []) -> ReminderContext {
    let berlin = (try? ZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc
    return ReminderContext(settings: Settings(stored: settings), device: ZoneTimeline(berlin)) { name in
        switch name {
        case "Asia/Tokyo": .known(canonical: name, rules: (try? ZoneRules(rule: "JST-9")) ?? .utc)
        case "Broken/Zone": .damaged(.zoneFileCountsLeapSeconds)
        case "UTC": .known(canonical: name, rules: .utc)
        default: .unknown(suggestion: name == "Asia/Tokio" ? "Asia/Tokyo" : nil)
        }
    }
}

/// What a plan looks at, on a device that may ring.
func input(
    _ now: String, _ reminders: [Reminder], rings: [Ring] = [], occurrences: [ReminderOccurrence] = [],
    marks: [ReminderMark] = [], status: Permission.Status = .authorized, _ context: ReminderContext = context()
) -> PlanInput {
    var permission = Permission()
    permission.status = status
    return PlanInput(
        now: instant(now), reminders: reminders, occurrences: occurrences, rings: rings, marks: marks,
        permission: permission, context: context)
}

extension RingID {
    /// The occurrence of a numbered reminder.
    init(_ number: UInt64, _ key: String) {
        self.init(reminder: id(number), key: OccurrenceKey(key) ?? .count(0))
    }
}
