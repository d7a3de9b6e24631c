// Zone files of all versions, whole and broken.

import Testing

@testable import CivilTime

@Suite struct ZoneFileTests {
    @Test("Slim and fat files say the same", arguments: ["Europe/Berlin", "Pacific/Apia"])
    func fat(name: String) throws {
        let slim = try Fixture.rules(name)
        let fat = try ZoneRules(zoneFile: Fixture.bytes("fat/" + name))
        for seconds in stride(from: -2_400_000_000, to: 6_000_000_000, by: 777_777) {
            let moment = Instant(secondsSince1970: seconds)
            #expect(slim.offsetSeconds(at: moment) == fat.offsetSeconds(at: moment), "\(moment)")
        }
    }

    @Test("A file of version 1 ends with its last transition")
    func version1() throws {
        let old = try ZoneRules(zoneFile: Fixture.bytes("version1/Europe/Berlin"))
        #expect(old.abbreviation(at: try instant("2027-07-01T00:00:00Z")) == "CEST")
        #expect(old.abbreviation(at: try instant("2037-10-24T00:00:00Z")) == "CEST")
        #expect(old.abbreviation(at: try instant("2040-07-01T00:00:00Z")) == "CET")
    }

    @Test("An empty last line leaves the last transition in force")
    func emptyFooter() throws {
        let truncated = try ZoneRules(zoneFile: Fixture.bytes("truncated/Europe/Berlin"))
        #expect(truncated.abbreviation(at: try instant("2001-07-01T00:00:00Z")) == "CEST")
        #expect(truncated.offsetSeconds(at: try instant("2025-07-01T00:00:00Z")) == 7200)
        #expect(truncated.offsetSeconds(at: try instant("1999-07-01T00:00:00Z")) == 3600)
        #expect(truncated.offsetSeconds(at: try instant("2026-07-01T00:00:00Z")) == 3600)
        #expect(truncated.offsetSeconds(at: .latest) == 3600)
    }

    @Test("A file that counts leap seconds is refused", arguments: ["Europe/Berlin", "Pacific/Apia"])
    func leapSeconds(name: String) throws {
        let bytes = try Fixture.bytes("right/" + name)
        #expect(throws: CivilTimeError.zoneFileCountsLeapSeconds) { try ZoneRules(zoneFile: bytes) }
    }

    @Test(
        "A small file of each version is read", arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func handmade(version: UInt8) throws {
        let file = HandmadeFile(version: version, transitions: [(100, 1), (200, 0)])
        let rules = try ZoneRules(zoneFile: file.bytes)
        #expect(
            [0, 99, 100, 199, 200].map { rules.offsetSeconds(at: Instant(secondsSince1970: $0)) } == [
                0, 0, 3600, 3600, 0,
            ])
        #expect(rules.abbreviation(at: Instant(secondsSince1970: 100)) == "BBB")
    }

    @Test("The last line takes over after the last transition")
    func footer() throws {
        let file = HandmadeFile(transitions: [(100, 1)], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        let rules = try ZoneRules(zoneFile: file.bytes)
        #expect(rules.abbreviation(at: Instant(secondsSince1970: 99)) == "AAA")
        #expect(rules.abbreviation(at: Instant(secondsSince1970: 100)) == "BBB")
        #expect(rules.abbreviation(at: try instant("1970-03-29T00:59:59Z")) == "BBB")
        #expect(rules.abbreviation(at: try instant("1970-03-29T01:00:00Z")) == "CEST")
    }

    /// With the last transition early, late and very late in 1970.
    @Test("Then the last line holds as if it stood alone", arguments: [100, 28_857_600, 31_449_600])
    func footerAlone(lastTransition: Int64) throws {
        let line = "CET-1CEST,M3.5.0,M10.5.0/3"
        let rules = try ZoneRules(zoneFile: HandmadeFile(transitions: [(lastTransition, 1)], footer: line).bytes)
        let alone = try ZoneRules(rule: line)
        var day = try #require(CalendarDay("1971-04-01"))
        while day.year < 2800 {
            let midnight = CivilDateTime(day: day, time: .midnight)
            let moment = Instant(secondsSince1970: midnight.clockSeconds)
            #expect(rules.offsetSeconds(at: moment) == alone.offsetSeconds(at: moment), "\(day)")
            #expect(rules.resolve(midnight) == alone.resolve(midnight), "\(day)")
            day = try #require(day.adding(days: day.year % 400 < 365 || day.year % 400 > 375 ? 29 : 1))
        }
    }

    @Test("Files that break a rule are refused")
    func brokenRules() {
        var broken: [HandmadeFile] = [
            HandmadeFile(transitions: [(200, 1), (100, 0)]),
            HandmadeFile(transitions: [(100, 1), (100, 0)]),
            HandmadeFile(transitions: [(100, 2)]),
            HandmadeFile(transitions: [(.min, 1)]),
            HandmadeFile(transitions: [(.max, 1)]),
            HandmadeFile(transitions: [], localTimes: []),
            HandmadeFile(transitions: [], localTimes: [(93_600, 0, 0)]),
            HandmadeFile(transitions: [], localTimes: [(-90_000, 0, 0)]),
            HandmadeFile(transitions: [], localTimes: [(.min, 0, 0)]),
            HandmadeFile(transitions: [], localTimes: [(0, 2, 0)]),
            HandmadeFile(transitions: [], localTimes: [(0, 0, 8)]),
            HandmadeFile(transitions: [], abbreviations: "AAA"),
            HandmadeFile(transitions: [], abbreviations: "A\nA\0BBB\0"),
            HandmadeFile(transitions: [], footer: nil),
            HandmadeFile(version: 1, transitions: []),
            HandmadeFile(transitions: [], standardCount: 1),
        ]
        broken.append(HandmadeFile(transitions: [], localTimes: Array(repeating: (0, 0, 0), count: 257)))
        for (index, file) in broken.enumerated() {
            #expect(throws: CivilTimeError.self, "file \(index)") { try ZoneRules(zoneFile: file.bytes) }
        }
        #expect(throws: CivilTimeError.damagedZoneFile(reason: "its last line is not a rule")) {
            try ZoneRules(zoneFile: HandmadeFile(transitions: [], footer: "CET").bytes)
        }
        #expect(throws: CivilTimeError.self) {
            try ZoneRules(zoneFile: HandmadeFile(transitions: []).bytes + [UInt8](repeating: 0, count: 131_072))
        }
    }

    @Test("A file cut off anywhere is refused", arguments: ["Europe/Berlin", "Pacific/Apia", "UTC"])
    func truncated(name: String) throws {
        let bytes = try Fixture.bytes("zones/" + name)
        for count in 0..<bytes.count {
            #expect(throws: CivilTimeError.self, "\(count) bytes") {
                try ZoneRules(zoneFile: Array(bytes.prefix(count)))
            }
        }
    }

    @Test("A file with any byte changed gives rules or an error", arguments: ["Europe/Berlin", "UTC"])
    func flipped(name: String) throws {
        let bytes = try Fixture.bytes("zones/" + name)
        var refused = 0
        for position in bytes.indices {
            for mask: UInt8 in [0xFF, 0x01] {
                var changed = bytes
                changed[position] ^= mask
                do throws(CivilTimeError) {
                    let rules = try ZoneRules(zoneFile: changed)
                    for moment in [Instant.earliest, Instant(secondsSince1970: 0), .latest] {
                        #expect(Limits.offsetSeconds.contains(rules.offsetSeconds(at: moment)))
                        #expect(rules.resolve(rules.civil(at: moment)).first != nil)
                    }
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 40)
    }

    @Test("Counts that promise gigabytes are refused before memory is taken")
    func hugeCounts() throws {
        let bytes = try Fixture.bytes("zones/Europe/Berlin")
        for position in 20..<44 {
            var changed = bytes
            changed[position] = 0xFF
            #expect(throws: CivilTimeError.self, "byte \(position)") { try ZoneRules(zoneFile: changed) }
        }
    }
}

/// A zone file put together by hand (RFC 9636 section 3).
private struct HandmadeFile {
    var version = UInt8(ascii: "2")
    var transitions: [(seconds: Int64, type: UInt8)]
    var localTimes: [(offset: Int32, isDaylight: UInt8, abbreviation: UInt8)] = [(0, 0, 0), (3600, 1, 4)]
    var abbreviations = "AAA\0BBB\0"
    var standardCount: UInt32 = 0
    var footer: String? = ""

    var bytes: [UInt8] {
        version == 0 ? block(timeBytes: 4) : block(timeBytes: 4) + block(timeBytes: 8) + lastLine
    }

    private var lastLine: [UInt8] { footer.map { Array("\n\($0)\n".utf8) } ?? [] }

    private func block(timeBytes: Int) -> [UInt8] {
        var block = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        let counts = [
            0, standardCount, 0, UInt32(transitions.count), UInt32(localTimes.count), UInt32(abbreviations.utf8.count),
        ]
        for count in counts {
            block += bigEndian(count)
        }
        for transition in transitions {
            block += bigEndian(transition.seconds).suffix(timeBytes)
        }
        block += transitions.map(\.type)
        for local in localTimes {
            block += bigEndian(local.offset) + [local.isDaylight, local.abbreviation]
        }
        return block + abbreviations.utf8 + [UInt8](repeating: 0, count: Int(standardCount))
    }

    private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
