// What a run of schedules has met: a run that has not met something proves nothing of it.

/// How often each fault happened and each branch was reached.
package struct Coverage: Sendable {
    /// By names: of faults, and of ``Branch``.
    package private(set) var counts: [String: Int] = [:]

    /// What rules the exchange may come to (docs/design, replication).
    package enum Branch: String, CaseIterable, Sendable {
        case foreign, newNumber, expired, inferredHiding, sumDiffers, ahead, restamped, laterOutcome, refusedOutcome
        case quarantined, parked, collected, horizonDrop, wipedAndClaimed, unopenable, beneathDeletion
        case readFromZero, staleAnswer, replayHarmless
        case rung, missed, snoozed, settledElsewhere, withdrawn, watchAnswered, retried
    }

    package init() {}

    mutating func met(_ fault: Fault) { counts[fault.rawValue, default: 0] += 1 }

    mutating func met(_ branch: Branch, _ count: Int = 1) {
        if count > 0 { counts[branch.rawValue, default: 0] += count }
    }

    package mutating func add(_ name: String, _ count: Int) { counts[name, default: 0] += count }

    package mutating func add(_ other: Coverage) { counts.merge(other.counts) { $0 + $1 } }

    /// All that can be met.
    package static var names: [String] { Fault.allCases.map(\.rawValue) + Branch.allCases.map(\.rawValue) }

    /// What was never met.
    package var missing: [String] { Self.names.filter { counts[$0, default: 0] == 0 } }
}
