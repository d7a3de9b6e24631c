// Which trip is next, and the words for it.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Next trip")
struct NextTripTests {
    private let bergen = trip(1, "Bergen", "2027-06-03", nights: 4) { $0.zone = "Europe/Berlin" }

    private func next(_ time: String, _ trips: [Trip], device: String = "Europe/Berlin") -> NextTrip {
        NextTrip(at: instant(time), trips: trips, zones: zones(device: device))
    }

    // Berlin is two hours ahead of UTC in June.
    @Test(
        "Sentence and short form follow the day where the trip is",
        arguments: [
            ("2027-05-31T12:00:00Z", "Bergen, on 3 June 2027.", "Bergen, in 3 days"),
            ("2027-06-01T22:00:00Z", "Bergen, on 3 June 2027.", "Bergen, tomorrow"),
            ("2027-06-02T21:59:59Z", "Bergen, on 3 June 2027.", "Bergen, tomorrow"),
            ("2027-06-02T22:00:00Z", "Bergen, today.", "Bergen, today"),
            ("2027-06-03T21:59:59Z", "Bergen, today.", "Bergen, today"),
            ("2027-06-03T22:00:00Z", "Bergen, day 2 of 5.", "Bergen, day 2 of 5"),
            ("2027-06-07T21:59:59Z", "Bergen, day 5 of 5.", "Bergen, day 5 of 5"),
            ("2027-06-07T22:00:00Z", "No trips are planned.", "No trips are planned"),
        ])
    func words(time: String, sentence: String, line: String) {
        // The zone of the device makes no difference to a trip that has its own.
        for device in ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"] {
            #expect(next(time, [bergen], device: device).sentence == sentence)
            #expect(next(time, [bergen], device: device).line == line)
        }
    }

    @Test("State and numbers are complete")
    func numbers() {
        let upcoming = next("2027-05-31T12:00:00Z", [bergen])
        #expect((upcoming.state, upcoming.daysUntil, upcoming.day, upcoming.days) == (.upcoming, 3, nil, 5))
        let today = next("2027-06-03T12:00:00Z", [bergen])
        #expect((today.state, today.daysUntil, today.day, today.days) == (.today, 0, 1, 5))
        let underWay = next("2027-06-05T12:00:00Z", [bergen])
        #expect((underWay.state, underWay.daysUntil, underWay.day, underWay.days) == (.underWay, nil, 3, 5))
        let none = next("2027-06-05T12:00:00Z", [])
        #expect((none.state, none.daysUntil, none.day, none.days, none.trip) == (.none, nil, nil, nil, nil))
    }

    @Test("A trip of one day is on during its whole day where it is")
    func oneDay() {
        let trips = [trip(1, "Santa Monica", "2027-12-25") { $0.zone = "America/Los_Angeles" }]
        // Eight hours behind UTC in December.
        #expect(next("2027-12-25T07:59:59Z", trips).sentence == "Santa Monica, on 25 December 2027.")
        #expect(next("2027-12-25T08:00:00Z", trips).sentence == "Santa Monica, today.")
        #expect(next("2027-12-25T16:00:00Z", trips).sentence == "Santa Monica, today.")
        #expect(next("2027-12-26T07:59:59Z", trips).sentence == "Santa Monica, today.")
        #expect(next("2027-12-26T08:00:00Z", trips).sentence == "No trips are planned.")
    }

    @Test("Without a zone, or with an unknown one, the day of the device counts", arguments: [nil, "Mars/Olympus"])
    func deviceZone(zone: String?) {
        let trips = [trip(1, "Bergen", "2027-06-03") { $0.zone = zone.flatMap(ZoneName.init) }]
        // 15:00Z on the 2nd is 03:00 on the 3rd in Auckland (12 hours ahead in June), and 17:00 on the 2nd in Berlin.
        #expect(next("2027-06-02T15:00:00Z", trips, device: "Pacific/Auckland").sentence == "Bergen, today.")
        #expect(next("2027-06-02T15:00:00Z", trips, device: "Europe/Berlin").sentence == "Bergen, on 3 June 2027.")
    }

    @Test("Archived, cancelled and undated trips do not count")
    func leftOut() {
        let trips = [
            trip(1, "A", "2027-06-01") { $0.archived = true }, trip(2, "B", "2027-06-01") { $0.status = .cancelled },
            trip(3, "C"), trip(4, "D", "2020-01-01", nights: 3), trip(5, "E", "9999-12-31", nights: 5),
        ]
        #expect(next("2027-05-01T00:00:00Z", trips).sentence == "No trips are planned.")
        #expect(next("2027-05-01T00:00:00Z", trips + [bergen]).trip?.id == id(1))
    }

    @Test("A trip under way comes before one that is nearer; else the nearest start, then last day, then id")
    func order() {
        let long = trip(9, "Long", "2027-05-01", nights: 60)
        let starting = trip(8, "Starting", "2027-06-03", nights: 1)
        #expect(next("2027-06-03T10:00:00Z", [starting, long]).trip?.city == "Long")
        #expect(next("2027-06-03T10:00:00Z", [starting, bergen]).trip?.city == "Starting")
        #expect(next("2027-04-01T10:00:00Z", [starting, long, bergen]).trip?.city == "Long")
        let twin = trip(7, "Twin", "2027-06-03", nights: 1)
        for trips in [[starting, twin, bergen], [bergen, twin, starting]] {
            #expect(next("2027-06-01T10:00:00Z", trips).trip?.city == "Twin")
        }
    }

    @Test("Of two trips with the same start, the one where that day has begun is next")
    func dayBegunElsewhere() {
        // 15:00Z on the 2nd is 03:00 on the 3rd in Auckland and 08:00 on the 2nd in Los Angeles.
        let trips = [
            trip(1, "Los Angeles", "2027-06-03") { $0.zone = "America/Los_Angeles" },
            trip(2, "Auckland", "2027-06-03", nights: 9) { $0.zone = "Pacific/Auckland" },
        ]
        #expect(next("2027-06-02T15:00:00Z", trips).sentence == "Auckland, today.")
        #expect(next("2027-06-02T11:00:00Z", trips).sentence == "Los Angeles, on 3 June 2027.")
        #expect(next("2027-06-03T12:00:00Z", trips).sentence == "Los Angeles, today.")
    }
}
