// What is known of the occurrences of one reminder, on this device and on all.

internal import CivilTime
internal import Recurrence
internal import Replication
internal import TripModel

/// The records about one reminder, and what follows from them for its rule.
struct ReminderHistory {
    private var rings: [OccurrenceKey: Ring] = [:]
    private var occurrences: [OccurrenceKey: ReminderOccurrence] = [:]
    private var mark: ReminderMark?
    /// What is handled here, and what was put off.
    private(set) var marks = Marks()

    /// What counts of each reminder: only what was said of it as it stands, by its ``Reminder/since``.
    static func grouped(_ input: PlanInput) -> [RecordID: ReminderHistory] {
        guard !(input.rings.isEmpty && input.occurrences.isEmpty && input.marks.isEmpty) else { return [:] }
        var since: [RecordID: Instant?] = [:]
        since.reserveCapacity(input.reminders.count)
        for reminder in input.reminders { since[reminder.id] = .some(reminder.since) }
        var histories: [RecordID: ReminderHistory] = [:]
        histories.reserveCapacity(input.reminders.count)
        for mark in input.marks where since[mark.id] == .some(mark.since) {
            histories[mark.id, default: ReminderHistory()].mark = mark
        }
        for ring in input.rings {
            guard let id = ring.reminder, since[id] == .some(ring.since), let key = OccurrenceKey(ring.key) else {
                continue
            }
            histories[id, default: ReminderHistory()].add(ring, key)
        }
        for occurrence in input.occurrences {
            guard let id = occurrence.reminder, since[id] == .some(occurrence.since),
                let key = OccurrenceKey(occurrence.key)
            else { continue }
            histories[id, default: ReminderHistory()].add(occurrence, key)
        }
        return histories
    }

    private mutating func add(_ ring: Ring, _ key: OccurrenceKey) {
        rings[key] = ring
        marks.handled.insert(key)
    }

    /// Comes after the rings: a put-off that rang here already counts no more.
    private mutating func add(_ occurrence: ReminderOccurrence, _ key: OccurrenceKey) {
        occurrences[key] = occurrence
        switch occurrence.state {
        case .done, .dismissed: marks.handled.insert(key)
        case .snoozed:
            guard let until = occurrence.snoozedUntil, rings[key]?.due.map({ $0 < until }) ?? true else { return }
            marks.snoozed[key] = until
        case .delivered, .pending: break
        }
    }

    /// From where on a reminder is looked at. A clock that was ahead is no reason to pass anything over: then it is
    /// looked at from now on, and that has to be marked.
    func start(of reminder: Reminder, now: Instant) -> (instant: Instant, isAhead: Bool) {
        guard let known = mark?.evaluated ?? reminder.since else {
            return (now.adding(milliseconds: -Limits.unknownSinceMilliseconds), false)
        }
        return (min(known, now), known > now)
    }

    /// Whether what is shown for an occurrence has to go: it was settled, or put off to a later time.
    func isOver(_ ring: Ring, _ key: OccurrenceKey) -> Bool {
        guard let occurrence = occurrences[key] else { return false }
        return occurrence.state.isSettled || marks.snoozed[key] != nil
    }
}

extension ReminderRule {
    /// What has become due; see ``Rule/due(_:in:lastEvaluated:now:)``. What was put off to a time that was looked at
    /// already, because another device told of it late, is due all the same.
    func due(_ marks: Marks, lastEvaluated: Instant, now: Instant) -> Due {
        let rule = rule(asOf: now)
        let late = marks.snoozed.filter { $0.value <= lastEvaluated }
        guard !late.isEmpty else { return rule.due(marks, in: zones, lastEvaluated: lastEvaluated, now: now) }
        var others = marks
        for key in late.keys {
            others.snoozed[key] = nil
            others.handled.insert(key)
        }
        var due = rule.due(others, in: zones, lastEvaluated: lastEvaluated, now: now)
        due.count += late.count
        for (key, until) in late {
            let occurrence = Occurrence(key: key, instant: until, adjustments: [.snoozed])
            if rings(occurrence, now: now) { due.deliver.append(occurrence) } else { due.missed.append(occurrence) }
        }
        due.deliver.sort { ($0.instant, $0.key.description) < ($1.instant, $1.key.description) }
        if rule.policies.misfire == .latest, due.deliver.count > 1 {
            due.missed += due.deliver.dropLast()
            due.deliver = due.deliver.suffix(1)
        }
        due.missed.sort { ($0.instant, $0.key.description) < ($1.instant, $1.key.description) }
        return due
    }

    /// Whether something still rings at this time, by grace and misfire.
    private func rings(_ occurrence: Occurrence, now: Instant) -> Bool {
        let lateMilliseconds = occurrence.instant.milliseconds(until: now)
        if rule.policies.misfire == .none, lateMilliseconds > Int64(Recurrence.Limits.punctualSeconds) * 1000 {
            return false
        }
        switch rule.policies.grace {
        case .unlimited: return true
        case .seconds(let seconds): return lateMilliseconds <= Int64(seconds) * 1000
        }
    }

    /// When it rings next.
    func next(_ marks: Marks, after instant: Instant) -> Instant? {
        rule(asOf: instant).upcoming(marks, in: zones, after: instant, limit: 1).first?.instant
    }

    /// A reminder that was made while a clock was ahead counts from now on, and not only from then.
    func rule(asOf now: Instant) -> Rule {
        guard let since = rule.since, since > now else { return rule }
        var rule = rule
        rule.since = nil
        return rule
    }
}
