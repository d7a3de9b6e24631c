// Every change of clocks in every zone of this machine, against an independent program over the same files.

import CivilTime
import Platform
import TestSupport
import Testing

@testable import Recurrence

/// Python's zoneinfo says what the zone files hold (Tests/Fixtures/zoneinfo/sweep.py); its answers are held against
/// offsets, readings and a daily rule.
@Suite struct SweepTests {
    private static let directory = "/usr/share/zoneinfo"

    @Test("Offsets, readings and daily rules are as Python has them, around every change from 2000 to 2045")
    func sweep() throws {
        let database = ZoneDatabase { try? Files.read(Self.directory + "/" + $0, limitBytes: 1 << 21) }
        let names = database.names.filter { name in
            if case .known(let canonical, _) = database.find(name) { canonical == name } else { false }
        }
        try #require(names.count > 300, "there are no zone files in \(Self.directory)")
        let python = try ChildProcess(
            "/usr/bin/python3",
            ([Fixtures.path("zoneinfo/sweep.py"), Self.directory] + names.map(\.text)).map { Array($0.utf8) },
            environment: [:]
        ).wait()
        try #require(python.exitCode == 0, "python3 is needed to compare with: \(python.error)")
        var rules = ZoneRules.utc
        var (zoneCount, changeCount, expected) = (0, 0, 0)
        for line in python.output.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 12 else {
                #expect(changeCount == expected, "before \(line)")
                rules = try #require(ZoneName(String(line)).flatMap(database.rules))
                (zoneCount, changeCount, expected) = (zoneCount + 1, 0, Self.changes(of: rules))
                continue
            }
            changeCount += 1
            try Self.hold(rules, to: numbers)
        }
        #expect(changeCount == expected)
        #expect(zoneCount == names.count)
    }

    /// How often the offset changes in the years 2000 to 2045.
    private static func changes(of rules: ZoneRules) -> Int {
        var (count, end) = (0, 946_684_800)
        var offset = rules.period(containing: end).offsetSeconds
        while end < 2_398_377_600 {
            let period = rules.period(containing: end)
            if period.offsetSeconds != offset { count += 1 }
            (offset, end) = (period.offsetSeconds, period.end)
        }
        return count
    }

    /// - Parameter numbers: a line of the script.
    private static func hold(_ rules: ZoneRules, to numbers: [Int]) throws {
        let (second, before, after) = (numbers[0], numbers[1], numbers[2])
        let change = Instant(secondsSince1970: second)
        #expect(rules.offsetSeconds(at: change) == after)
        #expect(rules.offsetSeconds(at: change.adding(milliseconds: -1)) == before)
        let clock = try #require(CivilDateTime(clockSeconds: second + (before + after).floored(by: 2)))
        let passes = [numbers[3], numbers[4]].map { Instant(secondsSince1970: $0) }
        if before < after {
            #expect(rules.resolve(clock, gap: .shift).instants == [passes[0]], "\(clock)")
            #expect(rules.resolve(clock, gap: .before).instants == [passes[1]], "\(clock)")
            #expect(rules.resolve(clock, gap: .firstValid).instants == [change], "\(clock)")
            #expect(rules.resolve(clock, gap: .skip).instants.isEmpty, "\(clock)")
        } else {
            #expect(rules.resolve(clock, overlap: .both).instants == passes, "\(clock)")
        }
        // A daily rule at the middle of the gap or overlap; of two days that meet at one instant it rings once.
        let days = numbers[5...].reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        let time = clock.time
        let rule = Rule(
            .calendar(CalendarPattern(hour: time.hour, minute: time.minute, second: time.second), repeats: true))
        let first = Instant(secondsSince1970: days[0] - 1)
        let rung = rule.upcoming(in: ZoneTimeline(rules), after: first, limit: days.count)
        #expect(rung.map(\.instant.secondsSince1970) == days, "\(clock)")
    }
}
