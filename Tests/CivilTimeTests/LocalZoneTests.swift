// How a device's zone is found out.

import Testing

@testable import CivilTime

@Suite struct LocalZoneTests {
    private let database = Fixture.database()

    @Test(
        "TZ names the zone in every form it may have",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin", 3600), (":Europe/Berlin", "Europe/Berlin", 3600),
            ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", 32_400),
            (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", 32_400),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 3600),
            ("<+0545>-5:45", "<+0545>-5:45", 20_700),
            ("", "UTC", 0), (":", "UTC", 0), ("UTC", "UTC", 0), ("UTC0", "UTC0", 0),
        ])
    func environment(tz: String, name: String, winterOffset: Int) throws {
        let zone = LocalZone.discover(
            .init(tz: tz, localtimeLink: "/usr/share/zoneinfo/America/New_York"), in: database)
        #expect(zone.name.text == name)
        #expect(zone.source == .environment)
        #expect(zone.rules.offsetSeconds(at: try instant("2027-01-01T00:00:00Z")) == winterOffset)
        #expect(zone.ignored.isEmpty)
    }

    @Test(
        "The link names the zone, absolute or relative, wherever the directory is",
        arguments: [
            "/usr/share/zoneinfo/Europe/Lisbon", "../usr/share/zoneinfo/Europe/Lisbon",
            "/var/db/timezone/zoneinfo/Europe/Lisbon", "/srv/tz/Europe/Lisbon",
        ])
    func link(target: String) {
        let zone = LocalZone.discover(
            .init(tzdir: "/srv/tz", localtimeLink: target, timezoneFile: "Asia/Tokyo"), in: database)
        #expect(zone.name == "Europe/Lisbon")
        #expect(zone.source == .localtimeLink)
    }

    @Test(
        "The text file names the zone when there is no link",
        arguments: ["Asia/Tokyo\n", " Asia/Tokyo \r\nx", "Asia/Tokyo"])
    func timezoneFile(text: String) {
        let zone = LocalZone.discover(.init(timezoneFile: text), in: database)
        #expect(zone.name == "Asia/Tokyo")
        #expect(zone.source == .timezoneFile)
    }

    @Test("A source that leads nowhere is passed over and told")
    func ignored() {
        let facts = LocalZone.Facts(tz: ":Mars/Base", localtimeLink: "/etc/elsewhere", timezoneFile: "Asia/Tokyo\n")
        let zone = LocalZone.discover(facts, in: database)
        #expect(zone.name == "Asia/Tokyo")
        #expect(zone.ignored.map(\.source) == [.environment, .localtimeLink])
        #expect(zone.ignored.map(\.text) == ["Mars/Base", "/etc/elsewhere"])
    }

    @Test(
        "Without any source it is universal time", arguments: [nil, "/usr/share/zoneinfo", "zoneinfo/", "/etc/passwd"])
    func nothing(link: String?) {
        let zone = LocalZone.discover(.init(localtimeLink: link), in: database)
        #expect(zone.name == .utc && zone.rules == .utc && zone.source == .none)
        #expect(zone.ignored.count == (link == nil ? 0 : 1))
    }

    @Test(
        "Paths out of the directory lead nowhere", arguments: ["/usr/share/zoneinfo/../x", "/etc/shadow", "../../UTC"])
    func outside(tz: String) {
        #expect(LocalZone.discover(.init(tz: tz), in: database).source == .none)
    }

    @Test(
        "TZDIR moves the directory when it is absolute",
        arguments: [("/srv/tz", "/srv/tz"), ("tz", nil), (nil, nil), ("", nil)])
    func directory(tzdir: String?, expected: String?) {
        #expect(LocalZone.Facts(tzdir: tzdir).zoneDirectory == expected ?? "/usr/share/zoneinfo")
    }
}
