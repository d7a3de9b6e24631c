// What people ask about reminders.

public import CivilTime
public import Recurrence
public import Reminders
public import ReplicaStore
public import Replication
public import TripModel

/// A reminder with what follows from it now.
public struct ReminderFacts: Sendable, Equatable {
    /// The record.
    public let stored: Stored<Reminder>
    /// When it rings next, or would ring; nil for never.
    public let next: UpcomingOccurrence?
    /// What keeps it from ringing.
    public let problem: ReminderProblem?
    /// Whether there is nothing to remind of at present: it stays silent unless that changes.
    public let isSilent: Bool
}

/// An occurrence that is to come, explained.
public struct UpcomingOccurrence: Sendable, Equatable {
    /// Which one, when, and by what policies.
    public let occurrence: Occurrence
    /// The zone whose clocks count.
    public let zone: ZoneName
    /// What they show when it rings.
    public let reading: CivilDateTime
    /// How far they are ahead of universal time then.
    public let offsetSeconds: Int
}

/// An occurrence that was due.
public struct DeliveredReminder: Sendable, Equatable {
    /// Which one.
    public let ring: RingID
    /// The reminder; nil once it is cancelled.
    public let reminder: Stored<Reminder>?
    /// When it was due; nil where only other devices know.
    public let due: Instant?
    /// What this device did with it; nil for nothing.
    public let here: Ring.State?
    /// What counts on all devices.
    public let state: ReminderOccurrence.State
    /// Until when it was put off.
    public let snoozedUntil: Instant?
    /// Earlier ones that it stood for.
    public let earlierCount: Int
}

extension Device {
    /// All reminders that are shown, by small number.
    public func reminders() throws -> [ReminderFacts] {
        try read { try $0.reminders(surroundings) }
    }

    /// The next occurrences of a reminder, as a dry run: nothing rings by it.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - from: the moment after which they come; now, unless another is given.
    /// - Throws: ``ReminderProblem`` where it cannot ring, ``StoreError/notFound(entity:id:)``.
    public func upcoming(_ reminder: RecordID, limit: Int, from: Instant? = nil) throws -> [UpcomingOccurrence] {
        try read { try $0.upcoming(reminder, limit: limit, from: from ?? surroundings.now, surroundings) }
    }

    /// What a reminder leaves out because its policies for gaps or missing days say `skip`, each at the time at which
    /// it would ring otherwise.
    ///
    /// - Parameters:
    ///   - from: the moment after which they come; now, unless another is given.
    ///   - until: the last moment that counts.
    /// - Throws: as ``upcoming(_:limit:from:)``.
    public func skipped(
        _ reminder: RecordID, from: Instant? = nil, until: Instant
    ) throws -> [UpcomingOccurrence] {
        try read { try $0.skipped(reminder, from: from ?? surroundings.now, until: until, surroundings) }
    }

    /// What rings in the time to come, of all reminders, soonest first, whether or not this device may ring.
    public func pendingReminders(limit: Int) throws -> [PendingReminder] {
        try read { try $0.planInput(surroundings).pending(limit: limit) }
    }

    /// What was due: rung, missed or hidden here, or told by other devices; the latest first.
    public func deliveredReminders() throws -> [DeliveredReminder] {
        try read { try $0.deliveredReminders() }
    }

    /// The latest occurrence that is due and not settled, of one reminder or of all; nil for none.
    public func latestDue(_ reminder: RecordID? = nil) throws -> RingID? {
        try read { reader in
            try reader.deliveredReminders().first { delivered in
                delivered.reminder != nil && !delivered.state.isSettled && delivered.here != .silenced
                    && (reminder == nil || delivered.ring.reminder == reminder)
            }?.ring
        }
    }
}

extension Reader {
    /// All reminders that are shown, or those of them that are wanted, by small number, with what follows from them.
    public func reminders(
        _ surroundings: Surroundings, where isWanted: (Reminder) -> Bool = { _ in true }
    ) throws -> [ReminderFacts] {
        let wanted = try records(Reminder.self).filter { isWanted($0.record) }
        guard !wanted.isEmpty else { return [] }
        let input = try planInput(surroundings, of: wanted.map(\.record))
        let stored = Dictionary(wanted.map { ($0.record.id, $0) }) { first, _ in first }
        let (name, device) = (surroundings.localZone.name, input.context.device)
        return input.outlook().compactMap { outlook in
            guard let stored = stored[outlook.reminder] else { return nil }
            let next = outlook.next.map { occurrence in
                UpcomingOccurrence(occurrence, outlook.rule?.zone ?? name, outlook.rule?.zones ?? device)
            }
            return ReminderFacts(stored: stored, next: next, problem: outlook.problem, isSilent: outlook.isSilent)
        }
    }

    func upcoming(
        _ id: RecordID, limit: Int, from: Instant, _ surroundings: Surroundings
    ) throws -> [UpcomingOccurrence] {
        guard let (rule, marks) = try rule(of: id, surroundings) else { return [] }
        return rule.rule.upcoming(marks, in: rule.zones, after: from, limit: limit).map { occurrence in
            UpcomingOccurrence(occurrence, rule.zone ?? surroundings.localZone.name, rule.zones)
        }
    }

    /// As ``upcoming(_:limit:from:_:)``, of what the policy `skip` leaves out.
    func skipped(_ id: RecordID, from: Instant, until: Instant, _ surroundings: Surroundings) throws
        -> [UpcomingOccurrence]
    {
        guard let (bound, marks) = try rule(of: id, surroundings) else { return [] }
        var rule = bound.rule
        guard rule.policies.gap == .skip || rule.policies.missingDay == .skip else { return [] }
        if rule.policies.gap == .skip { rule.policies.gap = .shift }
        if rule.policies.missingDay == .skip { rule.policies.missingDay = .lastDay }
        let rung = Set(
            bound.rule.upcoming(marks, in: bound.zones, after: from, limit: Limits.explainedOccurrences).map(\.key))
        return rule.upcoming(marks, in: bound.zones, after: from, limit: Limits.explainedOccurrences)
            .filter { $0.instant <= until && !rung.contains($0.key) }
            .map { UpcomingOccurrence($0, bound.zone ?? surroundings.localZone.name, bound.zones) }
    }

    /// - Returns: nil where nothing follows from it.
    private func rule(
        of id: RecordID, _ surroundings: Surroundings
    ) throws -> (rule: ReminderRule, marks: Marks)? {
        guard let stored = try record(Reminder.self, id), !stored.isDeleted else {
            throw StoreError.notFound(entity: Reminder.schema.description.name, id: id)
        }
        let input = try planInput(surroundings, of: [stored.record])
        if let trip = stored.record.trip, input.context.trips[trip] == nil { throw ReminderProblem.missing }
        guard let outlook = input.outlook().first else { return nil }
        if let problem = outlook.problem { throw problem }
        return outlook.rule.map { ($0, outlook.marks) }
    }

    func deliveredReminders() throws -> [DeliveredReminder] {
        let reminders = Dictionary(try records(Reminder.self).map { ($0.record.id, $0) }) { first, _ in first }
        let rings = Dictionary(try records(Ring.self).map { ($0.record.id, $0.record) }) { first, _ in first }
        let occurrences = Dictionary(
            try records(ReminderOccurrence.self).map { ($0.record.id, $0.record) }
        ) { first, _ in first }
        let delivered = Set(rings.keys).union(occurrences.keys).compactMap { id -> DeliveredReminder? in
            let (ring, occurrence) = (rings[id], occurrences[id])
            guard let reminder = ring?.reminder ?? occurrence?.reminder,
                let key = OccurrenceKey(ring?.key ?? occurrence?.key ?? "")
            else { return nil }
            let stored = reminders[reminder]
            // Once the reminder was given another time, what was said before counts no more.
            let counts = stored.map { $0.record.since == (ring?.since ?? occurrence?.since) } ?? true
            let said = stored == nil || occurrence?.since == stored?.record.since ? occurrence : nil
            guard ring != nil || (said?.state ?? .pending) != .pending else { return nil }
            return DeliveredReminder(
                ring: RingID(reminder: reminder, key: key), reminder: counts ? stored : nil,
                due: ring?.due ?? said?.delivered, here: ring?.state, state: said?.state ?? .pending,
                snoozedUntil: said?.snoozedUntil, earlierCount: ring?.earlierCount ?? 0)
        }
        return delivered.sorted {
            ($0.due ?? .earliest, $0.ring.record) > ($1.due ?? .earliest, $1.ring.record)
        }
    }
}

extension UpcomingOccurrence {
    init(_ occurrence: Occurrence, _ zone: ZoneName, _ zones: ZoneTimeline) {
        let rules = zones.rules(at: occurrence.instant)
        self.init(
            occurrence: occurrence, zone: zone, reading: rules.civil(at: occurrence.instant),
            offsetSeconds: rules.offsetSeconds(at: occurrence.instant))
    }
}
