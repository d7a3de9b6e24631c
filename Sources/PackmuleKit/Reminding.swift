// What people do with reminders: add, change, cancel, and settle what is due.

public import CivilTime
public import Recurrence
public import Reminders
public import ReplicaStore
public import Replication
public import TripModel

/// What cannot be is refused with a ``ReminderError``, what is not there with ``StoreError/notFound(entity:id:)``, what
/// is deleted with ``StoreError/deleted(entity:id:)``; nothing is written then.
extension Edit {
    /// Adds a reminder. One of the same identity is replaced, with all that it has in store, shows or was put off:
    /// ``Reminder/id(forIdentifier:)`` gives an app's own texts identities.
    ///
    /// - Returns: the reminder as written.
    @discardableResult
    public func add(_ reminder: Reminder, in surroundings: Surroundings) throws -> Stored<Reminder> {
        let now = surroundings.now
        var added = reminder
        added.title = TextRules.cleaned(reminder.title)
        added.since = try standing(of: reminder.id, from: now)
        try require(added, surroundings, now)
        try put(added)
        return try present(Reminder.self, reminder.id)
    }

    /// Adds a reminder that follows a trigger.
    @discardableResult
    public func add(
        _ reminder: Reminder, when trigger: Trigger, in surroundings: Surroundings
    ) throws -> Stored<Reminder> {
        if let refusal = trigger.refusal { throw refusal }
        var added = reminder
        added.trigger = trigger.description
        return try add(added, in: surroundings)
    }

    /// Changes a reminder. Where that gives it another time, nothing that was due until now counts any more.
    ///
    /// - Returns: the reminder as written.
    @discardableResult
    public func change(
        _ id: RecordID, in surroundings: Surroundings, _ body: (inout Reminder) throws -> Void
    ) throws -> Stored<Reminder> {
        let now = surroundings.now
        let before = try present(Reminder.self, id).record
        var changed = before
        try body(&changed)
        changed.title = TextRules.cleaned(changed.title)
        let isNewTime = !changed.hasTime(of: before)
        if isNewTime { changed.since = try standing(of: id, from: now) }
        try require(changed, surroundings, now, isNewTime: isNewTime)
        try update(Reminder.self, id) { $0 = changed }
        return try present(Reminder.self, id)
    }

    /// Cancels a reminder: it rings no more, and what is shown of it goes, on all devices. Of one that is not there, or
    /// cancelled already, nothing is written. One that is added later under the same identity is another.
    ///
    /// - Returns: whether there was anything to cancel.
    @discardableResult
    public func cancelReminder(_ id: RecordID) throws -> Bool {
        guard let stored = try record(Reminder.self, id), !stored.isDeleted else { return false }
        try delete(Reminder.schema.description, id)
        return true
    }

    /// Cancels all reminders.
    ///
    /// - Returns: how many.
    @discardableResult
    public func cancelAllReminders() throws -> Int {
        try records(Reminder.self).count { try cancelReminder($0.record.id) }
    }

    /// Brings a cancelled reminder back. It owes nothing of the time when it was gone.
    public func restoreReminder(_ id: RecordID, at now: Instant) throws {
        try restore(Reminder.schema.description, id)
        try renew(id, at: now)
    }

    /// Brings a deleted trip back, with all that belongs to it. Its reminders owe nothing of the time when it was gone.
    public func restoreTrip(_ id: RecordID, at now: Instant) throws {
        try restore(Trip.schema.description, id)
        for reminder in try children(Reminder.self, of: id) { try renew(reminder.record.id, at: now) }
    }

    private func renew(_ id: RecordID, at now: Instant) throws {
        let since = try standing(of: id, from: now)
        try update(Reminder.self, id) { $0.since = since }
    }

    // MARK: What is due

    /// What it says is done: it never rings again, on any device.
    public func done(_ ring: RingID, at now: Instant) throws {
        try say(of: ring) { if $0.done == nil { $0.done = now } }
    }

    /// Puts it away on all devices: it never rings again.
    public func dismiss(_ ring: RingID, at now: Instant) throws {
        try say(of: ring) { if $0.dismissed == nil { $0.dismissed = now } }
    }

    /// Puts it off on all devices. What is done or put away already stays so.
    ///
    /// - Parameter until: when it comes again; of several devices the later press counts.
    public func snooze(_ ring: RingID, until: Instant, at now: Instant) throws {
        guard until > now else { throw ReminderError.putOffToThePast }
        try say(of: ring) { $0.snoozedUntil = until }
    }

    /// Puts it away on this device, and on no other.
    public func hide(_ ring: RingID, at now: Instant) throws {
        let reminder = try present(Reminder.self, ring.reminder).record
        let known = try record(Ring.self, ring.record)?.record
        if let known, known.state == .hidden, known.reminder != nil, known.since == reminder.since { return }
        var kept = known ?? Ring(reminder: reminder, key: ring.key, due: now, state: .hidden, changed: now)
        (kept.reminder, kept.since) = (reminder.id, reminder.since)
        (kept.state, kept.changed) = (.hidden, now)
        try put(kept)
    }

    /// Writes what is said of an occurrence. What was said of the reminder before it was given another time counts no
    /// more.
    func say(of ring: RingID, _ body: (inout ReminderOccurrence) -> Void) throws {
        let reminder = try present(Reminder.self, ring.reminder).record
        var occurrence = ReminderOccurrence(reminder: reminder, key: ring.key)
        if let known = try record(ReminderOccurrence.self, ring.record), !known.isDeleted,
            known.record.since == reminder.since
        {
            occurrence = known.record
        }
        body(&occurrence)
        try put(occurrence)
    }

    // MARK: Rules

    /// A record that is there and not deleted.
    private func present<Record: Entity>(_ type: Record.Type, _ id: RecordID) throws -> Stored<Record> {
        let entity = Record.schema.description.name
        guard let stored = try record(type, id) else { throw StoreError.notFound(entity: entity, id: id) }
        guard !stored.isDeleted else { throw StoreError.deleted(entity: entity, id: id) }
        return stored
    }

    /// Now, or a moment beside it: what was said of the reminder until now is told by another ``Reminder/since``.
    private func standing(of id: RecordID, from now: Instant) throws -> Instant {
        try record(Reminder.self, id)?.record.since == now ? now.adding(milliseconds: 1) : now
    }

    private func require(
        _ reminder: Reminder, _ surroundings: Surroundings, _ now: Instant, isNewTime: Bool = true
    ) throws {
        if isNewTime {
            if let trip = reminder.trip { _ = try present(Trip.self, trip) }
            if let place = reminder.place { _ = try present(Place.self, place) }
            if let item = reminder.item { _ = try present(PackingItem.self, item) }
        }
        let context = try reminderContext(of: [reminder], surroundings, now: now)
        if let refusal = reminder.refusal(in: context, now: now, isNewTime: isNewTime) { throw refusal }
    }
}

extension Reminder {
    /// Whether it is due at the same times, as long as nothing else changes.
    fileprivate func hasTime(of other: Reminder) -> Bool {
        trigger.hasSameBytes(as: other.trigger) && zone == other.zone && trip == other.trip && place == other.place
            && item == other.item
    }
}
