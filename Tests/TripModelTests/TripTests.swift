// What follows from a trip's fields.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Trip")
struct TripTests {
    @Test(
        "The last day is the start and so many nights later",
        arguments: [
            ("2027-06-03", 4, "2027-06-07"), ("2027-12-25", 0, "2027-12-25"), ("2028-02-27", 3, "2028-03-01"),
            ("2027-03-25", 4, "2027-03-29"), ("9999-12-31", 0, "9999-12-31"),
        ])
    func lastDay(start: String, nights: Int, last: String) {
        #expect(trip(1, "Bergen", start, nights: nights).days == day(start)...day(last))
    }

    @Test("An undated trip has no days, and neither has one that would never end")
    func noDays() {
        #expect(trip(1, "Bergen", nights: 3).days == nil)
        #expect(trip(1, "Bergen", "9999-12-31", nights: 1).days == nil)
        #expect(trip(1, "Bergen", "2027-06-03", nights: -1).days == nil)
        #expect(trip(1, "Bergen", "2027-06-03", nights: .max).days == nil)
    }

    @Test("A last day gives the nights, unless it is before the start or years later")
    func nightsUntilEnd() {
        let bergen = trip(1, "Bergen", "2027-06-03", nights: 2)
        #expect(bergen.nights(until: day("2027-06-07")) == .success(4))
        #expect(bergen.nights(until: day("2027-06-03")) == .success(0))
        #expect(bergen.nights(until: day("2037-05-31")) == .success(3650))
        #expect(
            bergen.nights(until: day("2027-06-02"))
                == .failure(RuleBroken("must not be before the start, 2027-06-03")))
        #expect(
            bergen.nights(until: day("2037-06-01"))
                == .failure(RuleBroken("must be at most 3650 nights after the start, 2027-06-03")))
        #expect(
            trip(1, "Bergen").nights(until: day("2027-06-03"))
                == .failure(RuleBroken("needs a start, from which the nights are counted")))
    }

    @Test("A trip is shown by its title, else by city and month, else by the city")
    func displayTitle() {
        #expect(trip(1, "Bergen", "2027-06-03").displayTitle == "Bergen, June 2027")
        #expect(trip(1, "Bergen").displayTitle == "Bergen")
        #expect(trip(1, "Bergen", "2027-06-03") { $0.title = "Fjords" }.displayTitle == "Fjords")
        #expect(trip(1, "Bergen") { $0.title = "" }.displayTitle == "Bergen")
    }

    @Test("A trip has to end within the year 9999; one without a start may know its nights")
    func problems() {
        #expect(Trip.problems(in: trip(1, "Bergen", "9999-12-30", nights: 1)) == [])
        #expect(
            Trip.problems(in: trip(1, "Bergen", "9999-12-30", nights: 2)).map(\.description)
                == ["nights must let the trip end before the year 10000"])
        #expect(Trip.problems(in: trip(1, "Bergen", nights: 3650)) == [])
        #expect(
            Trip.problems(in: trip(1, "", nights: 3651)).map(\.description)
                == ["city must be given", "nights must be a whole number from 0 to 3650"])
    }
}
