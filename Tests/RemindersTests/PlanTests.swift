// A plan says what to show now, what to take away, what was missed, and when to look again.

import CivilTime
import Recurrence
import Replication
import Testing
import TripModel

@testable import Reminders

@Suite("Plan")
struct PlanTests {
    @Test("What is due is shown once, and the next time follows from the rule")
    func onTime() throws {
        let daily = reminder(1, "daily 09:00")
        let before = Plan(input("2027-06-03T06:59:59Z", [daily], marks: [mark(daily, "2027-06-02T07:00:00Z")]))
        #expect(before.show.isEmpty && before.nextInstant == instant("2027-06-03T07:00:00Z"))
        let plan = Plan(input("2027-06-03T07:00:00Z", [daily], marks: [mark(daily, "2027-06-02T07:00:00Z")]))
        #expect(plan.show.map(\.rings) == [[RingID(1, "2027-06-03T09:00")]])
        #expect(plan.show.map(\.title) == ["Passport"] && plan.show.map(\.body) == [""])
        #expect(plan.show.map(\.isLate) == [false])
        #expect(plan.nextInstant == instant("2027-06-04T07:00:00Z"))
        let ring = try #require(plan.record(of: RingID(1, "2027-06-03T09:00")))
        let after = Plan(input("2027-06-03T07:00:00Z", [daily], rings: [ring], marks: plan.marks))
        #expect(after.show.isEmpty && after.noted.isEmpty && after.marks.isEmpty)
    }

    @Test("An hour late it is shown with the time, and the next is not moved")
    func late() {
        let daily = reminder(1, "daily 18:00")
        let plan = Plan(input("2027-06-03T17:00:00Z", [daily], marks: [mark(daily, "2027-06-02T16:00:00Z")]))
        #expect(plan.show.map(\.body) == ["Late: it was due on 3 June 2027 at 18:00"])
        #expect(plan.show.map(\.isLate) == [true])
        #expect(plan.nextInstant == instant("2027-06-04T16:00:00Z"))
    }

    @Test("After a week away one reminder says how many came before it; beyond its grace nothing rings")
    func week() {
        let daily = reminder(1, "daily 09:00")
        let marks = [mark(daily, "2027-06-03T07:00:00Z")]
        let soon = Plan(input("2027-06-10T08:00:00Z", [daily], marks: marks))
        #expect(soon.show.map(\.body) == ["Late: it was due on 10 June 2027 at 09:00, and 6 earlier"])
        #expect(soon.missed.count == 6)
        let late = Plan(input("2027-06-10T20:00:01Z", [daily], marks: marks))
        #expect(late.show.isEmpty && late.missed.count == 7)
    }

    @Test("Five are shown one by one, six in a summary that stands for all")
    func summary() {
        let five = (1...5).map { reminder($0, "at 2027-06-03T09:00", "Number \($0)") }
        #expect(Plan(input("2027-06-03T07:00:00Z", five)).show.map(\.title) == five.map(\.title))
        let six = five + [reminder(6, "at 2027-06-03T08:59", "Number 6")]
        let show = Plan(input("2027-06-03T07:00:00Z", six)).show
        #expect(show.map(\.title) == ["6 reminders"])
        #expect(show.first?.body.split(separator: "\n").first == "Number 6")
        #expect(show.first?.rings.map(\.reminder) == [6, 1, 2, 3, 4, 5].map(id))
    }

    @Test(
        "While it may not ring, nothing is shown or armed, and what is due is missed",
        arguments: [
            Permission.Status.denied, .notDetermined,
        ])
    func forbidden(status: Permission.Status) {
        let plan = Plan(input("2027-06-03T07:00:00Z", [reminder(1, "at 2027-06-03T09:00")], status: status))
        #expect(plan.show.isEmpty && plan.nextInstant == nil)
        #expect(plan.missed == [RingID(1, "2027-06-03T09:00")])
        #expect(plan.marks.map(\.evaluated) == [instant("2027-06-03T07:00:00Z")])
    }

    @Test("Without alerts it is only listed; without sound, and passive, it is silent")
    func options() {
        var quiet = input("2027-06-03T07:00:00Z", [reminder(1, "at 2027-06-03T09:00") { $0.badge = 3 }])
        quiet.permission.alert = false
        #expect(Plan(quiet).show.isEmpty && Plan(quiet).noted.map(\.state) == [.rung])
        (quiet.permission.alert, quiet.permission.sound, quiet.permission.badge) = (true, false, false)
        #expect(Plan(quiet).show.map(\.sound) == [""] && Plan(quiet).show.map(\.badge) == [nil])
        let passive = reminder(1, "at 2027-06-03T09:00") { ($0.level, $0.sound, $0.badge) = (.passive, "bell", 3) }
        let show = Plan(input("2027-06-03T07:00:00Z", [passive])).show
        #expect(show.map(\.sound) == [""] && show.map(\.badge) == [3] && show.map(\.level) == [.passive])
    }

    @Test(
        "What is settled anywhere does not ring; what was put off rings then",
        arguments: [
            (\ReminderOccurrence.done, []), (\.dismissed, []), (\.snoozedUntil, ["2027-06-03T09:00"]),
        ] as [(any WritableKeyPath<ReminderOccurrence, Instant?> & Sendable, [String])])
    func settled(path: any WritableKeyPath<ReminderOccurrence, Instant?> & Sendable, rings: [String]) throws {
        let once = reminder(1, "at 2027-06-03T09:00")
        let key = try #require(OccurrenceKey("2027-06-03T09:00"))
        var occurrence = ReminderOccurrence(reminder: once, key: key)
        occurrence[keyPath: path] = instant("2027-06-03T07:10:00Z")
        let early = Plan(input("2027-06-03T07:00:00Z", [once], occurrences: [occurrence]))
        #expect(early.show.isEmpty)
        let plan = Plan(input("2027-06-03T07:10:00Z", [once], occurrences: [occurrence]))
        #expect(plan.show.flatMap(\.rings).map(\.key.description) == rings)
    }

    @Test("A put-off that is told of late rings all the same, one beyond its grace is missed")
    func lateSnooze() throws {
        let once = reminder(1, "at 2027-06-03T09:00")
        let key = try #require(OccurrenceKey("2027-06-03T09:00"))
        var occurrence = ReminderOccurrence(reminder: once, key: key)
        occurrence.snoozedUntil = instant("2027-06-03T07:10:00Z")
        var ring = Ring(
            reminder: once, key: key, due: instant("2027-06-03T07:00:00Z"), state: .rung,
            changed: instant("2027-06-03T07:00:00Z"))
        let marks = [mark(once, "2027-06-03T07:20:00Z")]
        let soon = input("2027-06-03T07:30:00Z", [once], rings: [ring], occurrences: [occurrence], marks: marks)
        #expect(Plan(soon).show.map(\.due) == [instant("2027-06-03T07:10:00Z")])
        let next = input("2027-06-04T07:30:00Z", [once], rings: [ring], occurrences: [occurrence], marks: marks)
        #expect(Plan(next).show.isEmpty && Plan(next).missed.count == 1)
        ring.due = instant("2027-06-03T07:10:00Z")
        let again = input("2027-06-03T07:30:00Z", [once], rings: [ring], occurrences: [occurrence], marks: marks)
        #expect(Plan(again).show.isEmpty && Plan(again).missed.isEmpty)
    }

    @Test("What is shown is taken away once it is settled, put off, cancelled or given another time")
    func withdrawals() throws {
        let once = reminder(1, "at 2027-06-03T09:00")
        let key = try #require(OccurrenceKey("2027-06-03T09:00"))
        var ring = Ring(
            reminder: once, key: key, due: instant("2027-06-03T07:00:00Z"), state: .rung,
            changed: instant("2027-06-03T07:00:00Z"))
        ring.shown = TextMap([("desktop", "17")])
        let now = "2027-06-03T07:01:00Z"
        func withdrawn(_ reminders: [Reminder], _ occurrences: [ReminderOccurrence] = []) -> [RingID] {
            Plan(input(now, reminders, rings: [ring], occurrences: occurrences)).withdraw.map(\.ring)
        }
        #expect(withdrawn([once]) == [])
        #expect(Plan(input(now, [once], rings: [ring])).standing == [RingID(1, "2027-06-03T09:00")])
        #expect(withdrawn([]) == [RingID(1, "2027-06-03T09:00")])
        #expect(withdrawn([reminder(1, "daily 09:00") { $0.since = instant(now) }]).count == 1)
        for path in [\ReminderOccurrence.done, \.dismissed, \.snoozedUntil] {
            var occurrence = ReminderOccurrence(reminder: once, key: key)
            occurrence[keyPath: path] = instant("2027-06-03T07:10:00Z")
            #expect(withdrawn([once], [occurrence]).count == 1)
        }
        var summary = Ring(
            reminder: reminder(2, "daily 09:00"), key: key, due: instant(now), state: .rung, changed: instant(now))
        summary.shown = ring.shown
        let half = input(now, [reminder(2, "daily 09:00")], rings: [ring, summary])
        #expect(Plan(half).withdraw.isEmpty)
    }

    @Test("A clock that ran a year ahead silences nothing once it is set right")
    func clockAhead() {
        let daily = reminder(1, "daily 09:00")
        let ahead = mark(daily, "2028-06-03T07:00:00Z")
        let first = Plan(input("2027-06-03T06:00:00Z", [daily], marks: [ahead]))
        #expect(first.marks.map(\.evaluated) == [instant("2027-06-03T06:00:00Z")])
        #expect(first.nextInstant == instant("2027-06-03T07:00:00Z"))
        #expect(Plan(input("2027-06-03T07:00:00Z", [daily], marks: first.marks)).show.count == 1)
        let made = reminder(2, "daily 09:00") { $0.since = instant("2028-06-01T00:00:00Z") }
        let second = Plan(input("2027-06-03T06:00:00Z", [made]))
        #expect(Plan(input("2027-06-03T07:00:00Z", [made], marks: second.marks)).show.count == 1)
    }

    @Test("What cannot ring is named, and the others ring")
    func problems() {
        let reminders = [
            reminder(1, "on full moon"), reminder(2, "daily 09:00") { $0.zone = .fixed("Asia/Tokio") },
            reminder(3, "daily 09:00") { $0.zone = .fixed("Broken/Zone") }, reminder(4, "at 2027-06-03T09:00"),
        ]
        let plan = Plan(input("2027-06-03T07:00:00Z", reminders))
        #expect(
            plan.problems.map(\.problem) == [
                .unreadable, .unknownZone("Asia/Tokio", suggestion: "Asia/Tokyo"), .damagedZone("Broken/Zone"),
            ])
        #expect(plan.show.flatMap(\.rings).map(\.reminder) == [id(4)])
    }

    @Test("Nothing is said of what is packed, deleted or cancelled; it counts as handled")
    func conditions() {
        var world = context()
        var trip = Trip(id: id(20))
        (trip.city, trip.start, trip.nights) = ("Bergen", CalendarDay("2027-06-05"), 2)
        var item = PackingItem(id: id(30))
        (item.name, item.trip, item.packed) = ("Passport", trip.id, true)
        (world.trips, world.items) = ([trip.id: trip], [item.id: item])
        let reminders = [
            reminder(1, "at 2027-06-03T09:00") { $0.item = id(30) },
            reminder(2, "at 2027-06-03T09:00") { ($0.trip, $0.whileUnpacked) = (id(20), true) },
            reminder(3, "before start 2d 09:00") { $0.trip = id(20) },
        ]
        #expect(Plan(input("2027-06-03T07:00:00Z", reminders, world)).silenced.map(\.reminder) == [id(1), id(2)])
        item.packed = false
        world.items[item.id] = item
        #expect(Plan(input("2027-06-03T07:00:00Z", reminders, world)).show.count == 3)
        trip.status = .cancelled
        world.trips[trip.id] = trip
        #expect(Plan(input("2027-06-03T07:00:00Z", reminders, world)).silenced.map(\.reminder) == [id(3)])
        world.deletedItems = [id(30)]
        world.items = [:]
        #expect(Plan(input("2027-06-03T07:00:00Z", reminders, world)).silenced.count == 3)
    }

    @Test("Of what is to come the soonest are listed, up to what a delivery holds")
    func pending() {
        let once = (0..<70).map {
            reminder(UInt64($0) + 10, "at 2027-06-\($0 < 60 ? "0" : "")\(4 + $0 / 10)T0\($0 % 10):00")
        }
        let pending = input("2027-06-03T12:00:00Z", once.reversed() + [reminder(1, "daily 09:30")]).pending(
            limit: Limits.pendingNotifications)
        #expect(pending.count == 60)
        #expect(zip(pending, pending.dropFirst()).allSatisfy { $0.occurrence.instant <= $1.occurrence.instant })
        #expect(pending.count { $0.reminder.id == id(1) } == 5)
        #expect(pending.first?.ring == RingID(10, "2027-06-04T00:00"))
    }

    private func mark(_ reminder: Reminder, _ evaluated: String) -> ReminderMark {
        var mark = ReminderMark(id: reminder.id)
        (mark.evaluated, mark.since) = (instant(evaluated), reminder.since)
        return mark
    }
}
