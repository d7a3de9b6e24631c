// A rule at an instant, and how what comes of it differs from what is expected.

import CivilTime
import JSONText
import Recurrence

/// Everything that a vector gives.
struct VectorSituation {
    let rule: Rule
    let zones: ZoneTimeline
    let now: Instant
    let lastEvaluated: Instant?
    /// The name of the error that the trigger is.
    let error: String?

    /// A line for each difference.
    func problems(_ expectation: Expectation, marks: Marks) throws(VectorProblem) -> [String] {
        guard error == expectation.error else {
            return ["expected the error \(expectation.error ?? "none"), got \(error ?? "none")"]
        }
        var problems: [String] = []
        if let expected = expectation.upcoming {
            // Fewer than three mean that there are no more.
            let limit = max(expected.count, Self.usualCount)
            let got = error == nil ? rule.upcoming(marks, in: zones, after: now, limit: limit) : []
            if got.map(\.instant) != expected {
                problems.append("expected \(Self.list(expected))")
                problems.append("got      \(Self.list(got.map(\.instant)))")
            }
        }
        guard expectation.deliverNow != nil || expectation.missedCount != nil else { return problems }
        guard let lastEvaluated else { throw VectorProblem("deliverNow needs lastEvaluated") }
        let due = rule.due(marks, in: zones, lastEvaluated: lastEvaluated, now: now)
        if let expected = expectation.deliverNow, due.deliver.map(\.instant) != expected {
            problems.append("expected to deliver now \(Self.list(expected))")
            problems.append("got                     \(Self.list(due.deliver.map(\.instant)))")
        }
        if let expected = expectation.missedCount, due.count != expected {
            problems.append("expected \(expected) missed, got \(due.count)")
        }
        return problems
    }

    /// What was delivered is handled, and its last one is put off when somebody pressed that now.
    func marks(_ elements: [JSONValue], snoozeSeconds: Int?) throws(VectorProblem) -> Marks {
        var marks = Marks()
        var last: OccurrenceKey?
        for element in elements {
            guard let text = element.string, let keys = keys(text) else {
                throw VectorProblem("deliveredOccurrences holds what names no occurrence")
            }
            marks.handled.formUnion(keys)
            last = keys.first
        }
        guard let snoozeSeconds else { return marks }
        guard let key = last ?? latestKey else { throw VectorProblem("there is nothing to snooze") }
        marks.snoozed[key] = now.adding(milliseconds: Int64(snoozeSeconds) * 1000)
        return marks
    }

    /// A key as text; the day, of a rule that has one reading a day; or the instant at which it was due.
    private func keys(_ text: String) -> [OccurrenceKey]? {
        if let key = OccurrenceKey(text) { return [key] }
        if let instant = Instant(text) {
            let due = rule.next(in: zones, after: instant.adding(milliseconds: -1))
            return due.flatMap { $0.instant == instant ? [$0.key] : nil }
        }
        guard let day = CalendarDay(text), case .calendar(let pattern, _) = rule.schedule,
            let time = TimeOfDay(hour: pattern.hour ?? 0, minute: pattern.minute ?? 0, second: pattern.second ?? 0)
        else { return nil }
        let reading = CivilDateTime(day: day, time: time)
        return [.reading(reading, pass: 1), .reading(reading, pass: 2)]
    }

    /// The last occurrence that was due before now.
    private var latestKey: OccurrenceKey? {
        let due = rule.due(in: zones, lastEvaluated: now.adding(milliseconds: -Self.lookBackMilliseconds), now: now)
        return (due.deliver + due.missed).max { $0.instant < $1.instant }?.key
    }

    private static func list(_ instants: [Instant]) -> String {
        "[" + instants.map(\.description).joined(separator: ", ") + "]"
    }

    /// As many occurrences as a vector names when there are that many.
    private static let usualCount = 3
    /// A leap year and some days.
    private static let lookBackMilliseconds: Int64 = 370 * 86_400_000
}
