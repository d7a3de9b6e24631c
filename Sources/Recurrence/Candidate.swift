// What a rule yields before marks and quiet hours are looked at.

import CivilTime

/// An occurrence on its way: without allocations, and with times as plain numbers.
struct Candidate {
    /// When it rings, in milliseconds since 1970.
    var milliseconds: Int
    /// The reading of its key as ``CivilDateTime/clockSeconds``; of an interval the count.
    var clock: Int
    /// The pass of its reading; in real time the offset in seconds.
    var detail = 1
    /// What moved it.
    var moves: Moves = []
    /// How late it is already when it rings, because the device had jumped over it.
    var lateMilliseconds = 0
    /// Whether the next one cannot ring at the same instant.
    var isAlone = true

    /// The policies that acted.
    struct Moves: OptionSet {
        let rawValue: UInt8

        static let missingDay = Moves(rawValue: 1)
        static let gap = Moves(rawValue: 2)
        static let overlap = Moves(rawValue: 4)
        static let zoneJump = Moves(rawValue: 8)
        static let quiet = Moves(rawValue: 16)
    }

    /// The same for people.
    func occurrence(of kind: KeyKind, _ policies: Policies) -> Occurrence {
        Occurrence(
            key: kind.key(self), instant: Instant(millisecondsSince1970: Int64(milliseconds)),
            adjustments: moves.isEmpty ? [] : adjustments(policies))
    }

    private func adjustments(_ policies: Policies) -> [Occurrence.Adjustment] {
        var adjustments: [Occurrence.Adjustment] = []
        if moves.contains(.missingDay) { adjustments.append(.missingDay(policies.missingDay)) }
        if moves.contains(.gap) { adjustments.append(.gap(policies.gap)) }
        if moves.contains(.overlap) { adjustments.append(.overlap(policies.overlap)) }
        if moves.contains(.zoneJump) { adjustments.append(.zoneJump) }
        if moves.contains(.quiet) { adjustments.append(.quiet) }
        return adjustments
    }
}

/// What the keys of a rule are made of.
enum KeyKind {
    case reading, realTime, count

    func key(_ candidate: Candidate) -> OccurrenceKey {
        switch self {
        case .reading: .reading(reading(candidate), pass: candidate.detail)
        case .realTime: .realTime(reading(candidate), offsetSeconds: candidate.detail)
        case .count: .count(candidate.clock)
        }
    }

    private func reading(_ candidate: Candidate) -> CivilDateTime {
        CivilDateTime(clockSeconds: candidate.clock) ?? .latest
    }
}

extension OccurrenceKey {
    /// Which of two keys of one rule is the later.
    static func precedes(_ left: OccurrenceKey, _ right: OccurrenceKey) -> Bool {
        left.order < right.order
    }

    private var order: (Int, Int) {
        switch self {
        case .reading(let reading, let pass): (reading.clockSeconds, pass)
        case .realTime(let reading, let offset): (reading.clockSeconds, -offset)
        case .count(let count): (count, 0)
        }
    }
}
