// The workload of recurrence: the next occurrence of a daily rule, again and again.

import CivilTime
import Platform
import Recurrence

extension Workloads {
    /// Asks a daily rule in one zone for what comes after the last answer.
    ///
    /// - Parameters:
    ///   - zoneFile: a TZif file.
    ///   - isWalk: whether one walk gives all answers, instead of a question for each.
    func nextOccurrences(_ zoneFile: String, count: Int, isWalk: Bool) throws {
        let zones = ZoneTimeline(try ZoneRules(zoneFile: Files.read(zoneFile, limitBytes: 1 << 20)))
        let rule = Rule(.calendar(CalendarPattern(hour: 9, minute: 0), repeats: true))
        let start = Instant(secondsSince1970: 1_767_225_600)
        let end = Instant(secondsSince1970: 1_767_225_600 + 3650 * 86_400)
        let clock = MonotonicClock()
        var (after, sum) = (start, Int64(0))
        var walk = rule.occurrences(in: zones, after: start)
        for _ in 0..<count {
            guard let next = isWalk ? walk.next() : rule.next(in: zones, after: after) else { break }
            sum &+= next.instant.millisecondsSince1970
            after = next.instant
            if after > end {
                after = start
                walk = rule.occurrences(in: zones, after: start)
            }
        }
        print(Double(clock.elapsedNanoseconds()) / 1e9, sum)
    }
}
