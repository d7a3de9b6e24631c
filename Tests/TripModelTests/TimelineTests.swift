// A timeline read at any minute says what would be answered at that minute.

import CivilTime
import Replication
import TestSupport
import Testing

@testable import TripModel

@Suite("Timeline")
struct TimelineTests {
    private func timeline(_ from: String, hours: Int, _ trips: [Trip], device: String = "Europe/Berlin") -> Timeline {
        Timeline(from: instant(from), hours: hours, trips: trips, zones: zones(device: device))
    }

    private func lines(_ timeline: Timeline) -> [String] {
        timeline.entries.map { "\($0.start) \($0.next.line)" }
    }

    private let bergen = trip(1, "Bergen", "2027-06-03", nights: 1) { $0.zone = "Europe/Berlin" }
    private let oslo = trip(2, "Oslo", "2027-06-06") { $0.zone = "Europe/Berlin" }

    @Test("One trip runs from afar to its end, then the next one follows")
    func whole() {
        #expect(
            lines(timeline("2027-05-31T12:30:00Z", hours: 168, [oslo, bergen])) == [
                "2027-05-31T12:30:00Z Bergen, in 3 days",
                "2027-05-31T22:00:00Z Bergen, in 2 days",
                "2027-06-01T22:00:00Z Bergen, tomorrow",
                "2027-06-02T22:00:00Z Bergen, today",
                "2027-06-03T22:00:00Z Bergen, day 2 of 2",
                "2027-06-04T22:00:00Z Oslo, tomorrow",
                "2027-06-05T22:00:00Z Oslo, today",
                "2027-06-06T22:00:00Z No trips are planned",
            ])
    }

    @Test("The midnights of the device change nothing for a trip with its own zone")
    func deviceZone() {
        #expect(
            lines(timeline("2027-06-02T12:00:00Z", hours: 24, [bergen], device: "America/Los_Angeles"))
                == ["2027-06-02T12:00:00Z Bergen, tomorrow", "2027-06-02T22:00:00Z Bergen, today"])
    }

    @Test("When to ask again")
    func reload() {
        // The last entry outlives the window: it is right until the next midnight in Berlin.
        #expect(
            timeline("2027-06-01T23:00:00Z", hours: 3, [bergen]).reload == .after(instant("2027-06-02T22:00:00Z")))
        // The window ends at that midnight.
        #expect(timeline("2027-06-01T23:00:00Z", hours: 23, [bergen]).reload == .atEnd)
        #expect(timeline("2027-06-07T00:00:00Z", hours: 24, [bergen, oslo]).reload == .never)
        #expect(timeline("2027-06-07T00:00:00Z", hours: 24, []).reload == .never)
        #expect(lines(timeline("2027-06-07T00:00:00Z", hours: 24, [])) == ["2027-06-07T00:00:00Z No trips are planned"])
    }

    @Test("A window is at least an hour and at most a month", arguments: [(0, 1), (-5, 1), (745, 744), (.max, 744)])
    func hours(asked: Int, given: Int) {
        let trips = [bergen, oslo]
        #expect(
            timeline("2027-05-20T22:00:00Z", hours: asked, trips)
                == timeline("2027-05-20T22:00:00Z", hours: given, trips))
    }

    @Test("At the ends of the calendar nothing breaks")
    func calendarEnds() {
        let last = trip(1, "Bergen", "9999-12-31")
        #expect(Timeline(from: .latest, hours: 24, trips: [last], zones: zones()).entries.count == 1)
        #expect(Timeline(from: .earliest, hours: 24, trips: [last], zones: zones()).entries.count >= 1)
    }

    @Test("At every minute the entry in force is the answer computed at that minute", arguments: 0..<12)
    func everyMinute(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let names: [ZoneName?] = [
            nil, "Europe/Berlin", "America/Goose_Bay", "Pacific/Auckland", "Pacific/Kiritimati", "Mars/Olympus",
        ]
        // Around the changes of clocks in Berlin and Goose Bay, and around an ordinary day.
        let around = generator.pick(from: ["2027-10-30", "2027-11-06", "2027-03-13", "2027-03-27", "2027-06-03"])
        let trips = (1...6).map { number in
            trip(number, "City \(number)") {
                $0.start = day(around).adding(days: generator.int(in: -4...5))
                $0.nights = generator.int(in: 0...3)
                $0.zone = generator.pick(from: names)
            }
        }
        let start = instant("\(around)T00:00:00Z").adding(milliseconds: Int64(generator.int(in: 0...86_400_000)))
        let zones = zones(device: generator.pick(from: ["Europe/Berlin", "America/Goose_Bay", "UTC"]))
        let timeline = Timeline(from: start, hours: 48, trips: trips, zones: zones)
        let wrong = (0..<48 * 60).map { start.adding(milliseconds: Int64($0) * 60_000) }
            .filter { timeline.entry(at: $0).next != NextTrip(at: $0, trips: trips, zones: zones) }
        #expect(wrong == [])
        for (entry, following) in zip(timeline.entries, timeline.entries.dropFirst()) {
            #expect(entry.start < following.start)
            #expect(entry.next != following.next)
        }
        if case .after(let change) = timeline.reload {
            let justBefore = NextTrip(at: change.adding(milliseconds: -1), trips: trips, zones: zones)
            #expect(justBefore == timeline.entries.last?.next)
            #expect(NextTrip(at: change, trips: trips, zones: zones) != justBefore)
        }
    }
}
