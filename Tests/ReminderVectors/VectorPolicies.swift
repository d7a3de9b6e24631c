// From the policy of a vector to the policies of a rule.

import CivilTime
import JSONText
import Recurrence

/// What the policy of a vector says.
struct VectorPolicies {
    private(set) var policies = Policies()
    /// How long after the press of a button an occurrence comes again; nil when nobody pressed it.
    private(set) var snoozeSeconds: Int?

    init(_ fields: inout VectorFields) throws(VectorProblem) {
        policies.gap = try fields.value("gap") { GapPolicy(rawValue: $0) } ?? .shift
        policies.overlap = try fields.value("overlap") { OverlapPolicy(rawValue: $0) } ?? .first
        policies.missingDay = try fields.value("missingDay") { MissingDayPolicy(rawValue: $0) } ?? .lastDay
        policies.zoneJump = try fields.value("zoneJump") { ZoneJumpPolicy(rawValue: $0) } ?? .skip
        policies.misfire = try fields.value("misfire") { MisfirePolicy(rawValue: $0) } ?? .latest
        if let grace = fields.take("graceSeconds") {
            if grace.isNull {
                policies.grace = .unlimited
            } else if let seconds = grace.integer, seconds >= 0 {
                policies.grace = .seconds(Int(seconds))
            } else {
                throw VectorProblem("graceSeconds is neither null nor a whole number from 0 on")
            }
        }
        snoozeSeconds = try fields.integer("snoozeSeconds")
        guard (0...1_000_000_000).contains(snoozeSeconds ?? 0) else { throw VectorProblem("snoozeSeconds is absurd") }
        try readQuiet(&fields)
    }

    private mutating func readQuiet(_ fields: inout VectorFields) throws(VectorProblem) {
        let from = try fields.value("quietFrom") { TimeOfDay($0) }
        let to = try fields.value("quietTo") { TimeOfDay($0) }
        let mode = try fields.value("quietMode") { ["defer", "drop", "ignore"].contains($0) ? $0 : nil } ?? "defer"
        let level = try fields.value("level") { ["passive", "active", "timeSensitive"].contains($0) ? $0 : nil }
        guard (from == nil) == (to == nil) else { throw VectorProblem("quiet hours have only one end") }
        guard let from, let to, let mode = QuietHours.Mode(rawValue: mode), level != "timeSensitive" else { return }
        policies.quiet = QuietHours(from: from, to: to, mode: mode)
    }
}
