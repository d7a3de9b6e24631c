// Reminders that are undone, restored, owed by a way, and that ring while others wait.

import CivilTime
import PackmuleKit
import Reminders
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

@Suite("Reminding again", .timeLimit(.minutes(1)))
struct RemindingAgainTests {
    private let clock = ManualClock()
    private let one: Device

    init() throws {
        one = try Device.ringing(1, clock: clock)
    }

    /// The first of May 2026 in Berlin, two hours ahead of universal time.
    private func goTo(_ time: String) {
        clock.set(millisecondsSince1970: instant("2026-05-01T\(time):00Z").millisecondsSince1970)
    }

    @Test("What was done and is undone is shown again, until its grace is over", arguments: [0, 13])
    func undone(hoursLater: Int64) throws {
        goTo("08:00")
        let id = try one.remind("at 2026-05-01T10:30")
        goTo("08:30")
        let ring = try #require(one.ring().show.first?.rings.first)
        try one.edit("reminder done") { try $0.done(ring, at: one.surroundings.now) }
        #expect(try one.ring().withdraw.map(\.ring) == [ring])
        _ = try one.store.undo()
        clock.advance(milliseconds: hoursLater * 3_600_000)
        #expect(try one.ring().show.map(\.rings) == (hoursLater == 0 ? [[ring]] : []))
        #expect(try one.ring().show.isEmpty)
        #expect(try one.read { try $0.record(Reminder.self, id) } != nil)
    }

    @Test("A restored reminder, and one below a restored trip, owes nothing of the time when it was gone")
    func restored() throws {
        goTo("08:00")
        let alone = try one.remind("daily 10:30")
        let trip = try one.edit("trip add") { edit in
            var trip = Trip(id: edit.newID())
            trip.city = "Bergen"
            try edit.create(trip)
            return trip.id
        }.result
        try one.remind("daily 10:45") { $0.trip = trip }
        _ = try one.edit("gone") { edit in
            try edit.cancelReminder(alone)
            try edit.delete(Trip.schema.description, trip)
        }
        goTo("09:00")
        let now = one.surroundings.now
        _ = try one.edit("restore") { edit in
            try edit.restoreReminder(alone, at: now)
            try edit.restoreTrip(trip, at: now)
        }
        #expect(try one.ring().show.isEmpty)
        clock.advance(milliseconds: 24 * 3_600_000)
        #expect(try one.ring().show.count == 2)
    }

    @Test(
        "What one way has shown another still owes after a restart, as long as it counts and is no older than a night")
    func owed() throws {
        goTo("08:00")
        try one.remind("at 2026-05-01T10:30")
        goTo("08:30")
        let ring = try #require(one.ring().show.first?.rings.first)
        #expect(try one.owed("other").map(\.rings) == [[ring]])
        #expect(try one.owed("test").isEmpty)
        clock.advance(milliseconds: 12 * 3_600_000 + 1)
        #expect(try one.owed("other").isEmpty)
        clock.advance(milliseconds: -3_600_000)
        try one.edit("reminder done") { try $0.done(ring, at: one.surroundings.now) }
        #expect(try one.owed("other").isEmpty)
    }

    @Test("What rings on time while others wait for a sync keeps nothing of the others")
    func punctualAlone() throws {
        goTo("08:00")
        try one.remind("at 2026-05-01T10:10", "Old") { $0.grace = .seconds(60) }
        try one.remind("at 2026-05-01T10:30", "Now")
        goTo("08:30")
        let plan = try one.planReminders()
        #expect(plan.missed.count == 1)
        let shown = try #require(plan.show.first)
        try one.record(shown, shownBy: "test", token: "1", of: plan)
        let rings = try one.read { try $0.records(Ring.self).map(\.record) }
        #expect(rings.map(\.reminder) == shown.rings.map(\.reminder))
        #expect(try one.planReminders().missed == plan.missed)
    }
}
