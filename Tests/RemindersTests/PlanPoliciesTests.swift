// What the policies of a reminder, its quiet hours and its trip make of a plan. Berlin is two hours ahead in June.

import CivilTime
import Recurrence
import Replication
import Testing
import TripModel

@testable import Reminders

@Suite("Policies in a plan")
struct PlanPoliciesTests {
    @Test(
        "Of three that were due the latest rings, or each inside its grace, or none that is late",
        arguments: [
            (.latest, .standard, "2027-06-10T08:00:00Z", ["2027-06-10T09:00"], 2),
            (.latest, .unlimited, "2027-06-10T08:00:00Z", ["2027-06-10T09:00"], 2),
            (.all, .standard, "2027-06-10T08:00:00Z", ["2027-06-10T09:00"], 2),
            (
                .all, .unlimited, "2027-06-10T08:00:00Z", ["2027-06-08T09:00", "2027-06-09T09:00", "2027-06-10T09:00"],
                0
            ),
            (.all, .seconds(90_000), "2027-06-10T08:00:00Z", ["2027-06-09T09:00", "2027-06-10T09:00"], 1),
            (.all, .seconds(89_999), "2027-06-10T08:00:00Z", ["2027-06-10T09:00"], 2),
            (.none, .standard, "2027-06-10T08:00:00Z", [], 3),
            (.none, .standard, "2027-06-10T07:01:00Z", ["2027-06-10T09:00"], 2),
            (.none, .standard, "2027-06-10T07:01:01Z", [], 3),
        ] as [(MisfirePolicy, Grace, String, [String], Int)])
    func misfire(policy: MisfirePolicy, grace: Grace, now: String, keys: [String], missed: Int) {
        let daily = reminder(1, "daily 09:00") {
            ($0.misfire, $0.grace, $0.since) = (policy, grace, instant("2027-06-07T07:00:00Z"))
        }
        let plan = Plan(input(now, [daily]))
        #expect(plan.show.flatMap(\.rings).map(\.key.description) == keys)
        #expect(plan.missed.count == missed)
    }

    @Test("In quiet hours it waits for their end, or is dropped; what presses, or does not mind, rings")
    func quiet() {
        func quiet(_ change: (inout Reminder) -> Void) -> Reminder {
            reminder(1, "at 2027-06-02T23:00") {
                ($0.quietFrom, $0.quietTo) = (TimeOfDay(hour: 22, minute: 0), TimeOfDay(hour: 7, minute: 0))
                change(&$0)
            }
        }
        let (night, morning) = ("2027-06-02T21:00:00Z", "2027-06-03T05:00:00Z")
        let waiting = quiet { _ in }
        #expect(Plan(input(night, [waiting])).show.isEmpty)
        #expect(Plan(input(night, [waiting])).nextInstant == instant(morning))
        let rung = Plan(input(morning, [waiting])).show
        #expect(rung.map(\.rings) == [[RingID(1, "2027-06-02T23:00")]])
        #expect(rung.map(\.isLate) == [false])
        let dropped = quiet { $0.quiet = .drop }
        #expect(Plan(input(night, [dropped])).show.isEmpty && Plan(input(morning, [dropped])).show.isEmpty)
        #expect(Plan(input(morning, [dropped])).missed.isEmpty)
        for loud in [quiet { $0.quiet = .ignore }, quiet { $0.level = .timeSensitive }] {
            #expect(Plan(input(night, [loud])).show.count == 1)
        }
    }

    @Test("A clock that is set back repeats nothing that rang")
    func clockBack() throws {
        let daily = reminder(1, "daily 09:00")
        let first = Plan(input("2027-06-03T07:00:00Z", [daily]))
        let rings = try first.show.flatMap(\.rings).map { try #require(first.record(of: $0)) } + first.noted
        let back = Plan(input("2027-06-03T05:00:00Z", [daily], rings: rings, marks: first.marks))
        #expect(back.show.isEmpty && back.nextInstant == instant("2027-06-04T07:00:00Z"))
        let again = Plan(input("2027-06-03T07:00:00Z", [daily], rings: rings, marks: back.marks))
        #expect(again.show.isEmpty && again.missed.isEmpty)
    }

    @Test("A summary names ten, and counts what is beyond")
    func summary() {
        let many = (1...12).map { reminder($0, "at 2027-06-03T09:00", "Number \($0)") }
        let now = "2027-06-03T07:00:00Z"
        let ten = Plan(input(now, Array(many.prefix(10)))).show
        #expect(ten.map(\.body) == [(1...10).map { "Number \($0)" }.joined(separator: "\n")])
        let twelve = Plan(input(now, many)).show
        #expect(twelve.map(\.title) == ["12 reminders"])
        #expect(twelve.first?.body.split(separator: "\n").suffix(2) == ["Number 9", "and 3 more"])
        #expect(twelve.first?.rings.count == 12)
    }

    @Test(
        "What goes by a trip that is put away is silent; what has a time of its own is not",
        arguments: [("before start 2d 09:00", true), ("during 09:00", true), ("at 2027-06-03T09:00", false)])
    func archived(trigger: String, isSilent: Bool) {
        var world = context()
        var trip = Trip(id: id(20))
        (trip.city, trip.nights, trip.archived) = ("Bergen", 2, true)
        trip.start = CalendarDay(trigger.hasPrefix("during") ? "2027-06-03" : "2027-06-05")
        world.trips = [trip.id: trip]
        let plan = Plan(input("2027-06-03T07:00:00Z", [reminder(1, trigger) { $0.trip = id(20) }], world))
        #expect(plan.silenced.count == (isSilent ? 1 : 0))
        #expect(plan.show.count == (isSilent ? 0 : 1))
    }

    @Test("What a way forgot is shown again as it was, one by one or as one summary")
    func standing() throws {
        let six = (1...6).map { reminder($0, "at 2027-06-03T09:00", "Number \($0)") }
        let rings = try six.map { reminder in
            let key = try #require(OccurrenceKey("2027-06-03T09:00"))
            let due = instant("2027-06-03T07:00:00Z")
            var ring = Ring(reminder: reminder, key: key, due: due, state: .rung, changed: due)
            ring.shown = TextMap([("desktop", "\(reminder.id)")])
            return ring
        }
        let later = "2027-06-03T10:00:00Z"
        let five = input(later, six, rings: Array(rings.prefix(5))).standing(shownBy: "desktop")
        #expect(five.map(\.title) == (1...5).map { "Number \($0)" })
        #expect(five.allSatisfy { !$0.isLate && $0.body.isEmpty })
        let all = input(later, six, rings: rings)
        #expect(all.standing(shownBy: "desktop").map(\.title) == ["6 reminders"])
        #expect(all.standing(shownBy: "terminal").isEmpty)
    }
}
