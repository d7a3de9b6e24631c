// Runs schedules, finds the least of a schedule that fails, and keeps what was found.

import CivilTime
import Platform
import TestSupport

/// Runs schedules by their seeds.
package struct Runner: Sendable {
    private let zones: ZoneDatabase

    /// With the zones of the tests.
    package init() {
        let directory = Fixtures.path("zoneinfo/zones")
        zones = ZoneDatabase { path in try? Files.read(directory + "/" + path, limitBytes: 1 << 20) }
    }

    /// What came of one schedule.
    package struct Finding: Sendable {
        package let seed: UInt64
        package let mix: String
        package let violation: Violation?
        package let hash: UInt64
        package let lines: [String]
        package let coverage: Coverage
        package let eventCount: Int
    }

    /// Runs one schedule.
    ///
    /// - Parameter kept: the numbers of the events that happen; all where nil.
    package func run(_ seed: UInt64, kept: Set<Int>? = nil, keepsLines: Bool = false) -> Finding {
        do {
            let schedule = try Schedule(seed: seed, zones: zones, kept: kept, keepsLines: keepsLines)
            let outcome = schedule.run()
            return Finding(
                seed: seed, mix: "\(schedule.mix)", violation: outcome.violation, hash: outcome.hash,
                lines: outcome.lines, coverage: schedule.coverage, eventCount: schedule.eventCount)
        } catch {
            return Finding(
                seed: seed, mix: "", violation: Violation(0, "it could not be set up: \(error)"), hash: 0, lines: [],
                coverage: Coverage(), eventCount: 0)
        }
    }

    /// The events of a failing schedule without which the same promise holds: as few as can be found by leaving out
    /// parts that grow smaller, as long as leaving out helps.
    package func shrink(_ finding: Finding, runs limit: Int = 400) -> [Int] {
        guard let promise = finding.violation?.promise else { return [] }
        var kept = Array(0..<finding.eventCount)
        var (length, runs) = (max(1, kept.count / 2), 0)
        while runs < limit {
            var (start, hasHelped) = (0, false)
            while start < kept.count, runs < limit {
                let tried = Array(kept[..<start] + kept[min(kept.count, start + length)...])
                runs += 1
                if run(finding.seed, kept: Set(tried)).violation?.promise == promise {
                    (kept, hasHelped) = (tried, true)
                } else {
                    start += length
                }
            }
            if length == 1, !hasHelped { break }
            length = max(1, length / 2)
        }
        return kept
    }
}

/// A schedule that once found a fault, as text: `seed S`, then `events` and the numbers of those that are kept.
package struct Regression: Sendable, Equatable {
    package let seed: UInt64
    package let kept: [Int]

    package init(seed: UInt64, kept: [Int]) {
        (self.seed, self.kept) = (seed, kept)
    }

    /// Reads the text; nil where it is none. Lines that begin with `#` are remarks.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let words = lines.map { $0.split(separator: " ") }
        guard words.count == 2, words[0].count == 2, words[0][0] == "seed", let seed = UInt64(words[0][1]),
            words[1].first == "events"
        else { return nil }
        let kept = words[1].dropFirst().compactMap { Int($0) }
        guard kept.count == words[1].count - 1 else { return nil }
        self.init(seed: seed, kept: kept)
    }

    /// The text.
    ///
    /// - Parameter remark: what was found, in one line.
    package func text(remark: String) -> String {
        let numbers = kept.map { "\($0)" }.joined(separator: " ")
        return "# \(remark)\nseed \(seed)\nevents \(numbers)\n"
    }

    /// Where they are kept.
    package static var folder: String { Fixtures.repository + "/Tests/Simulation/Regressions" }

    /// All that are kept, by name.
    package static func all() throws -> [(name: String, regression: Regression)] {
        try Files.names(inFolder: folder).filter { $0.hasSuffix(".schedule") }.sorted().compactMap { name in
            let bytes = try Files.read(folder + "/" + name, limitBytes: 1 << 20)
            return Regression(String(decoding: bytes, as: UTF8.self)).map { (name, $0) }
        }
    }
}
