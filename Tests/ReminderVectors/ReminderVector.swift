// One vector: a rule, an instant, and what must come of them.

import CivilTime
import JSONText
import Recurrence

/// A vector of the handed format, evaluated.
public struct ReminderVector: Sendable {
    /// Its name, for people.
    public let name: String
    /// What is wrong, a line each; empty when everything is as expected.
    public let problems: [String]

    /// Evaluates a vector with the zones of a database.
    ///
    /// - Parameter number: stands for the name of one that has none.
    init(_ value: JSONValue, number: Int, zones: ZoneDatabase) {
        name = value["name"]?.string ?? "vector \(number)"
        do {
            problems = try Self.problems(value, zones)
        } catch {
            problems = [error.text]
        }
    }

    private static func problems(_ value: JSONValue, _ database: ZoneDatabase) throws(VectorProblem) -> [String] {
        var fields = try VectorFields(value, "the vector")
        fields.dropRemarks()
        _ = try fields.text("name")
        try demandVersion(fields.text("tzdataMin"), of: database)
        let expectation = try Expectation(&fields)
        guard let now = try fields.value("now", { Instant($0) }) else { throw VectorProblem("there is no now") }
        let lastEvaluated = try fields.value("lastEvaluated") { Instant($0) }
        guard var trigger = try fields.object("trigger") else { throw VectorProblem("there is no trigger") }
        var policy = try fields.object("policy")
        let zones = try timeline(&fields, &trigger, database)
        let notBefore = try limit("notBefore", &trigger, &policy, .midnight, zones, at: now)
        let notAfter = try limit("notAfter", &trigger, &policy, .latest, zones, at: now)
        let marks = try fields.elements("deliveredOccurrences")
        let (policies, snoozeSeconds) = try Self.policies(&policy)
        let schedule = try VectorTrigger(&trigger)
        try trigger.finish()
        try fields.finish()
        let rule = Rule(
            schedule.schedule, policies, days: schedule.days, notBefore: notBefore, notAfter: notAfter,
            since: schedule.schedule.isOpenAndOnce ? lastEvaluated ?? now : nil)
        let situation = VectorSituation(
            rule: rule, zones: zones, now: now, lastEvaluated: lastEvaluated, error: schedule.error)
        return try situation.problems(
            expectation, marks: situation.marks(marks ?? [], snoozeSeconds: snoozeSeconds))
    }

    private static func policies(
        _ fields: inout VectorFields?
    ) throws(VectorProblem) -> (policies: Policies, snoozeSeconds: Int?) {
        guard var policy = fields else { return (Policies(), nil) }
        let read = try VectorPolicies(&policy)
        try policy.finish()
        return (read.policies, read.snoozeSeconds)
    }

    private static func demandVersion(_ least: String?, of database: ZoneDatabase) throws(VectorProblem) {
        guard let least else { return }
        let found = database.version ?? "of no version"
        // The year has four digits, and the letters of a year go on with za, zb: so texts are in the order of time.
        guard !found.utf8.lexicographicallyPrecedes(least.utf8), database.version != nil else {
            throw VectorProblem("it needs tzdata \(least), and the zone files are \(found)")
        }
    }

    /// The zones of a floating rule are those of the device; any other has one.
    private static func timeline(
        _ fields: inout VectorFields, _ trigger: inout VectorFields, _ database: ZoneDatabase
    ) throws(VectorProblem) -> ZoneTimeline {
        let zone = try fields.text("zone")
        let mode = try trigger.value("zoneMode") { ["floating", "fixed", "trip"].contains($0) ? $0 : nil }
        let own = try trigger.text("zone")
        var segments: [ZoneTimeline.Segment] = []
        for element in try fields.elements("timeline") ?? [] {
            guard let pair = element.elements, pair.count == 2, let start = pair[0].string.flatMap({ Instant($0) }),
                let name = pair[1].string
            else { throw VectorProblem("the timeline holds what is no pair of an instant and a zone") }
            segments.append(ZoneTimeline.Segment(start: start, rules: try rules(name, database)))
        }
        if mode ?? "floating" == "floating", own == nil, !segments.isEmpty { return ZoneTimeline(segments) }
        guard let name = own ?? zone else { throw VectorProblem("there is no zone") }
        return ZoneTimeline(try rules(name, database))
    }

    private static func rules(_ name: String, _ database: ZoneDatabase) throws(VectorProblem) -> ZoneRules {
        guard let rules = ZoneName(name).flatMap(database.rules) else {
            throw VectorProblem("the zone \"\(name)\" is not among the zone files")
        }
        return rules
    }

    /// The first or last reading; of a day alone its first or last.
    private static func limit(
        _ name: String, _ trigger: inout VectorFields, _ policy: inout VectorFields?, _ time: TimeOfDay,
        _ zones: ZoneTimeline, at now: Instant
    ) throws(VectorProblem) -> CivilDateTime? {
        if let instant = trigger.peekText(name).flatMap({ Instant($0) }) {
            _ = trigger.take(name)
            let segment = zones.segments.last { $0.start <= now } ?? zones.segments[0]
            return segment.rules.civil(at: instant)
        }
        var limit = try VectorReading.take(name, &trigger)
        if limit == nil, var fields = policy {
            limit = try VectorReading.take(name, &fields)
            policy = fields
        }
        return limit.map { $0.hasTime ? $0.reading : CivilDateTime(day: $0.reading.day, time: time) }
    }
}

extension Rule.Schedule {
    /// Whether it comes once and does not say in which year, so that it counts from when it was made.
    fileprivate var isOpenAndOnce: Bool {
        if case .calendar(let pattern, repeats: false) = self { pattern.year == nil } else { false }
    }
}

/// What a vector expects.
struct Expectation {
    let error: String?
    let upcoming: [Instant]?
    let deliverNow: [Instant]?
    let missedCount: Int?

    init(_ fields: inout VectorFields) throws(VectorProblem) {
        error = try fields.text("error")
        upcoming = try fields.instants("expected")
        deliverNow = try fields.instants("deliverNow")
        missedCount = try fields.integer("missedCount")
        guard error != nil || upcoming != nil || deliverNow != nil || missedCount != nil else {
            throw VectorProblem("it expects nothing")
        }
    }
}
