// What holds for every rule, in every zone, under every policy (docs/design, reminders: The pure function).

import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite struct LawsTests {
    /// A rule in a situation.
    private struct Draw {
        var rule: Rule
        var zones: ZoneTimeline
        var marks = Marks()
        var start: Instant

        init(using random: inout SeededGenerator) throws {
            rule = RandomRules.rule(using: &random)
            zones = try RandomRules.timeline(using: &random)
            start = RandomRules.moment(using: &random)
            guard random.bool() else { return }
            for occurrence in rule.upcoming(in: zones, after: start, limit: 6) {
                if random.bool(probability: 0.3) { marks.handled.insert(occurrence.key) }
                if random.bool(probability: 0.2) {
                    let later = [60_000, 3_600_000, 86_400_000, random.int(in: 0..<1_000_000_000)]
                    marks.snoozed[occurrence.key] =
                        occurrence.instant.adding(milliseconds: Int64(random.pick(from: later)))
                }
            }
        }

        func upcoming(_ limit: Int, after: Instant? = nil) -> [Occurrence] {
            rule.upcoming(marks, in: zones, after: after ?? start, limit: limit)
        }

        var comment: Comment { "\(rule) at \(start), zones from \(zones.segments.map(\.start))" }
    }

    private static func draws(seed: UInt64, count: Int, _ body: (Draw, inout SeededGenerator) throws -> Void) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let draw = try Draw(using: &random)
            try body(draw, &random)
        }
    }

    @Test("Occurrences come strictly after the instant, each strictly after the one before, and each key once")
    func ascending() throws {
        try Self.draws(seed: 1, count: 3000) { draw, _ in
            let all = draw.upcoming(20)
            #expect(all.allSatisfy { $0.instant > draw.start }, draw.comment)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.instant < $1.instant }, draw.comment)
            #expect(Set(all.map(\.key)).count == all.count, draw.comment)
        }
    }

    @Test("Asked from an occurrence on, the next one is the next one")
    func stepping() throws {
        try Self.draws(seed: 2, count: 3000) { draw, _ in
            let all = draw.upcoming(8)
            var stepped: [Occurrence] = []
            while stepped.count < 8,
                let next = draw.rule.next(draw.marks, in: draw.zones, after: stepped.last?.instant ?? draw.start)
            {
                stepped.append(next)
            }
            #expect(stepped == all, draw.comment)
        }
    }

    @Test("Splitting an interval at any instant loses nothing and repeats nothing")
    func splitting() throws {
        try Self.draws(seed: 3, count: 2000) { draw, random in
            var draw = draw
            (draw.rule.policies.misfire, draw.rule.policies.grace) = (.all, .unlimited)
            let all = draw.upcoming(10)
            let end = all.last?.instant ?? draw.start.adding(milliseconds: 1_000_000_000)
            let moment =
                draw.start.millisecondsSince1970
                + Int64(
                    random.int(in: 0...Int(draw.start.milliseconds(until: end))))
            for split in [Instant(millisecondsSince1970: moment), random.pick(from: all.map(\.instant) + [end])] {
                let first = draw.rule.due(draw.marks, in: draw.zones, lastEvaluated: draw.start, now: split)
                let second = draw.rule.due(draw.marks, in: draw.zones, lastEvaluated: split, now: end)
                let whole = draw.rule.due(draw.marks, in: draw.zones, lastEvaluated: draw.start, now: end)
                #expect(first.deliver + second.deliver == whole.deliver, draw.comment)
                #expect(whole.deliver == all, draw.comment)
                #expect(whole.count == all.count && whole.missed.isEmpty, draw.comment)
            }
        }
    }

    @Test("Whatever is due either rings or is missed, and what rings is not late beyond its grace")
    func delivery() throws {
        try Self.draws(seed: 4, count: 2000) { draw, random in
            var draw = draw
            draw.rule.policies.zoneJump = .skip
            let now = draw.start.adding(milliseconds: Int64(random.int(in: 0..<20 * 86_400_000)))
            let due = draw.rule.due(draw.marks, in: draw.zones, lastEvaluated: draw.start, now: now)
            let all = draw.rule.occurrences(draw.marks, in: draw.zones, after: draw.start).prefix { $0.instant <= now }
            let counted = Array(all)
            #expect(due.count == counted.count, draw.comment)
            let delivered = Set(due.deliver.map(\.key))
            let missed = counted.filter { !delivered.contains($0.key) }
            #expect(due.missed == missed.suffix(Limits.missedOccurrences), draw.comment)
            for occurrence in due.deliver {
                #expect(draw.rule.policies.allowsLate(Int(occurrence.instant.milliseconds(until: now))))
            }
            switch draw.rule.policies.misfire {
            case .latest: #expect(due.deliver.isEmpty || due.deliver == [counted.last], draw.comment)
            case .all, .none: break
            }
        }
    }

    @Test("What is handled does not come again, and nothing else is lost with it")
    func handled() throws {
        try Self.draws(seed: 5, count: 2000) { draw, random in
            var draw = draw
            draw.marks = Marks()
            let all = draw.upcoming(10)
            draw.marks.handled = Set(all.map(\.key).filter { _ in random.bool() })
            let rest = all.filter { !draw.marks.handled.contains($0.key) }
            #expect(draw.upcoming(rest.count) == rest, draw.comment)
        }
    }

    @Test("Nothing rings in quiet hours but what somebody put off")
    func quiet() throws {
        try Self.draws(seed: 6, count: 3000) { draw, _ in
            guard let quiet = draw.rule.policies.quiet else { return }
            for occurrence in draw.upcoming(10) where !occurrence.adjustments.contains(.snoozed) {
                let segment = draw.zones.segments.last { $0.start <= occurrence.instant } ?? draw.zones.segments[0]
                let time = segment.rules.civil(at: occurrence.instant).time
                let isQuiet =
                    quiet.from <= quiet.to
                    ? quiet.from <= time && time < quiet.to : quiet.from <= time || time < quiet.to
                #expect(!isQuiet, draw.comment)
            }
        }
    }

    @Test("Any values at all give an answer, and soon")
    func anyValues() throws {
        var random = SeededGenerator(seed: 7)
        let extremes = [Int.min, .min + 1, -1_000_000, -1, 0, 1, 31, 59, 60, 1_000_000, .max - 1, .max]
        for _ in 0..<800 {
            func some() -> Int? { random.bool() ? random.pick(from: extremes) : nil }
            func any() -> Int { random.pick(from: extremes) }
            let pattern = CalendarPattern(
                year: some(), month: some(), day: some(), weekdays: random.bool() ? [any(), any()] : [], nth: some(),
                isoWeek: some(), weekOfMonth: some(), hour: some(), minute: some(), second: some())
            let instants = [Instant.earliest, .latest, RandomRules.moment(using: &random)]
            let schedule: Rule.Schedule = random.pick(from: [
                .calendar(pattern, repeats: random.bool()),
                .calendar(RandomRules.pattern(using: &random), repeats: true),
                .interval(seconds: any(), start: random.pick(from: instants), repeats: random.bool()),
                .elapsed(minutes: any(), before: random.pick(from: [.earliest, .latest])),
            ])
            var rule = RandomRules.rule(using: &random)
            rule.schedule = schedule
            if random.bool() { (rule.notBefore, rule.notAfter, rule.days, rule.since) = (nil, nil, nil, nil) }
            rule.policies.grace = .seconds(any())
            let zones = try RandomRules.timeline(using: &random)
            let after = random.pick(from: instants)
            let all = rule.upcoming(in: zones, after: after, limit: 3)
            #expect(all.allSatisfy { $0.instant > after })
            _ = rule.due(in: zones, lastEvaluated: after, now: random.pick(from: instants))
            #expect(rule.upcoming(in: zones, after: after, limit: any() & .min).isEmpty)
        }
    }
}
