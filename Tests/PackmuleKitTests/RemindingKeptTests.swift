// What is kept of reminders: those of newer versions, what a device knows for itself, and standings that changed.

import CivilTime
import PackmuleKit
import Recurrence
import Reminders
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

@Suite("Reminders that are kept", .timeLimit(.minutes(1)))
struct RemindingKeptTests {
    private let clock = ManualClock()
    private let one: Device
    private let other: Device

    init() throws {
        one = try Device.ringing(1, clock: clock)
        other = try Device.ringing(2, clock: clock)
    }

    @Test("A reminder of a newer version is kept, listed with its problem and passed on; the others ring")
    func newer() throws {
        let id = try one.remind("at 2026-05-01T15:00", "Newer")
        try one.remind("at 2026-05-01T15:00", "Older")
        let triggerField: FieldNumber = 6
        let changes = try one.store.pendingChanges().map { change in
            guard change.record == id else { return change }
            let fields = change.fields.map { field in
                field.number == triggerField ? Change.Field(triggerField, .text("when the moon is full")) : field
            }
            return Change(entity: change.entity, record: change.record, stamp: change.stamp, fields: fields)
        }
        try other.store.merge(changes)
        let facts = try other.reminders()
        #expect(facts.map(\.stored.record.title).sorted() == ["Newer", "Older"])
        #expect(facts.map(\.problem).filter { $0 != nil } == [.unreadable])
        #expect(throws: ReminderProblem.unreadable) { try other.upcoming(id, limit: 1) }
        clock.set(millisecondsSince1970: instant("2026-05-01T13:00:00Z").millisecondsSince1970)
        let plan = try other.ring()
        #expect(plan.show.map(\.title) == ["Older"])
        #expect(plan.problems.map(\.reminder) == [id])
        // A third device gets it as it was, and cancelling it is possible everywhere.
        let third = try joined(other)
        let kept = try third.read { try $0.record(Reminder.self, id)?.record }
        #expect(kept?.title == "Newer" && kept?.trigger == "when the moon is full")
        let isCancelled = try third.edit("cancel") { try $0.cancelReminder(id) }.result
        #expect(isCancelled)
    }

    @Test("Another title keeps what was said of it; another time forgets it and begins now")
    func change() throws {
        let id = try one.remind("daily 15:00")
        clock.set(millisecondsSince1970: instant("2026-05-01T13:00:00Z").millisecondsSince1970)
        try one.ring()
        try one.edit("rename") { try $0.change(id, in: one.surroundings) { $0.title = "Tickets" } }
        #expect(try one.ring().withdraw.isEmpty)
        #expect(try one.planReminders().show.isEmpty)
        try one.edit("move") { try $0.change(id, in: one.surroundings) { $0.trigger = "daily 15:30" } }
        #expect(try one.ring().withdraw.count == 1)
        let since = try one.read { try $0.record(Reminder.self, id)?.record.since }
        #expect(since == clock.now)
        #expect(try one.planReminders().nextInstant == instant("2026-05-01T13:30:00Z"))
        // Back to the first time: today's key may come again, but its moment is over.
        try one.edit("move") { try $0.change(id, in: one.surroundings) { $0.trigger = "daily 15:00" } }
        #expect(try one.ring().show.isEmpty)
        #expect(try one.planReminders().nextInstant == instant("2026-05-02T13:00:00Z"))
    }

    @Test("What was made while the clock was ahead is listed by the clock that is right")
    func clockAhead() throws {
        clock.set(millisecondsSince1970: instant("2027-05-01T12:00:00Z").millisecondsSince1970)
        let id = try one.remind("daily 15:00")
        clock.set(millisecondsSince1970: instant("2026-05-01T12:00:00Z").millisecondsSince1970)
        let next = instant("2026-05-01T13:00:00Z")
        #expect(try one.reminders().map(\.next?.occurrence.instant) == [next])
        #expect(try one.upcoming(id, limit: 1).map(\.occurrence.instant) == [next])
        #expect(try one.pendingReminders(limit: 1).map(\.occurrence.instant) == [next])
        #expect(try one.planReminders().nextInstant == next)
    }

    @Test("What devices know for themselves is in no history, and stays when everything else is passed on")
    func local() throws {
        try one.remind("at 2026-05-01T15:00")
        clock.set(millisecondsSince1970: instant("2026-05-01T13:00:00Z").millisecondsSince1970)
        try one.ring()
        let count = try one.read { try $0.records(Ring.self).count }
        #expect(count == 1)
        #expect(try one.store.livingChanges().allSatisfy { $0.entity < 250 })
        let fresh = try joined(one)
        let rings = try fresh.read { try $0.records(Ring.self) }
        let marks = try fresh.read { try $0.records(ReminderMark.self) }
        let states = try fresh.read { try $0.records(ReminderOccurrence.self).map(\.record.state) }
        #expect(rings.isEmpty && marks.isEmpty && states == [.delivered])
        let permission = try fresh.permission()
        #expect(permission.status == .notDetermined)
        let names = Set([251, 252, 253, 254] as [EntityNumber])
        for transaction in try one.read({ try $0.history(limit: 99) }) {
            #expect(transaction.records.allSatisfy { !names.contains($0.entity) })
        }
    }

    @Test("The highest of what was said counts, in whatever order it arrives", arguments: [true, false])
    func states(isDoneFirst: Bool) throws {
        let id = try one.remind("at 2026-05-01T15:00")
        try exchange(one, other)
        clock.set(millisecondsSince1970: instant("2026-05-01T13:00:00Z").millisecondsSince1970)
        for device in [one, other] { try device.ring() }
        let ring = try #require(try one.latestDue(id))
        let (first, second) = isDoneFirst ? (one, other) : (other, one)
        try first.edit("done") { try $0.done(ring, at: clock.now) }
        try second.edit("dismiss") { try $0.dismiss(ring, at: clock.now) }
        try second.edit("snooze") { try $0.snooze(ring, until: instant("2026-05-01T14:00:00Z"), at: clock.now) }
        try exchange(one, other)
        clock.set(millisecondsSince1970: instant("2026-05-01T14:00:00Z").millisecondsSince1970)
        for device in [one, other] {
            #expect(try device.ring().show.isEmpty)
            #expect(try device.deliveredReminders().map(\.state) == [.done])
            #expect(try device.latestDue() == nil)
        }
    }
}
