// Offsets, clock readings and abbreviations of zones.

import Testing

@testable import CivilTime

@Suite struct ZoneRulesTests {
    /// The offset in seconds, worked out by hand from the public record.
    @Test(
        "Zones have the offsets that their history gave them",
        arguments: [
            ("Europe/Berlin", "1890-01-01T00:00:00Z", 3208, "LMT"),
            ("Europe/Berlin", "1945-06-01T00:00:00Z", 10_800, "CEMT"),
            ("Europe/Berlin", "2027-03-28T00:59:59.999Z", 3600, "CET"),
            ("Europe/Berlin", "2027-03-28T01:00:00Z", 7200, "CEST"),
            ("Europe/Dublin", "2027-01-01T00:00:00Z", 0, "GMT"),
            ("Europe/Dublin", "2027-07-01T00:00:00Z", 3600, "IST"),
            ("Africa/Monrovia", "1971-01-01T00:00:00Z", -2670, "MMT"),
            ("Asia/Kathmandu", "2027-03-25T00:00:00Z", 20_700, "+0545"),
            ("Antarctica/Troll", "2027-07-01T00:00:00Z", 7200, "+02"),
            ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000, "-10"),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, "+14"),
            ("America/New_York", "2500-07-01T00:00:00Z", -14_400, "EDT"),
            ("Etc/GMT+5", "2027-07-01T00:00:00Z", -18_000, "-05"),
        ])
    func offsets(zone: String, moment: String, offset: Int, abbreviation: String) throws {
        let rules = try Fixture.rules(zone)
        #expect(rules.offsetSeconds(at: try instant(moment)) == offset)
        #expect(rules.abbreviation(at: try instant(moment)) == abbreviation)
    }

    @Test(
        "Clocks show the civil time of their zone",
        arguments: [
            ("Europe/Berlin", "2027-06-03T07:00:00Z", "2027-06-03T09:00"),
            ("America/New_York", "2027-06-03T03:59:59.999Z", "2027-06-02T23:59:59"),
            ("Pacific/Kiritimati", "2027-12-31T10:00:00Z", "2028-01-01T00:00"),
            ("Asia/Kathmandu", "1969-12-31T23:59:59.5Z", "1970-01-01T05:29:59"),
        ])
    func civil(zone: String, moment: String, shown: String) throws {
        #expect(try Fixture.rules(zone).civil(at: instant(moment)).description == shown)
    }

    @Test("Civil time stays within the years 1 to 9999")
    func edges() throws {
        let east = try Fixture.rules("Asia/Tokyo")
        let west = try Fixture.rules("America/New_York")
        #expect(east.civil(at: .latest) == .latest)
        #expect(west.civil(at: .earliest) == .earliest)
        #expect(west.resolve(.latest).first == .latest)
        #expect(east.resolve(.earliest).first == .earliest)
    }

    @Test("Universal time needs no data")
    func universal() throws {
        #expect(ZoneRules.utc.offsetSeconds(at: .earliest) == 0)
        #expect(ZoneRules.utc.abbreviation(at: .latest) == "UTC")
        #expect(ZoneRules.utc.resolve(try reading("2027-06-03T07:00")).first == (try instant("2027-06-03T07:00:00Z")))
    }
}
