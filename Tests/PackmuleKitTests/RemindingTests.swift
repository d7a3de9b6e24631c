// Reminders on one device and on two: added, replaced, moved, settled, cancelled.

import CivilTime
import PackmuleKit
import Recurrence
import Reminders
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

extension Device {
    /// A device that may ring.
    static func ringing(_ seed: UInt64 = 1, clock: ManualClock) throws -> Device {
        let device = try Device.test(seed, clock: clock)
        var permission = Permission()
        permission.status = .authorized
        try device.setPermission(permission)
        return device
    }

    @discardableResult
    func remind(_ trigger: String, _ title: String = "Passport", change: (inout Reminder) -> Void = { _ in }) throws
        -> RecordID
    {
        try edit("remind") { edit in
            var reminder = Reminder(id: edit.newID())
            (reminder.title, reminder.trigger) = (title, trigger)
            change(&reminder)
            return try edit.add(reminder, in: surroundings).record.id
        }.result
    }

    /// Shows all that is due by a way called `test`, takes away what has to go, and keeps both.
    @discardableResult
    func ring() throws -> Plan {
        let plan = try planReminders()
        let handed = plan.show.map { HandedOver($0, shown: TextMap([("test", $0.identifier)])) }
        try record(plan, handed: handed, withdrawn: plan.withdraw.map(\.ring))
        return plan
    }
}

@Suite("Reminding", .timeLimit(.minutes(1)))
struct RemindingTests {
    private let clock = ManualClock()
    private let one: Device
    private let other: Device

    init() throws {
        one = try Device.ringing(1, clock: clock)
        other = try Device.ringing(2, clock: clock)
    }

    /// The first of May 2026 in Berlin, two hours ahead of universal time.
    private func goTo(_ time: String) {
        clock.set(millisecondsSince1970: instant("2026-05-01T\(time):00Z").millisecondsSince1970)
    }

    @Test("It rings once on each device; done on one takes it away on the other, and it never comes again")
    func doneElsewhere() throws {
        let id = try one.remind("at 2026-05-01T15:00")
        try exchange(one, other)
        goTo("13:00")
        #expect(try one.ring().show.count == 1)
        #expect(try other.ring().show.count == 1)
        #expect(try one.ring().show.isEmpty && other.ring().show.isEmpty)
        let ring = try #require(try one.latestDue(id))
        try one.edit("done") { try $0.done(ring, at: clock.now) }
        #expect(try one.ring().withdraw.map(\.ring) == [ring])
        try exchange(one, other)
        #expect(try other.ring().withdraw.map(\.ring) == [ring])
        #expect(try other.ring().withdraw.isEmpty)
        #expect(try other.deliveredReminders().map(\.state) == [.done])
        try other.edit("snooze") { try $0.snooze(ring, until: instant("2026-05-01T13:10:00Z"), at: clock.now) }
        try exchange(one, other)
        goTo("13:10")
        #expect(try one.ring().show.isEmpty && other.ring().show.isEmpty)
        #expect(try one.latestDue(id) == nil)
    }

    @Test("Put off on one device it is taken away on both and comes again on both; hiding is for one alone")
    func snoozing() throws {
        let id = try one.remind("at 2026-05-01T15:00")
        try exchange(one, other)
        goTo("13:00")
        for device in [one, other] { try device.ring() }
        let ring = try #require(try other.latestDue(id))
        try one.edit("hide") { try $0.hide(ring, at: clock.now) }
        try exchange(one, other)
        #expect(try one.ring().withdraw.count == 1)
        #expect(try other.ring().withdraw.isEmpty)
        try other.edit("snooze") { try $0.snooze(ring, until: instant("2026-05-01T13:10:00Z"), at: clock.now) }
        try exchange(one, other)
        #expect(try other.ring().withdraw.count == 1)
        goTo("13:09")
        #expect(try one.ring().show.isEmpty && other.ring().show.isEmpty)
        goTo("13:10")
        #expect(try one.ring().show.count == 1)
        #expect(try other.ring().show.count == 1)
        #expect(throws: ReminderError.putOffToThePast) {
            try one.edit("snooze") { try $0.snooze(ring, until: clock.now, at: clock.now) }
        }
    }

    @Test("What is hidden before it is due does not ring on this device, also after it was given another time")
    func hiddenBefore() throws {
        let id = try one.remind("daily 15:00")
        let ring = RingID(reminder: id, key: try #require(OccurrenceKey("2026-05-01T15:00")))
        try one.edit("hide") { try $0.hide(ring, at: clock.now) }
        try exchange(one, other)
        goTo("13:00")
        #expect(try one.ring().show.isEmpty)
        #expect(try other.ring().show.count == 1)
        let next = RingID(reminder: id, key: try #require(OccurrenceKey("2026-05-02T15:00")))
        try one.edit("hide") { try $0.hide(next, at: clock.now) }
        try one.edit("move") { try $0.change(id, in: one.surroundings) { $0.trigger = "at 2026-05-02T15:00" } }
        try one.edit("hide") { try $0.hide(next, at: clock.now) }
        clock.set(millisecondsSince1970: instant("2026-05-02T13:00:00Z").millisecondsSince1970)
        #expect(try one.ring().show.isEmpty)
    }

    @Test("What another device moved the trip to is when it rings")
    func movedTrip() throws {
        let trip = try one.addTrip("Bergen", "2026-05-10", nights: 2)
        let id = try one.remind("before start 2d 18:00") { $0.trip = trip }
        #expect(try one.upcoming(id, limit: 9).map(\.occurrence.instant) == [instant("2026-05-08T16:00:00Z")])
        try exchange(one, other)
        try other.edit("move") { try $0.update(Trip.self, trip) { $0.start = CalendarDay("2026-06-01") } }
        try exchange(one, other)
        #expect(try one.planReminders().nextInstant == instant("2026-05-30T16:00:00Z"))
        #expect(try one.upcoming(id, limit: 9).map(\.reading) == [CivilDateTime("2026-05-30T18:00")])
        try other.edit("delete") { try $0.delete(Trip.schema.description, trip) }
        try exchange(one, other)
        #expect(try one.planReminders().nextInstant == nil)
        #expect(try one.reminders().isEmpty)
    }

    @Test("The same text replaces what was pending, shown and put off; a cancel never hits what is added later")
    func replacing() throws {
        let id = Reminder.id(forIdentifier: "passport")
        func add() throws {
            try one.edit("add") { edit in
                var reminder = Reminder(id: id)
                reminder.title = "Passport"
                try edit.add(
                    reminder, when: .interval(seconds: 3600, start: clock.now, repeats: true), in: one.surroundings)
            }
        }
        try add()
        goTo("13:00")
        #expect(try one.ring().show.count == 1)
        try exchange(one, other)
        let first = RingID(reminder: id, key: .count(1))
        try one.edit("snooze") { try $0.snooze(first, until: instant("2026-05-01T13:30:00Z"), at: clock.now) }
        try add()
        #expect(try one.ring().withdraw.map(\.ring) == [first])
        goTo("13:30")
        #expect(try one.ring().show.isEmpty)
        goTo("14:00")
        #expect(try one.ring().show.flatMap(\.rings) == [first])
        #expect(try one.edit("cancel") { try $0.cancelReminder(id) }.result)
        #expect(try !one.edit("cancel") { try $0.cancelReminder(id) }.result)
        #expect(try one.ring().withdraw.map(\.ring) == [first])
        try add()
        try exchange(one, other)
        goTo("15:00")
        #expect(try one.ring().show.count == 1)
        #expect(try other.ring().show.count == 1)
        #expect(try one.edit("cancel") { try $0.cancelAllReminders() }.result == 1)
        #expect(try one.pendingReminders(limit: 9).isEmpty)
    }

    @Test("What died before it was recorded rings again, and only that")
    func handOver() throws {
        try one.remind("at 2026-05-01T15:00", "First")
        try one.remind("at 2026-05-01T15:00", "Second")
        goTo("13:00")
        let plan = try one.planReminders()
        try one.record(plan, handed: plan.show.prefix(1).map { HandedOver($0, shown: TextMap()) })
        #expect(try one.planReminders().show.map(\.title) == plan.show.dropFirst().map(\.title))
        try one.ring()
        #expect(try one.planReminders().show.isEmpty)
    }

    @Test("Undo takes back what a person did, never that it rang")
    func undo() throws {
        let id = try one.remind("at 2026-05-01T15:00")
        goTo("13:00")
        try one.ring()
        let ring = try #require(try one.latestDue(id))
        try one.edit("done") { try $0.done(ring, at: clock.now) }
        try one.ring()
        #expect(try one.store.undo().result.words == "done")
        #expect(try one.deliveredReminders().map(\.state) == [.delivered])
        #expect(try one.store.redo().result.words == "done")
        #expect(try one.deliveredReminders().map(\.state) == [.done])
        _ = try one.store.undo()
        #expect(try one.store.undo().result.words == "remind")
        #expect(try one.reminders().isEmpty)
    }

    @Test("What a device keeps for itself is in no count, trash, search or sum of what is sent")
    func local() throws {
        try one.remind("at 2026-05-01T15:00")
        goTo("13:00")
        try one.ring()
        let pending = try one.read { try $0.pendingCount() }
        #expect(pending == 2)
        #expect(try one.store.pendingChanges().allSatisfy { $0.entity < 250 })
        #expect(try one.read { try $0.trashCount() } == 0)
        #expect(try one.store.verify().isEmpty)
    }

    @Test(
        "What cannot be is refused in one sentence, and nothing is written",
        arguments: [
            ("at 2026-05-01T12:00", "Passport", "That was 2 hours ago."),
            ("at 2026-05-02T12:00", " ", "A reminder has to say something."),
            ("on month=4 day=31 hour=9", "Passport", "31 April does not exist."),
            ("every 30s from 2026-05-01T12:00:00Z", "Passport", "It cannot be read when the reminder is due."),
            ("before start 2d 18:00", "Passport", "Such a reminder needs a trip, a place or an item to go by."),
        ])
    func refusals(trigger: String, title: String, sentence: String) throws {
        let error = #expect(throws: ReminderError.self) { try one.remind(trigger, title) }
        #expect(error?.description == sentence)
        #expect(try one.reminders().isEmpty && one.store.pendingChanges().isEmpty)
    }

    @Test("An unknown zone is refused with the one that may be meant, an empty window with both ends")
    func otherRefusals() throws {
        #expect(throws: ReminderError.emptyWindow(notBefore: day(3), notAfter: day(2))) {
            try one.remind("daily 09:00") { ($0.notBefore, $0.notAfter) = (day(3), day(2)) }
        }
        let error = #expect(throws: ReminderError.self) {
            try one.remind("daily 09:00") { $0.zone = .fixed("Mars/Olympus") }
        }
        #expect(error?.description.hasPrefix("No time zone is called Mars/Olympus") == true)
        #expect(Trigger.interval(seconds: 30, start: clock.now, repeats: true).refusal == .intervalTooShort)
    }

    private func day(_ number: Int) -> CivilDateTime {
        CivilDateTime("2026-06-0\(number)T09:00") ?? .earliest
    }
}

extension ManualClock {
    var now: Instant { Instant(millisecondsSince1970: millisecondsSince1970()) }
}
