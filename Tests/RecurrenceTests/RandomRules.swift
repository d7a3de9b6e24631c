// Rules and triggers by seeded chance.

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

/// Draws triggers within their ranges.
enum RandomRules {
    static func trigger(using random: inout SeededGenerator) -> Trigger {
        switch random.int(in: 0..<6) {
        case 0: return .at(reading(using: &random))
        case 1: return .during(time(using: &random))
        case 2:
            let repeats = random.bool()
            let range = repeats ? Limits.repeatingIntervalSeconds : Limits.singleIntervalSeconds
            let start = Instant(
                millisecondsSince1970: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
            return .interval(seconds: random.int(in: range), start: start, repeats: repeats)
        case 3:
            let distance: Lead.Distance =
                if random.bool() {
                    .days(random.int(in: Limits.leadDays), time(using: &random))
                } else {
                    .minutes(random.int(in: Limits.leadMinutes))
                }
            return .relative(
                Lead(
                    edge: random.bool() ? .start : .end, isAfter: random.bool(),
                    distance: distance))
        default: return .calendar(pattern(using: &random), repeats: random.bool())
        }
    }

    /// A pattern with any set of components but none.
    static func pattern(using random: inout SeededGenerator) -> CalendarPattern {
        var pattern = CalendarPattern()
        while pattern == CalendarPattern() {
            pattern = CalendarPattern(
                year: number(1...9999, using: &random), month: number(1...12, using: &random),
                day: number(1...31, using: &random), isoWeek: number(1...53, using: &random),
                weekOfMonth: number(1...5, using: &random), hour: number(0...23, using: &random),
                minute: number(0...59, using: &random), second: number(0...59, using: &random))
            if random.int(in: 0..<3) == 0 {
                pattern.weekdays = Set((1...7).filter { _ in random.bool() })
                if !pattern.weekdays.isEmpty { pattern.nth = number(1...5, using: &random) }
                if pattern.nth == 5 { pattern.nth = -1 }
            }
        }
        return pattern
    }

    static func reading(using random: inout SeededGenerator) -> CivilDateTime {
        let days = CalendarDay.earliest.daysSince1970...CalendarDay.latest.daysSince1970
        let day = CalendarDay(daysSince1970: random.int(in: days)) ?? .earliest
        return CivilDateTime(day: day, time: time(using: &random))
    }

    /// Half of them at a full minute.
    static func time(using random: inout SeededGenerator) -> TimeOfDay {
        let seconds = random.int(in: 0..<86_400)
        return TimeOfDay(secondsSinceMidnight: random.bool() ? seconds : seconds / 60 * 60) ?? .midnight
    }

    /// Nil in two of three cases.
    private static func number(_ range: ClosedRange<Int>, using random: inout SeededGenerator) -> Int? {
        random.int(in: 0..<3) == 0 ? random.int(in: range) : nil
    }
}
