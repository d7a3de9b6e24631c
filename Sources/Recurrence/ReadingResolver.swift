// From readings to instants, many in a row.

import CivilTime

/// Resolves readings in one zone under the policies of a rule. It remembers the readings around the last one that no
/// change of the clocks can touch: for those it only takes the offset away.
struct ReadingResolver {
    let rules: ZoneRules
    private let gap: GapPolicy
    private let overlap: OverlapPolicy
    /// Readings that are shown once each, with nothing unusual near them.
    private var plain = 0..<0
    private var offsetSeconds = 0

    /// When a reading comes; in seconds since 1970.
    struct Passes {
        /// Nil when a gap is skipped.
        let first: Int?
        /// Only when both passes are asked for.
        var second: Int?
        var moves: Candidate.Moves = []
        /// Whether no other reading of the same time of day can come at the same instant.
        var isAlone = false
    }

    init(_ rules: ZoneRules, _ policies: Policies) {
        (self.rules, gap, overlap) = (rules, policies.gap, policies.overlap)
    }

    /// - Parameter clock: as ``CivilDateTime/clockSeconds``, within the years 1 to 9999.
    mutating func passes(of clock: Int) -> Passes {
        if plain.contains(clock) { return Passes(first: clock - offsetSeconds, isAlone: true) }
        switch rules.match(clockSeconds: clock) {
        case .once(let seconds):
            remember(around: seconds)
            return Passes(first: seconds, isAlone: plain.contains(clock))
        case .twice(let first, let last):
            return switch overlap {
            case .first: Passes(first: first, moves: .overlap)
            case .last: Passes(first: last, moves: .overlap)
            case .both: Passes(first: first, second: last, moves: .overlap)
            }
        case .never(let jump, let earlier, let later):
            return switch gap {
            case .shift: Passes(first: later, moves: .gap)
            case .firstValid: Passes(first: jump, moves: .gap)
            case .before: Passes(first: earlier, moves: .gap)
            case .skip: Passes(first: nil)
            }
        }
    }

    /// The reading at an instant, if readings before and after it come before and after it; nil near a change.
    ///
    /// - Parameter seconds: since 1970, within the years 1 to 9999.
    mutating func plainClock(at seconds: Int) -> Int? {
        if !plain.contains(seconds + offsetSeconds) || plain.isEmpty { remember(around: seconds) }
        let clock = seconds + offsetSeconds
        return plain.contains(clock) ? clock : nil
    }

    private mutating func remember(around seconds: Int) {
        let period = rules.period(containing: seconds)
        offsetSeconds = period.offsetSeconds
        let (lower, upper) = (period.start + offsetSeconds + Self.reach, period.end + offsetSeconds - Self.reach)
        plain = lower < upper ? lower..<upper : 0..<0
    }

    /// Seconds around a change of clocks within which readings are looked at with care: three days, for a whole day may
    /// be left out, and offsets differ by two days at most.
    static let reach = 3 * 86_400
}
