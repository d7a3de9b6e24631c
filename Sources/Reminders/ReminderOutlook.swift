// What can be said of each reminder now.

public import CivilTime
public import Recurrence
public import Replication
internal import TripModel

/// What follows from one reminder at a moment.
public struct ReminderOutlook: Sendable, Equatable {
    /// Which one.
    public let reminder: RecordID
    /// Its rule as it counts now; nil where it cannot ring.
    public let rule: ReminderRule?
    /// Why it cannot.
    public let problem: ReminderProblem?
    /// What is known of single occurrences.
    public let marks: Marks
    /// When it rings next, or would ring.
    public let next: Occurrence?
    /// Whether there is nothing to remind of at present.
    public let isSilent: Bool
}

extension PlanInput {
    /// What can be said of each reminder, in their order.
    public func outlook() -> [ReminderOutlook] {
        let histories = ReminderHistories(self)
        var binder = ReminderBinder(context)
        return reminders.enumerated().map { place, reminder in
            let marks = histories.history(at: place).marks
            switch binder.rule(of: reminder) {
            case .failure(let problem):
                return ReminderOutlook(
                    reminder: reminder.id, rule: nil, problem: problem, marks: marks, next: nil, isSilent: false)
            case .success(var rule):
                rule.rule = rule.rule(asOf: now)
                return ReminderOutlook(
                    reminder: reminder.id, rule: rule, problem: nil, marks: marks,
                    next: rule.rule.next(marks, in: rule.zones, after: now),
                    isSilent: context.silences(reminder))
            }
        }
    }
}

extension ZoneTimeline {
    /// The rules in force at an instant.
    public func rules(at instant: Instant) -> ZoneRules {
        (segments.last { $0.start <= instant } ?? segments.first)?.rules ?? .utc
    }
}
