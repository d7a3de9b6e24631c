// Names of zones, as the database answers them.

import Synchronization
import Testing

@testable import CivilTime

@Suite struct ZoneDatabaseTests {
    private let database = Fixture.database()

    @Test(
        "A known name, an alias and a Windows name lead to the rules of their zone",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin", "Europe/Berlin"), ("Asia/Calcutta", "Asia/Kolkata", "Asia/Kolkata"),
            ("UTC", "Etc/UTC", "UTC"), ("Etc/GMT+5", "Etc/GMT+5", "Etc/GMT+5"),
            ("Eastern Standard Time", "America/New_York", "America/New_York"),
            ("India Standard Time", "Asia/Kolkata", "Asia/Kolkata"),
            // No file of that name is there, but the one it leads to.
            ("US/Eastern", "America/New_York", "America/New_York"),
        ])
    func known(name: String, canonical: String, file: String) throws {
        let name = try #require(ZoneName(name))
        let expected = ZoneLookup.known(
            canonical: try #require(ZoneName(canonical)), rules: try Fixture.rules(file))
        #expect(database.find(name) == expected)
        #expect(database.find(name) == expected)
        #expect(database.rules(name) == (try Fixture.rules(file)))
    }

    @Test(
        "An unknown name is unknown, and never universal time",
        arguments: [
            ("", nil), ("Z", nil), ("Mars/Olympus_Mons", nil), ("Customized Time Zone", nil),
            ("europe/berlin", "Europe/Berlin"), ("tzdata.zi", nil),
            ("../zones/UTC", nil), ("/UTC", "Etc/UTC"), ("Europe/../UTC", nil), ("Europe", nil),
        ] as [(String, String?)])
    func unknown(name: String, suggestion: String?) throws {
        let name = try #require(ZoneName(name))
        #expect(database.find(name) == .unknown(suggestion: suggestion.flatMap { ZoneName($0) }))
        #expect(database.rules(name) == nil)
    }

    @Test("The index tells version and names")
    func index() {
        #expect(database.version == "2026f")
        #expect(database.names.contains("Asia/Calcutta"))
    }

    @Test("Without an index names are files, and universal time is still known")
    func withoutIndex() throws {
        let files = ZoneDatabase { $0 == "tzdata.zi" ? nil : try? Fixture.bytes("zones/" + $0) }
        #expect(files.version == nil)
        #expect(files.names.isEmpty)
        let berlin = try Fixture.rules("Europe/Berlin")
        #expect(files.find("Europe/Berlin") == .known(canonical: "Europe/Berlin", rules: berlin))
        #expect(files.find("Nowhere/Land") == .unknown(suggestion: nil))
        let empty = ZoneDatabase { _ in nil }
        #expect(empty.find("UTC") == .known(canonical: "Etc/UTC", rules: .utc))
        #expect(empty.find("Z") == .unknown(suggestion: nil))
        #expect(empty.find("Europe/Berlin") == .unknown(suggestion: nil))
    }

    @Test("A damaged file is told apart from an unknown name")
    func damaged() throws {
        let right = ZoneDatabase { path in path == "tzdata.zi" ? nil : try? Fixture.bytes("right/" + path) }
        #expect(right.find("Europe/Berlin") == .damaged(.zoneFileCountsLeapSeconds))
        let short = ZoneDatabase { path in
            path == "tzdata.zi" ? nil : (try? Fixture.bytes("zones/" + path))?.dropLast(3)
        }
        #expect(short.find("Europe/Berlin") == .damaged(.damagedZoneFile(reason: "its last line is missing")))
        #expect(short.rules("Europe/Berlin") == nil)
    }

    @Test("Only plain relative paths are read, and each once")
    func paths() {
        let asked = Mutex<[String]>([])
        let database = ZoneDatabase { path in
            asked.withLock { $0.append(path) }
            return nil
        }
        for name: ZoneName in ["/etc/passwd", "../x", "a/../b", "a//b", "./a", "", "Good/Name", "Good/Name", "a b"] {
            #expect(database.rules(name) == nil)
        }
        #expect(asked.withLock { $0 } == ["tzdata.zi", "Good/Name"])
    }
}
