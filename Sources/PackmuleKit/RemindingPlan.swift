// The plan of a device's reminders, and what is kept of what came of it.

internal import CivilTime
internal import Recurrence
package import Reminders
package import ReplicaStore
package import Replication
internal import TripModel

/// What was handed over to deliveries.
package struct HandedOver: Sendable, Equatable {
    /// What was shown.
    package let notification: ReminderNotification
    /// The ways by which it was shown, each with what is needed to take it away again.
    package let shown: TextMap

    /// See the properties of the same names.
    package init(_ notification: ReminderNotification, shown: TextMap) {
        (self.notification, self.shown) = (notification, shown)
    }
}

extension Device {
    /// What is to be shown and taken away now, and when to look again. The zone of this device is noted before.
    package func planReminders() throws -> Plan {
        try noteZone()
        return try read { Plan(try $0.planInput(surroundings)) }
    }

    /// Keeps what came of a plan, in one transaction that is no person's deed: what was handed over, what was taken
    /// away, what the plan noted by itself, and how far it looked. Of a reminder of which something could not be shown
    /// nothing is kept, so that the next plan finds it due again. Without anything to keep nothing is written.
    ///
    /// - Parameter reminders: those of which anything is kept; nil for all.
    package func record(
        _ plan: Plan, handed: [HandedOver] = [], withdrawn: [RingID] = [], only reminders: Set<RecordID>? = nil
    ) throws {
        let shown = Set(handed.flatMap(\.notification.rings))
        let waiting = Set(plan.due.flatMap(\.rings).filter { !shown.contains($0) }.map(\.reminder))
        func counts(_ id: RecordID) -> Bool { !waiting.contains(id) && reminders?.contains(id) ?? true }
        let noted = plan.noted.filter { $0.reminder.map(counts) ?? false }
        let marks = plan.marks.filter { counts($0.id) }
        guard !(handed.isEmpty && withdrawn.isEmpty && noted.isEmpty && marks.isEmpty) else { return }
        try edit("remind", isAutomatic: true) { edit in
            for ring in withdrawn { try edit.noteWithdrawn(ring, at: plan.now) }
            for handed in handed { try edit.noteHanded(handed, of: plan) }
            for ring in noted { try edit.note(ring) }
            for mark in marks { try edit.put(mark) }
            try edit.forgetRings(olderThan: plan.now)
        }
    }

    /// Keeps that something was taken away by all ways.
    package func recordWithdrawn(_ rings: [RingID]) throws {
        let now = surroundings.now
        try edit("remind", isAutomatic: true) { edit in for ring in rings { try edit.noteWithdrawn(ring, at: now) } }
    }

    /// Notes what is not shown any more by a way whose tokens are void, so that it can be shown again.
    ///
    /// - Returns: what still counts and was shown by it.
    package func reshow(_ way: String) throws -> [ReminderNotification] {
        try read { try $0.planInput(surroundings).standing(shownBy: way) }
    }

    /// What other ways have shown lately and still counts, and this one has not: it was not there, and the program
    /// ended before it was.
    package func owed(_ way: String) throws -> [ReminderNotification] {
        try read { try $0.planInput(surroundings).owed(by: way) }
    }

    /// Keeps by which tokens something is shown now by a way; see ``reshow(_:)``.
    package func recordReshown(_ handed: [HandedOver]) throws {
        guard !handed.isEmpty else { return }
        try edit("remind", isAutomatic: true) { edit in
            for handed in handed {
                for ring in handed.notification.rings {
                    guard var kept = try edit.record(Ring.self, ring.record)?.record else { continue }
                    var shown = kept.shown ?? TextMap()
                    for entry in handed.shown.entries { shown[entry.name] = entry.text }
                    kept.shown = shown
                    try edit.put(kept)
                }
            }
        }
    }

    /// Keeps in which zone this device is, where that is another than the last one noted.
    package func noteZone() throws {
        let (now, zone) = (surroundings.now, surroundings.localZone.name)
        let stays = try read { try $0.zoneStays() }
        let past = stays.filter { ($0.start ?? .latest) <= now }
        guard past.count < stays.count || past.last?.zone != zone else { return }
        try edit("zone", isAutomatic: true) { edit in
            // A clock that was ahead noted times that have yet to come.
            let surplus = max(0, past.count + 1 - Reminders.Limits.zoneStays)
            for stay in stays where (stay.start ?? .latest) > now || past.prefix(surplus).contains(stay) {
                try edit.delete(ZoneStay.schema.description, stay.id)
            }
            guard past.last?.zone != zone else { return }
            var stay = ZoneStay(id: edit.newID())
            (stay.start, stay.zone) = (now, zone)
            try edit.create(stay)
        }
    }
}

extension Edit {
    fileprivate func noteWithdrawn(_ id: RingID, at now: Instant) throws {
        guard var ring = try record(Ring.self, id.record)?.record, ring.shown != nil else { return }
        if ring.state == .rung { (ring.state, ring.changed) = (.withdrawn, now) }
        ring.shown = nil
        try put(ring)
    }

    fileprivate func noteHanded(_ handed: HandedOver, of plan: Plan) throws {
        for id in handed.notification.rings {
            guard var ring = plan.record(of: id) else { continue }
            if let known = try record(Ring.self, id.record)?.record, known.state == .hidden, known.due == ring.due {
                // Somebody was quicker to close it than this device to note that it rang.
                ring.state = .hidden
            }
            ring.shown = handed.shown.isEmpty ? nil : handed.shown
            try note(ring)
        }
    }

    /// Keeps a ring, and tells the other devices where it was the first.
    fileprivate func note(_ ring: Ring) throws {
        try put(ring)
        guard ring.state == .rung || ring.state == .hidden, let id = RingID(ring), let changed = ring.changed,
            let reminder = try record(Reminder.self, id.reminder), !reminder.isDeleted,
            reminder.record.since == ring.since
        else { return }
        try say(of: id) { if $0.delivered == nil { $0.delivered = changed } }
    }

    /// Forgets what rang so long ago that it cannot come again.
    fileprivate func forgetRings(olderThan now: Instant) throws {
        let start = now.adding(milliseconds: -Int64(Reminders.Limits.keptRingDays) * 86_400_000)
        for ring in try records(Ring.self).map(\.record) where (ring.changed ?? .earliest) < start {
            guard ring.shown == nil, (ring.due ?? .earliest) < start else { continue }
            let mark = try ring.reminder.flatMap { try record(ReminderMark.self, $0) }?.record
            let isPassed = mark?.since == ring.since && (mark?.evaluated ?? .earliest) >= start
            let reminder = try ring.reminder.flatMap { try record(Reminder.self, $0) }
            guard isPassed || reminder.map({ $0.isDeleted || $0.record.since != ring.since }) ?? true else { continue }
            try delete(Ring.schema.description, ring.id)
        }
    }
}

extension Reader {
    /// Everything that a plan looks at, at this moment.
    package func planInput(_ surroundings: Surroundings) throws -> PlanInput {
        try planInput(surroundings, of: records(Reminder.self).map(\.record))
    }

    func planInput(_ surroundings: Surroundings, of reminders: [Reminder]) throws -> PlanInput {
        let now = surroundings.now
        return PlanInput(
            now: now, reminders: reminders, occurrences: try records(ReminderOccurrence.self).map(\.record),
            rings: try records(Ring.self).map(\.record), marks: try records(ReminderMark.self).map(\.record),
            permission: try permission(), context: try reminderContext(of: reminders, surroundings, now: now))
    }

    /// What reminders hang on.
    func reminderContext(
        of reminders: [Reminder], _ surroundings: Surroundings, now: Instant
    ) throws -> ReminderContext {
        let database = surroundings.zones
        var context = ReminderContext(
            settings: try settings(), device: try deviceZones(surroundings, now: now), findZone: database.find)
        var trips = Set(reminders.compactMap(\.trip))
        for id in Set(reminders.compactMap(\.place)) {
            guard let place = try record(Place.self, id), !place.isDeleted else { continue }
            context.places[id] = place.record
            if let trip = place.record.trip { trips.insert(trip) }
        }
        var items: [RecordID: PackingItem] = [:]
        for id in Set(reminders.compactMap(\.item)) {
            guard let item = try record(PackingItem.self, id) else { continue }
            if item.isDeleted { context.deletedItems.insert(id) } else { items[id] = item.record }
            if let trip = item.record.trip { trips.insert(trip) }
        }
        for id in Set(reminders.filter(\.whileUnpacked).compactMap(\.trip)) {
            for item in try self.items(of: id) { items[item.record.id] = item.record }
        }
        context.items = items
        for id in trips {
            guard let trip = try record(Trip.self, id), !trip.isDeleted else { continue }
            context.trips[id] = trip.record
        }
        return context
    }

    /// The zones of this device, the present one last. One that nobody knows any more is passed over.
    private func deviceZones(_ surroundings: Surroundings, now: Instant) throws -> ZoneTimeline {
        let local = surroundings.localZone
        let past = try zoneStays().filter { ($0.start ?? .latest) <= now }
        var segments = past.compactMap { stay -> ZoneTimeline.Segment? in
            guard let start = stay.start, let zone = stay.zone else { return nil }
            let rules = zone == local.name ? local.rules : surroundings.zones.rules(zone)
            return rules.map { ZoneTimeline.Segment(start: start, rules: $0) }
        }
        if past.last?.zone != local.name {
            segments.append(ZoneTimeline.Segment(start: past.isEmpty ? .earliest : now, rules: local.rules))
        }
        return ZoneTimeline(segments)
    }

    /// By their starts.
    fileprivate func zoneStays() throws -> [ZoneStay] {
        try records(ZoneStay.self).map(\.record).sorted {
            ($0.start ?? .latest, $0.id) < ($1.start ?? .latest, $1.id)
        }
    }
}
