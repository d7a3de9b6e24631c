// Clock readings that come once, never or twice, and the first instants of days.

import Testing

@testable import CivilTime

@Suite struct ZoneRulesResolveTests {
    /// Expected, in universal time: by shift, firstValid and before.
    @Test(
        "A reading in a gap follows the policy",
        arguments: [
            ("Europe/Berlin", "2027-03-28T02:30", "2027-03-28T01:30", "2027-03-28T01:00", "2027-03-28T00:30"),
            ("America/New_York", "2027-03-14T02:00", "2027-03-14T07:00", "2027-03-14T07:00", "2027-03-14T06:00"),
            // Half an hour.
            ("Australia/Lord_Howe", "2027-10-03T02:15", "2027-10-02T15:45", "2027-10-02T15:30", "2027-10-02T15:15"),
            // Two hours.
            ("Antarctica/Troll", "2027-03-28T02:30", "2027-03-28T02:30", "2027-03-28T01:00", "2027-03-28T00:30"),
            // From one day into the next.
            ("America/Nuuk", "2027-03-27T23:30", "2027-03-28T01:30", "2027-03-28T01:00", "2027-03-28T00:30"),
            // At midnight.
            ("America/Santiago", "2027-09-05T00:30", "2027-09-05T04:30", "2027-09-05T04:00", "2027-09-05T03:30"),
            // A whole day.
            ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00", "2011-12-30T10:00", "2011-12-29T22:00"),
            ("Pacific/Kwajalein", "1993-08-21T12:00", "1993-08-22T00:00", "1993-08-21T12:00", "1993-08-21T00:00"),
            // By the yearly rule alone, and 400 years later.
            ("Europe/Berlin", "2427-03-28T02:30", "2427-03-28T01:30", "2427-03-28T01:00", "2427-03-28T00:30"),
        ])
    func gap(zone: String, text: String, shift: String, firstValid: String, before: String) throws {
        let rules = try Fixture.rules(zone)
        let clock = try reading(text)
        #expect(rules.resolve(clock).kind == .gap)
        #expect(rules.resolve(clock).universal == [shift])
        #expect(rules.resolve(clock, gap: .firstValid).universal == [firstValid])
        #expect(rules.resolve(clock, gap: .before).universal == [before])
        #expect(rules.resolve(clock, gap: .skip).instants.isEmpty)
    }

    @Test(
        "A reading in an overlap follows the policy",
        arguments: [
            ("Europe/Berlin", "2027-10-31T02:30", "2027-10-31T00:30", "2027-10-31T01:30"),
            ("Europe/Dublin", "2027-10-31T01:30", "2027-10-31T00:30", "2027-10-31T01:30"),
            ("Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45", "2027-04-03T15:15"),
            ("Antarctica/Troll", "2027-10-31T01:30", "2027-10-30T23:30", "2027-10-31T01:30"),
            // The clocks went back by 23 hours over the date line.
            ("Pacific/Kwajalein", "1969-09-30T12:00", "1969-09-30T01:00", "1969-10-01T00:00"),
            ("Africa/Cairo", "2027-10-28T23:30", "2027-10-28T20:30", "2027-10-28T21:30"),
        ])
    func overlap(zone: String, text: String, first: String, last: String) throws {
        let rules = try Fixture.rules(zone)
        let clock = try reading(text)
        #expect(rules.resolve(clock).kind == .overlap)
        #expect(rules.resolve(clock).universal == [first])
        #expect(rules.resolve(clock, overlap: .last).universal == [last])
        #expect(rules.resolve(clock, gap: .skip, overlap: .both).universal == [first, last])
    }

    @Test(
        "An ordinary reading is the same by every policy",
        arguments: [
            ("America/New_York", "2027-03-25T09:00", "2027-03-25T13:00:00Z"),
            ("Asia/Tokyo", "2027-03-25T09:00", "2027-03-25T00:00:00Z"),
            ("Europe/Lisbon", "2027-03-25T09:00", "2027-03-25T09:00:00Z"),
            ("Europe/Berlin", "2027-03-28T03:30", "2027-03-28T01:30:00Z"),
            ("America/New_York", "2027-09-08T14:00", "2027-09-08T18:00:00Z"),
            ("Europe/Berlin", "1800-01-01T00:00", "1799-12-31T23:06:32Z"),
            ("Europe/Berlin", "9999-12-31T23:59", "9999-12-31T22:59:00Z"),
        ])
    func normal(zone: String, text: String, expected: String) throws {
        let rules = try Fixture.rules(zone)
        for gap in GapPolicy.allCases {
            for overlap in OverlapPolicy.allCases {
                let resolution = rules.resolve(try reading(text), gap: gap, overlap: overlap)
                #expect(resolution.kind == .normal)
                #expect(resolution.instants.map(\.description) == [expected])
            }
        }
    }

    @Test(
        "A day begins with its first instant",
        arguments: [
            ("Europe/Berlin", "2027-03-28", "2027-03-27T23:00:00Z"),
            // Midnight was jumped over.
            ("America/Santiago", "2027-09-05", "2027-09-05T04:00:00Z"),
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
            ("America/Nuuk", "2027-03-28", "2027-03-28T01:00:00Z"),
            // Midnight came twice.
            ("America/Havana", "2027-11-07", "2027-11-07T04:00:00Z"),
            // After 23:59:59 it was 23:00 again, and only then midnight.
            ("Africa/Cairo", "2027-10-29", "2027-10-28T22:00:00Z"),
            // The day was left out, and the days around it.
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ])
    func startOfDay(zone: String, day: String, start: String) throws {
        #expect(try Fixture.rules(zone).startOfDay(#require(CalendarDay(day))).description == start)
    }

    @Test("No instant before the start of a day belongs to it", arguments: try Fixture.expectations())
    func startOfEveryDay(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        for change in expected.changes.dropFirst() {
            let around = rules.civil(at: Instant(secondsSince1970: change.seconds)).day
            for shift in -2...2 {
                let day = try #require(around.adding(days: shift))
                let start = rules.startOfDay(day)
                #expect(rules.civil(at: start).day >= day, "\(day)")
                #expect(rules.civil(at: start.adding(milliseconds: -1)).day < day, "\(day)")
            }
        }
    }
}

extension Resolution {
    /// Its instants as a clock in universal time shows them.
    fileprivate var universal: [String] { instants.map { ZoneRules.utc.civil(at: $0).description } }
}
