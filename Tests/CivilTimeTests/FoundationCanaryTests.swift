// What the Foundation of the toolchain says about clocks: right in most zones, wrong in some, and of old data.

import Foundation
import TestSupport
import Testing

@testable import CivilTime

/// Nothing is computed with Foundation. These are its answers of version 6.3.1 to the question when a daily time comes
/// next; one that changes tells that the toolchain did, and that its disagreements are to be looked at again.
@Suite struct FoundationCanaryTests {
    @Test(
        "Foundation answers as it is known to",
        arguments: [
            // zone, after, hour, minute, weekday (1 Sunday), what is right, what Foundation says
            ("America/New_York", "2026-03-07T12:00:00Z", 2, 30, nil, "2026-03-08T07:30:00Z", "2026-03-08T07:30:00Z"),
            ("Europe/Berlin", "2026-03-28T12:00:00Z", 2, 30, nil, "2026-03-29T01:30:00Z", "2026-03-29T01:30:00Z"),
            ("Europe/Dublin", "2026-03-28T12:00:00Z", 1, 30, nil, "2026-03-29T01:30:00Z", "2026-03-29T01:30:00Z"),
            // It loses days whose gap is not a whole hour, ends at midnight, lasts two hours or a whole day.
            ("Australia/Lord_Howe", "2026-10-03T00:00:00Z", 2, 15, nil, "2026-10-03T15:45:00Z", "2026-10-04T15:15:00Z"),
            ("America/Nuuk", "2026-03-28T12:00:00Z", 23, 30, nil, "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"),
            ("Antarctica/Troll", "2026-03-28T12:00:00Z", 2, 30, nil, "2026-03-29T02:30:00Z", "2026-03-30T00:30:00Z"),
            ("Pacific/Apia", "2011-12-28T22:00:00Z", 9, 0, 6, "2011-12-30T19:00:00Z", "2012-01-05T19:00:00Z"),
            // Its data is of 2025b: Vancouver keeps summer time since 2026b.
            ("America/Vancouver", "2026-11-01T12:00:00Z", 9, 0, nil, "2026-11-01T16:00:00Z", "2026-11-01T17:00:00Z"),
        ] as [(String, String, Int, Int, Int?, String, String)])
    func known(
        zone: String, after: String, hour: Int, minute: Int, weekday: Int?, right: String, said: String
    ) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let start = Date(timeIntervalSince1970: Double(try instant(after).secondsSince1970))
        let next = try #require(
            calendar.nextDate(
                after: start, matching: DateComponents(hour: hour, minute: minute, weekday: weekday),
                matchingPolicy: .nextTimePreservingSmallerComponents))
        let answer = Instant(secondsSince1970: Int(next.timeIntervalSince1970))
        #expect(answer.description == said, "Foundation has changed; right is \(right)")

        let rules = try Fixture.rules(zone)
        let reading = CivilDateTime(
            day: rules.civil(at: try instant(right)).day,
            time: try #require(TimeOfDay(hour: hour, minute: minute)))
        // The day of the reading, or where it is moved over midnight or out of a lost day the one before.
        let days = [reading.day, try #require(reading.day.adding(days: -1))]
        let resolved = days.map { rules.resolve(CivilDateTime(day: $0, time: reading.time)).first?.description }
        #expect(resolved.contains(right))
    }
}
