// The zones of the database, against what another program says about the same files.

import Testing

@testable import CivilTime

@Suite struct ZoneExpectationsTests {
    @Test("Offsets and abbreviations change when Python says so", arguments: try Fixture.expectations())
    func changes(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        #expect(!expected.changes.isEmpty)
        for (index, change) in expected.changes.enumerated() {
            let moment = Instant(secondsSince1970: change.seconds)
            #expect(rules.offsetSeconds(at: moment) == change.offset, "\(moment)")
            #expect(rules.abbreviation(at: moment) == change.abbreviation, "\(moment)")
            #expect(rules.civil(at: moment).clockSeconds == change.seconds + change.offset)
            guard index > 0 else { continue }
            let before = moment.adding(milliseconds: -1)
            #expect(rules.offsetSeconds(at: before) == expected.changes[index - 1].offset, "\(before)")
            #expect(rules.abbreviation(at: before) == expected.changes[index - 1].abbreviation, "\(before)")
        }
    }

    @Test("Between the changes nothing changes", arguments: try Fixture.expectations())
    func sweep(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        var random = SeededGenerator(seed: 2027)
        let end = 2_398_377_600
        for _ in 0..<500 {
            let seconds = Int.random(in: (-2_208_988_800)..<end, using: &random)
            let change = try #require(expected.changes.last { $0.seconds <= seconds })
            #expect(rules.offsetSeconds(at: Instant(secondsSince1970: seconds)) == change.offset, "\(seconds)")
            let clock = try #require(CivilDateTime(clockSeconds: seconds + change.offset))
            let instants = rules.resolve(clock, overlap: .both).instants
            #expect(instants.contains(Instant(secondsSince1970: seconds)), "\(clock)")
            #expect(instants == instants.sorted() && instants.allSatisfy { rules.civil(at: $0) == clock }, "\(clock)")
        }
    }

    @Test("Clock times in gaps and overlaps are read as Python reads them", arguments: try Fixture.expectations())
    func gapsAndOverlaps(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        for (before, change) in expected.jumps {
            let middle = (before.offset + change.offset).flooredQuotientAndRemainder(dividingBy: 2).quotient
            let clock = try #require(CivilDateTime(clockSeconds: change.seconds + middle))
            let first = Instant(secondsSince1970: change.seconds + change.firstPass)
            let second = Instant(secondsSince1970: change.seconds + change.secondPass)
            if before.offset < change.offset {
                #expect(rules.resolve(clock, gap: .shift).kind == .gap, "\(clock)")
                #expect(rules.resolve(clock, gap: .shift).instants == [first], "\(clock)")
                #expect(rules.resolve(clock, gap: .before).instants == [second], "\(clock)")
                #expect(rules.resolve(clock, gap: .skip).instants.isEmpty, "\(clock)")
                #expect(rules.resolve(clock, gap: .firstValid).first?.secondsSince1970 == change.seconds, "\(clock)")
            } else {
                #expect(rules.resolve(clock).kind == .overlap, "\(clock)")
                #expect(rules.resolve(clock, overlap: .both).instants == [first, second], "\(clock)")
                #expect(rules.resolve(clock, overlap: .first).instants == [first], "\(clock)")
                #expect(rules.resolve(clock, overlap: .last).instants == [second], "\(clock)")
            }
        }
    }

    @Test("Gaps and overlaps begin and end at their seconds", arguments: try Fixture.expectations())
    func edges(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        for (before, change) in expected.jumps {
            let low = change.seconds + min(before.offset, change.offset)
            let high = change.seconds + max(before.offset, change.offset)
            let inside: Resolution.Kind = before.offset < change.offset ? .gap : .overlap
            let kinds = try [low - 1, low, high - 1, high].map { clock in
                rules.resolve(try #require(CivilDateTime(clockSeconds: clock))).kind
            }
            #expect(kinds == [.normal, inside, inside, .normal], "\(Instant(secondsSince1970: change.seconds))")
        }
    }

    @Test("Every 400 years the clocks repeat", arguments: try Fixture.expectations())
    func repetition(expected: Expectation) throws {
        let rules = try Fixture.rules(expected.zone)
        let cycle: Int64 = 146_097 * 86_400_000
        // From 2090 on only yearly rules are in force: the tables of Morocco end in 2087.
        for index in 0..<300 {
            let moment = Instant(secondsSince1970: 3_786_912_000 + index * 45_678_901)
            for cycles: Int64 in [1, 2, 18] where moment.adding(milliseconds: cycles * cycle) < .latest {
                let later = moment.adding(milliseconds: cycles * cycle)
                #expect(rules.offsetSeconds(at: later) == rules.offsetSeconds(at: moment))
            }
        }
    }
}

/// A small generator with a seed (SplitMix64), so that a sweep is the same every time.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
