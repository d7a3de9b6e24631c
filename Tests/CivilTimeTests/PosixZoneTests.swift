// The rules of the environment variable TZ and of the last line of zone files.

import Testing

@testable import CivilTime

@Suite struct PosixZoneTests {
    /// The two changes of a year: the first and the second, as instants, and what holds between them.
    @Test(
        "A yearly rule changes the clocks at its moments",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2027, "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z", 7200, 3600),
            ("EST5EDT,M3.2.0,M11.1.0", 2027, "2027-03-14T07:00:00Z", "2027-11-07T06:00:00Z", -14_400, -18_000),
            // Dublin: the second local time is the winter, one hour less.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2027, "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z", 3600, 0),
            // Nuuk: an hour before the Sunday begins.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2027, "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z", -3600, -7200),
            // Gaza: 50 hours after a Thursday begins.
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", 2027, "2027-03-27T00:00:00Z", "2027-10-29T23:00:00Z", 10_800, 7200),
            // Lord Howe: half an hour, and summer over the new year.
            (
                "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2027, "2027-04-03T15:00:00Z", "2027-10-02T15:30:00Z", 37_800,
                39_600
            ),
            // Troll: two hours.
            ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", 2027, "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z", 7200, 0),
            // The same date every year, whether or not there is a 29 February; and the 60th day, which differs.
            ("AAA0BBB,J60,J300/0", 2027, "2027-03-01T02:00:00Z", "2027-10-26T23:00:00Z", 3600, 0),
            ("AAA0BBB,J60,J300/0", 2028, "2028-03-01T02:00:00Z", "2028-10-26T23:00:00Z", 3600, 0),
            ("AAA0BBB,59,299/0", 2027, "2027-03-01T02:00:00Z", "2027-10-26T23:00:00Z", 3600, 0),
            ("AAA0BBB,59,299/0", 2028, "2028-02-29T02:00:00Z", "2028-10-25T23:00:00Z", 3600, 0),
            // Times with minutes and seconds and a sign.
            ("AAA+1:30:15BBB0,M1.1.1/+3:04:05,M12.5.6", 2027, "2027-01-04T04:34:20Z", "2027-12-25T02:00:00Z", 0, -5415),
        ])
    func changes(rule: String, year: Int, first: String, second: String, between: Int, outside: Int) throws {
        let rules = try ZoneRules(rule: rule)
        let (first, second) = (try instant(first), try instant(second))
        #expect(rules.offsetSeconds(at: first.adding(milliseconds: -1)) == outside)
        #expect(rules.offsetSeconds(at: first) == between)
        #expect(rules.offsetSeconds(at: second.adding(milliseconds: -1)) == between)
        #expect(rules.offsetSeconds(at: second) == outside)
    }

    @Test(
        "A rule without changes holds for all time",
        arguments: [
            ("UTC0", 0, "UTC"), ("<+03>-3", 10_800, "+03"), ("<-0330>3:30", -12_600, "-0330"), ("JST-9", 32_400, "JST"),
            ("AAA-24", 86_400, "AAA"), ("AAA24:59:59", -89_999, "AAA"),
        ])
    func constant(rule: String, offset: Int, abbreviation: String) throws {
        let rules = try ZoneRules(rule: rule)
        for moment in [Instant.earliest, try instant("2027-06-03T07:00:00Z"), .latest] {
            #expect(rules.offsetSeconds(at: moment) == offset)
            #expect(rules.abbreviation(at: moment) == abbreviation)
        }
    }

    @Test("Daylight time may last all year", arguments: ["XXX3EDT4,0/0,J365/23", "EST5EDT,0/0,J365/25"])
    func allYear(rule: String) throws {
        let rules = try ZoneRules(rule: rule)
        let start = try instant("2026-12-01T00:00:00Z")
        for hour in Int64(0)..<(2 * 8784) {
            #expect(rules.abbreviation(at: start.adding(milliseconds: hour * 3_600_000)) == "EDT")
        }
    }

    @Test("Daylight time may have no length")
    func noLength() throws {
        let rules = try ZoneRules(rule: "AAA0BBB,M3.2.0/2,M3.2.0/3")
        let start = try instant("2027-03-01T00:00:00Z")
        for hour in Int64(0)..<8784 {
            #expect(rules.abbreviation(at: start.adding(milliseconds: hour * 3_600_000)) == "AAA")
        }
    }

    @Test("A rule for every year holds in the first and in the last")
    func extremes() throws {
        let rules = try ZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(rules.abbreviation(at: .earliest) == "CET")
        #expect(rules.abbreviation(at: try instant("0001-07-01T00:00:00Z")) == "CEST")
        #expect(rules.abbreviation(at: try instant("9999-07-01T00:00:00Z")) == "CEST")
        #expect(rules.abbreviation(at: .latest) == "CET")
        #expect(rules.civil(at: .latest) == .latest)
    }

    @Test(
        "Anything else is refused with its text",
        arguments: [
            "", "CET", "-1", "CE-1", "<+0>-3", "<+03-3", "<+03>", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
            "CET-25", "CET-1:60", "CET-1:00:60", "CET-1:0", "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5",
            "CET-1CEST,J366,J5", "CET-1CEST,366,5", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0/1000,M10.5.0",
            "CET-1CEST,M3.5.0,M10.5.0/3 ", "CET-1CEST,M3.5.0,M10.5.0/3,M1.1.1", "Europe/Berlin", "CÉT-1", "CET-９",
            "CET-99999999999999999999", "<AB!>-1",
        ])
    func refused(text: String) {
        #expect(throws: CivilTimeError.malformedZoneRule(text: text)) { try ZoneRules(rule: text) }
    }
}
