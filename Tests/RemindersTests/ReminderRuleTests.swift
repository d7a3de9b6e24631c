// A reminder becomes a rule by what it hangs on: trip, visit, item, zone. Berlin is two hours ahead of universal time
// in June, Tokyo nine.

import CivilTime
import Recurrence
import Replication
import Testing
import TripModel

@testable import Reminders

@Suite("Rule of a reminder")
struct ReminderRuleTests {
    @Test(
        "Days are counted on the calendar from the day of an end, minutes from its midnight",
        arguments: [
            ("before start 2d 18:00", ["2027-06-03T18:00 at 2027-06-03T16:00:00Z"]),
            ("after start 1d 08:00", ["2027-06-06T08:00 at 2027-06-06T06:00:00Z"]),
            ("before end 1d 18:00", ["2027-06-06T18:00 at 2027-06-06T16:00:00Z"]),
            ("before start 60m", ["2027-06-05T00:00 at 2027-06-04T21:00:00Z"]),
            ("after end 90m", ["2027-06-08T00:00 at 2027-06-07T23:30:00Z"]),
            (
                "during 08:30",
                [
                    "2027-06-05T08:30 at 2027-06-05T06:30:00Z", "2027-06-06T08:30 at 2027-06-06T06:30:00Z",
                    "2027-06-07T08:30 at 2027-06-07T06:30:00Z",
                ]
            ),
        ])
    func trips(trigger: String, times: [String]) throws {
        #expect(try Self.times(trigger) { $0.trip = id(20) } == times)
        // Of a trip without a zone the clocks of the device count.
        #expect(try Self.times(trigger) { ($0.trip, $0.zone) = (id(20), .trip) } == times)
    }

    @Test("What is about an item goes by the trip of the item")
    func items() throws {
        #expect(
            try Self.times("before start 2d 18:00") { $0.item = id(30) }
                == ["2027-06-03T18:00 at 2027-06-03T16:00:00Z"])
    }

    @Test(
        "A visit is told in its own zone, in the traveller's, or as an instant",
        arguments: [
            (40, "before start 1d 18:00", "2027-06-05T18:00 at 2027-06-05T16:00:00Z"),
            (41, "before end 60m", "2027-06-09T00:00 at 2027-06-08T21:00:00Z"),
            (42, "before start 30m", "2027-06-06T10:00 at 2027-06-06T07:30:00Z"),
            (43, "before start 30m", "2027-06-06T10:00 at 2027-06-06T00:30:00Z"),
            (43, "before start 1d 18:00", "2027-06-05T18:00 at 2027-06-05T16:00:00Z"),
            (44, "before start 30m", "2027-06-06T10:00 at 2027-06-06T09:30:00Z"),
            (44, "after end 30m", "2027-06-06T10:00 at 2027-06-06T10:30:00Z"),
        ] as [(UInt64, String, String)])
    func visits(place: UInt64, trigger: String, time: String) throws {
        #expect(try Self.times(trigger) { $0.place = id(place) } == [time])
    }

    @Test("The key is the same wherever the clocks are, the instant is not")
    func zones() throws {
        let key = "2027-06-05T08:30 at "
        let tokyo = try Self.times("during 08:30") { ($0.trip, $0.zone) = (id(21), .trip) }
        let floating = try Self.times("during 08:30") { ($0.trip, $0.zone) = (id(21), .floating) }
        let fixed = try Self.times("at 2027-06-05T08:30") { $0.zone = .fixed("Asia/Tokyo") }
        #expect(tokyo == [key + "2027-06-04T23:30:00Z"] && fixed == tokyo)
        #expect(floating == [key + "2027-06-05T06:30:00Z"])
    }

    @Test(
        "What a reminder waits for, or cannot have, is named",
        arguments: [
            ("before start 2d 18:00", 99, nil, .missing), ("during 08:30", nil, nil, .missing),
            ("before start 2d 18:00", 22, nil, .undatedTrip), ("during 08:30", 22, nil, .undatedTrip),
            ("before start 30m", nil, 45, .noVisit), ("before start 30m", nil, 99, .missing),
            ("before start 9d 18:00", 23, nil, .beyondTime), ("when the moon is full", nil, nil, .unreadable),
        ] as [(String, UInt64?, UInt64?, ReminderProblem)])
    func problems(trigger: String, trip: UInt64?, place: UInt64?, problem: ReminderProblem) {
        let waiting = reminder(1, trigger) { ($0.trip, $0.place) = (trip.map(id), place.map(id)) }
        #expect(waiting.rule(in: Self.world) == .failure(problem))
    }

    @Test("Quiet hours are those of the reminder, else of the space, and none for what presses")
    func quiet() throws {
        let settings = [
            Setting(key: Settings.Key.quietFrom.rawValue, value: "22:00"),
            Setting(key: Settings.Key.quietTo.rawValue, value: "07:00"),
        ]
        func quiet(_ change: (inout Reminder) -> Void) throws -> QuietHours? {
            try reminder(1, "daily 23:00", change: change).rule(in: context(settings)).get().rule.policies.quiet
        }
        let (ten, seven) = (try #require(TimeOfDay("22:00")), try #require(TimeOfDay("07:00")))
        #expect(try quiet { _ in } == QuietHours(from: ten, to: seven, mode: .defer))
        #expect(try quiet { $0.quiet = .drop } == QuietHours(from: ten, to: seven, mode: .drop))
        #expect(
            try quiet { ($0.quietFrom, $0.quietTo) = (seven, ten) } == QuietHours(from: seven, to: ten, mode: .defer))
        #expect(try quiet { $0.quiet = .ignore } == nil)
        #expect(try quiet { $0.level = .timeSensitive } == nil)
    }

    /// `KEY at INSTANT` of everything from June 2027 on.
    private static func times(_ trigger: String, change: (inout Reminder) -> Void) throws -> [String] {
        let rule = try reminder(1, trigger, change: change).rule(in: world).get()
        return rule.rule.upcoming(in: rule.zones, after: instant("2027-06-01T00:00:00Z"), limit: 9)
            .map { "\($0.key) at \($0.instant)" }
    }

    /// Trips and visits around the first days of June 2027.
    private static let world: ReminderContext = {
        var world = context()
        for (number, start, nights, zone) in [
            (20, "2027-06-05", 2, nil), (21, "2027-06-05", 0, "Asia/Tokyo"), (22, "", 0, nil),
            (23, "0001-01-02", 0, nil),
        ] as [(UInt64, String, Int, ZoneName?)] {
            var trip = Trip(id: id(number))
            (trip.city, trip.start, trip.nights, trip.zone) = ("Bergen", CalendarDay(start), nights, zone)
            world.trips[trip.id] = trip
        }
        let day = CalendarDay("2027-06-06")
        let reading = CivilDateTime("2027-06-06T10:00")
        for (number, visit) in [
            (40, day.map(PlanTime.day)),
            (41, day.flatMap { $0.adding(days: 2) }.flatMap { end in day.map { .days($0...end) } }),
            (42, reading.map(PlanTime.floating)), (43, reading.map { .local($0, "Asia/Tokyo") }),
            (44, .fixed(instant("2027-06-06T10:00:00Z"))), (45, nil),
        ] as [(UInt64, PlanTime?)] {
            var place = Place(id: id(number))
            (place.name, place.visit) = ("Harbour", visit)
            world.places[place.id] = place
        }
        var item = PackingItem(id: id(30))
        (item.name, item.trip) = ("Passport", id(20))
        world.items = [item.id: item]
        return world
    }()
}
