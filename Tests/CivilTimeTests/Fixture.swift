// Reads the zone files and expectations in Tests/Fixtures/zoneinfo.

import TestSupport
import Testing

@testable import CivilTime

enum Fixture {
    /// The bytes of a file, by its path below Tests/Fixtures/zoneinfo.
    static func bytes(_ path: String) throws -> [UInt8] {
        try Fixtures.bytes("zoneinfo/" + path)
    }

    /// A zone of the IANA database.
    static func rules(_ name: String) throws -> ZoneRules {
        try ZoneRules(zoneFile: bytes("zones/" + name))
    }

    /// The zones as a database.
    static func database() -> ZoneDatabase {
        ZoneDatabase { try? bytes("zones/" + $0) }
    }

    /// What Python's zoneinfo says about every zone, see README.md there.
    static func expectations() throws -> [Expectation] {
        var expectations: [Expectation] = []
        for line in try Fixtures.lines("zoneinfo/expectations.txt") {
            let words = line.split(separator: " ")
            if words.count == 1 {
                expectations.append(Expectation(zone: String(line), changes: []))
            } else {
                let numbers = [0, 1, 3, 4].map { Int(words[$0]) ?? 0 }
                expectations[expectations.count - 1].changes.append(
                    Expectation.Change(
                        seconds: numbers[0], offset: numbers[1], abbreviation: String(words[2]),
                        firstPass: numbers[2], secondPass: numbers[3]))
            }
        }
        return expectations
    }
}

/// All changes of one zone's clocks from 1900 to 2045; the first is the state at the start of 1900.
struct Expectation: Sendable, CustomTestStringConvertible {
    let zone: String
    var changes: [Change]

    struct Change: Sendable {
        let seconds: Int
        /// From then on.
        let offset: Int
        let abbreviation: String
        /// The clock time in the middle of the gap or overlap, read by the first and the second offset: seconds after
        /// the change. Both 0 when the offset stays.
        let firstPass: Int
        let secondPass: Int
    }

    /// The changes of offset, each with what was before.
    var jumps: [(before: Change, change: Change)] {
        zip(changes, changes.dropFirst()).filter { $0.offset != $1.offset }.map { ($0, $1) }
    }

    var testDescription: String { zone }
}

/// A text that is part of a test and cannot be read is a mistake in the test.
struct Unreadable: Error {
    let text: String
}

func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(text) else { throw Unreadable(text: text) }
    return instant
}

func reading(_ text: String) throws -> CivilDateTime {
    guard let reading = CivilDateTime(text) else { throw Unreadable(text: text) }
    return reading
}
