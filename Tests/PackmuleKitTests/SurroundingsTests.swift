// The zones and the clock of the machine are those that the environment names.

import CivilTime
import PackmuleKit
import Platform
import TestSupport
import Testing

@Suite("Surroundings")
struct SurroundingsTests {
    private let folder = TemporaryFolder()

    /// A directory of zones with the rules of Auckland under a name that no system knows.
    init() throws {
        try Files.createFolder(folder.path("Atlantis"), permissions: 0o700)
        let bytes = try Fixtures.bytes("zoneinfo/zones/Pacific/Auckland")
        try Files.write(bytes, to: folder.path("Atlantis/Capital"))
        try Files.write(Array("no zone".utf8), to: folder.path("Atlantis/Ruins"))
    }

    private func system(_ zone: String?) -> Surroundings {
        var environment = ["TZDIR": folder.path]
        environment["TZ"] = zone
        return .system(environment: environment)
    }

    @Test("Zones are read from the directory that TZDIR names, and only from there")
    func directory() throws {
        let zones = system("UTC").zones
        let rules = try #require(zones.rules("Atlantis/Capital"))
        #expect(rules.civil(at: instant("2027-01-01T00:00:00Z")).description == "2027-01-01T13:00")
        #expect(rules.civil(at: instant("2027-07-01T00:00:00Z")).description == "2027-07-01T12:00")
        #expect(zones.rules("Europe/Berlin") == nil)
        #expect(zones.rules("Atlantis/Ruins") == nil)
        #expect(zones.rules("Atlantis/../Atlantis/Capital") == nil)
    }

    @Test("What stands among the zones and is no file, such as a pipe, is no zone, and nobody waits for it")
    func noFile() throws {
        _ = try ChildProcess("/usr/bin/mkfifo", [Array(folder.path("Atlantis/Pipe").utf8)], environment: [:]).wait()
        #expect(try Files.attributes(of: folder.path("Atlantis/Pipe")).kind == .other)
        #expect(system("UTC").zones.rules("Atlantis/Pipe") == nil)
        #expect(system("UTC").zones.rules("Atlantis") == nil)
    }

    @Test(
        "TZ names the zone of the device, by name, path or rule; empty it is universal time",
        arguments: [
            ("Atlantis/Capital", "Atlantis/Capital", "2027-07-01T12:00"),
            (":Atlantis/Capital", "Atlantis/Capital", "2027-07-01T12:00"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", "2027-07-01T02:00"),
            ("", "UTC", "2027-07-01T00:00"),
        ])
    func localZone(tz: String, name: String, reading: String) {
        let zone = system(tz).localZone
        #expect(zone.name.text == name)
        #expect(zone.source == .environment)
        #expect(zone.ignored.isEmpty)
        #expect(zone.rules.civil(at: instant("2027-07-01T00:00:00Z")).description == reading)
    }

    @Test("A TZ that leads nowhere is passed over and named")
    func ignored() {
        let zone = system("Atlantis/Ruins").localZone
        #expect(zone.source != .environment)
        #expect(zone.ignored.first?.source == .environment)
        #expect(zone.ignored.first?.text == "Atlantis/Ruins")
    }

    @Test("A file too large to be a zone is none")
    func large() throws {
        let size = PackmuleKit.Limits.zoneFileBytes
        let bytes = try Fixtures.bytes("zoneinfo/zones/Pacific/Auckland")
        try Files.write(bytes + [UInt8](repeating: 0, count: size), to: folder.path("Atlantis/Flood"))
        #expect(system("UTC").zones.rules("Atlantis/Flood") == nil)
    }

    @Test("Now is what the clock says that was handed in")
    func now() {
        let clock = ManualClock()
        let surroundings = Surroundings.test(clock: clock)
        #expect(surroundings.now == instant("2026-05-01T12:00:00Z"))
        clock.advance(milliseconds: 250)
        #expect(surroundings.now.description == "2026-05-01T12:00:00.250Z")
    }
}
