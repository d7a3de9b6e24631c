// What is known of the occurrences of one reminder, on this device and on all.

internal import CivilTime
internal import Recurrence
internal import Replication
internal import TripModel

/// The records about all reminders of an input, found by the place of the reminder there. Most reminders have nothing
/// to do with the moment of a plan, so nothing is copied or read before it is asked for.
struct ReminderHistories {
    private let input: PlanInput
    /// Of each reminder, its place.
    private var places: [RecordID: Int] = [:]
    private var marks: [Int?]
    private var rings: Chains
    private var occurrences: Chains

    /// Of each reminder a chain of records, by their places.
    private struct Chains {
        private(set) var newest: [Int?]
        private(set) var earlier: [Int?] = []

        init(count: Int, recordCount: Int) {
            newest = Array(repeating: nil, count: count)
            earlier.reserveCapacity(recordCount)
        }

        /// Adds the next record, to the chain of the reminder at a place or to none.
        mutating func add(to place: Int?) {
            let record = earlier.count
            earlier.append(place.flatMap { newest[$0] })
            if let place { newest[place] = record }
        }

        /// Calls `body` with the records of a reminder, the last first.
        func forEach(at place: Int, _ body: (Int) -> Void) {
            var next = newest[place]
            while let record = next {
                body(record)
                next = earlier[record]
            }
        }
    }

    /// What counts of each reminder: only what was said of it as it stands, by its ``Reminder/since``.
    init(_ input: PlanInput) {
        self.input = input
        let count = input.reminders.count
        marks = Array(repeating: nil, count: count)
        (rings, occurrences) = (
            Chains(count: count, recordCount: input.rings.count),
            Chains(count: count, recordCount: input.occurrences.count)
        )
        places.reserveCapacity(count)
        for place in input.reminders.indices { places[input.reminders[place].id] = place }
        for index in input.marks.indices {
            guard let place = place(of: input.marks[index].id, since: input.marks[index].since) else { continue }
            marks[place] = index
        }
        for index in input.rings.indices {
            rings.add(to: place(of: input.rings[index].reminder, since: input.rings[index].since))
        }
        for index in input.occurrences.indices {
            occurrences.add(to: place(of: input.occurrences[index].reminder, since: input.occurrences[index].since))
        }
    }

    private func place(of id: RecordID?, since: Instant?) -> Int? {
        guard let id, let place = places[id], input.reminders[place].since == since else { return nil }
        return place
    }

    /// The place of a reminder.
    func place(of id: RecordID) -> Int? { places[id] }

    /// From where on a reminder is looked at. A clock that was ahead is no reason to pass anything over: then it is
    /// looked at from now on, and that has to be marked.
    func start(at place: Int) -> (instant: Instant, isAhead: Bool) {
        guard let known = marks[place].flatMap({ input.marks[$0].evaluated }) ?? input.reminders[place].since else {
            return (input.now.adding(milliseconds: -Limits.unknownSinceMilliseconds), false)
        }
        return (min(known, input.now), known > input.now)
    }

    /// Whether a reminder comes once, was looked at so long after that it was due whatever zones and quiet hours did,
    /// and was not put off.
    func isOver(_ trigger: Trigger, at place: Int) -> Bool {
        guard case .at(let reading) = trigger else { return false }
        let start = start(at: place)
        guard !start.isAhead, reading.clockSeconds + Limits.settledSeconds < start.instant.secondsSince1970 else {
            return false
        }
        var wasPutOff = false
        occurrences.forEach(at: place) { if input.occurrences[$0].snoozedUntil != nil { wasPutOff = true } }
        return !wasPutOff
    }

    /// What is known of the occurrences of a reminder.
    func history(at place: Int) -> ReminderHistory {
        var history = ReminderHistory()
        rings.forEach(at: place) { index in
            OccurrenceKey(input.rings[index].key).map { history.add(input.rings[index], $0) }
        }
        occurrences.forEach(at: place) { index in
            OccurrenceKey(input.occurrences[index].key).map { history.add(input.occurrences[index], $0) }
        }
        return history
    }
}

/// What is known of the occurrences of one reminder.
struct ReminderHistory {
    private var rings: [OccurrenceKey: Ring] = [:]
    private var occurrences: [OccurrenceKey: ReminderOccurrence] = [:]
    /// What is handled here, and what was put off.
    private(set) var marks = Marks()

    fileprivate mutating func add(_ ring: Ring, _ key: OccurrenceKey) {
        rings[key] = ring
        marks.handled.insert(key)
    }

    /// Comes after the rings: a put-off that rang here already counts no more.
    fileprivate mutating func add(_ occurrence: ReminderOccurrence, _ key: OccurrenceKey) {
        occurrences[key] = occurrence
        switch occurrence.state {
        case .done, .dismissed: marks.handled.insert(key)
        case .snoozed:
            guard let until = occurrence.snoozedUntil, rings[key]?.due.map({ $0 < until }) ?? true else { return }
            marks.snoozed[key] = until
        case .delivered, .pending: break
        }
    }

    /// Whether what is shown for an occurrence has to go: it was settled, or put off to a later time.
    func isOver(_ ring: Ring, _ key: OccurrenceKey) -> Bool {
        guard let occurrence = occurrences[key] else { return false }
        return occurrence.state.isSettled || marks.snoozed[key] != nil
    }
}

extension ReminderRule {
    /// What has become due since `start`, and when it rings next.
    func look(_ marks: Marks, from start: Instant, now: Instant) -> (due: Due, next: Instant?) {
        // In one zone, and with nothing put off, one step tells of most reminders that nothing is due.
        if zones.segments.count == 1, marks.snoozed.isEmpty {
            let first = rule(asOf: now).next(marks, in: zones, after: start)?.instant
            guard let first, first <= now else { return (Due(), first) }
        }
        return (due(marks, lastEvaluated: start, now: now), next(marks, after: now))
    }

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
        return isWithinGrace(occurrence, now: now)
    }

    /// Whether it is not later than its grace.
    func isWithinGrace(_ occurrence: Occurrence, now: Instant) -> Bool {
        switch rule.policies.grace {
        case .unlimited: true
        case .seconds(let seconds): occurrence.instant.milliseconds(until: now) <= Int64(seconds) * 1000
        }
    }

    /// When it rings next.
    func next(_ marks: Marks, after instant: Instant) -> Instant? {
        rule(asOf: instant).next(marks, in: zones, after: instant)?.instant
    }

    /// A reminder that was made while a clock was ahead counts from now on, and not only from then.
    func rule(asOf now: Instant) -> Rule {
        guard let since = rule.since, since > now else { return rule }
        var rule = rule
        rule.since = nil
        return rule
    }
}
