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

    /// A rule that comes now and then around the year 2026, with any policies.
    static func rule(using random: inout SeededGenerator) -> Rule {
        var rule = Rule(schedule(using: &random), policies(using: &random))
        if random.bool(probability: 0.2) { rule.since = moment(using: &random) }
        if random.bool(probability: 0.1) { rule.notBefore = moment(using: &random).reading }
        if random.bool(probability: 0.1) { rule.notAfter = moment(using: &random).reading }
        if random.bool(probability: 0.1) {
            let days = [moment(using: &random).reading.day, moment(using: &random).reading.day].sorted()
            rule.days = days[0]...days[1]
        }
        return rule
    }

    /// An instant of the years 2024 to 2028, often on the full minute.
    static func moment(using random: inout SeededGenerator) -> Instant {
        let seconds = random.int(in: 1_704_067_200..<1_861_920_000)
        if random.bool() { return Instant(secondsSince1970: seconds / 900 * 900) }
        return Instant(millisecondsSince1970: Int64(seconds) * 1000 + Int64(random.int(in: 0..<1000)))
    }

    /// One zone or several, of those whose clocks do strange things.
    static func timeline(using random: inout SeededGenerator) throws -> ZoneTimeline {
        if random.bool() { return ZoneTimeline(try Zones.rules(random.pick(from: zones))) }
        let start = moment(using: &random)
        return ZoneTimeline(
            try (0..<random.int(in: 1...5)).map { _ in
                let milliseconds = Int64(random.int(in: 0..<40 * 86_400_000))
                return ZoneTimeline.Segment(
                    start: start.adding(milliseconds: milliseconds), rules: try Zones.rules(random.pick(from: zones)))
            })
    }

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Antarctica/Troll", "Africa/Cairo",
        "Africa/Casablanca", "Europe/Dublin", "Pacific/Apia", "Pacific/Honolulu", "Pacific/Auckland", "Asia/Tokyo",
        "Pacific/Kiritimati", "America/Vancouver", "Asia/Kathmandu", "UTC", "America/Santiago", "Asia/Gaza",
    ]

    private static func schedule(using random: inout SeededGenerator) -> Rule.Schedule {
        switch random.int(in: 0..<8) {
        case 0:
            return .interval(
                seconds: random.pick(from: [60, 3600, 7200, 86_400, 100_000]), start: moment(using: &random),
                repeats: random.bool(probability: 0.8))
        case 1:
            return .elapsed(
                minutes: random.int(in: -3000...3000), before: moment(using: &random).reading)
        case 2:
            let minute = random.bool() ? random.int(in: 0...59) : nil
            return .calendar(
                CalendarPattern(minute: minute, second: minute == nil ? 0 : nil), repeats: random.bool(probability: 0.9)
            )
        case 3: return Rule.at(moment(using: &random).reading).schedule
        case 4:
            return .calendar(
                CalendarPattern(
                    month: random.bool() ? random.int(in: 1...12) : nil, day: random.int(in: 28...31),
                    hour: random.int(in: 0...23)), repeats: random.bool(probability: 0.8))
        case 5:
            return .calendar(
                CalendarPattern(
                    weekdays: [random.int(in: 1...7), random.int(in: 1...7)],
                    nth: random.bool() ? random.pick(from: [1, 2, 3, 4, 5, -1]) : nil, hour: random.int(in: 0...23),
                    minute: random.int(in: 0...59)), repeats: random.bool(probability: 0.8))
        default:
            // At the hours at which clocks change.
            return .calendar(
                CalendarPattern(
                    hour: random.pick(from: [0, 1, 2, 2, 3, 22, 23]), minute: random.pick(from: [0, 15, 30, 45])),
                repeats: random.bool(probability: 0.9))
        }
    }

    private static func policies(using random: inout SeededGenerator) -> Policies {
        var policies = Policies()
        policies.gap = random.pick(from: GapPolicy.allCases)
        policies.overlap = random.pick(from: OverlapPolicy.allCases)
        policies.missingDay = random.pick(from: MissingDayPolicy.allCases)
        policies.zoneJump = random.pick(from: ZoneJumpPolicy.allCases)
        policies.misfire = random.pick(from: MisfirePolicy.allCases)
        policies.grace = random.pick(from: [.standard, .unlimited, .seconds(0), .seconds(3600)])
        if random.bool(probability: 0.3) {
            policies.quiet = QuietHours(
                from: TimeOfDay(hour: random.int(in: 0...23), minute: 0) ?? .midnight,
                to: TimeOfDay(hour: random.int(in: 0...23), minute: 30) ?? .midnight,
                mode: random.pick(from: QuietHours.Mode.allCases))
        }
        return policies
    }

    /// Nil in two of three cases.
    private static func number(_ range: ClosedRange<Int>, using random: inout SeededGenerator) -> Int? {
        random.int(in: 0..<3) == 0 ? random.int(in: range) : nil
    }
}

extension Instant {
    /// What clocks show in universal time.
    fileprivate var reading: CivilDateTime { ZoneRules.utc.civil(at: self) }
}
