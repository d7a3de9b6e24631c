// When the day on the calendar may change.

import CivilTime
import TestSupport
import Testing

@testable import TripModel

@Suite("Trip zones")
struct TripZonesTests {
    private func changes(_ zone: ZoneName, _ from: String, _ to: String) -> [String] {
        let rules = zones().rules(for: trip(1, "x") { $0.zone = zone })
        return rules.dayChanges(in: instant(from).secondsSince1970..<instant(to).secondsSince1970)
            .map { Instant(secondsSince1970: $0).description }
    }

    @Test("Each midnight is one, also across a change of the clocks")
    func midnights() {
        let berlin = changes("Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-29T12:00:00Z")
        for midnight in ["2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"] {
            #expect(berlin.contains(midnight))
        }
        #expect(berlin.contains("2027-03-28T01:00:00Z"))
    }

    @Test("Where clocks go back over midnight, the day begins twice")
    func twice() {
        // 7 November 2027 in Goose Bay: 00:00 ADT is 03:00Z; at 00:01 it is 23:01 of the day before; 00:00 AST is
        // 04:00Z.
        let changes = changes("America/Goose_Bay", "2027-11-07T02:30:00Z", "2027-11-07T04:30:00Z")
        for instant in ["2027-11-07T03:00:00Z", "2027-11-07T03:01:00Z", "2027-11-07T04:00:00Z"] {
            #expect(changes.contains(instant))
        }
    }

    @Test("Between two changes the day is the same at every minute tried")
    func complete() {
        var generator = SeededGenerator(seed: 5)
        for zone in ["Europe/Berlin", "America/Goose_Bay", "Pacific/Auckland", "Pacific/Kiritimati"] as [ZoneName] {
            let rules = zones().rules(for: trip(1, "x") { $0.zone = zone })
            for _ in 0..<20 {
                let start = generator.int(in: 1_700_000_000...2_000_000_000)
                let changes = Set(rules.dayChanges(in: start..<start + 200_000))
                var today = rules.civil(at: Instant(secondsSince1970: start)).day
                var missed: [Int] = []
                let minutes = stride(from: start - start % 60 + 60, through: start + 200_000, by: 60)
                for second in minutes.flatMap({ [$0, $0 + 1] }) {
                    let day = rules.civil(at: Instant(secondsSince1970: second)).day
                    if day != today && !changes.contains(second) { missed.append(second) }
                    today = day
                }
                #expect(missed == [], "\(zone)")
            }
        }
    }
}
