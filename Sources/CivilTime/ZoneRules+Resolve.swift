// From a clock reading to the instants at which a zone's clocks show it.

extension ZoneRules {
    /// The instants at which the clocks show a reading, after the policies have been applied.
    ///
    /// A reading that was jumped over (gap) is moved or dropped by `gap`; of one that comes twice (overlap) `overlap`
    /// chooses. Nothing is assumed about how far clocks jump or at what hour (docs/design, reminders: The pure
    /// function).
    public func resolve(
        _ reading: CivilDateTime, gap gapPolicy: GapPolicy = .shift, overlap overlapPolicy: OverlapPolicy = .first
    ) -> Resolution {
        switch match(clockSeconds: reading.clockSeconds) {
        case .once(let seconds):
            return Resolution(kind: .normal, seconds)
        case .twice(let first, let last):
            return switch overlapPolicy {
            case .first: Resolution(kind: .overlap, first)
            case .last: Resolution(kind: .overlap, last)
            case .both: Resolution(kind: .overlap, first, last)
            }
        case .never(let jump, let earlier, let later):
            return switch gapPolicy {
            case .shift: Resolution(kind: .gap, later)
            case .firstValid: Resolution(kind: .gap, jump)
            case .before: Resolution(kind: .gap, earlier)
            case .skip: Resolution(kind: .gap)
            }
        }
    }

    /// The first instant of a day: midnight, or where that was jumped over the first instant after it. A day that the
    /// zone left out altogether (30 December 2011 in Apia) begins and ends with the jump.
    public func startOfDay(_ day: CalendarDay) -> Instant {
        let midnight = CivilDateTime(day: day, time: .midnight)
        return resolve(midnight, gap: .firstValid).first ?? Instant(secondsSince1970: midnight.clockSeconds)
    }

    /// How often the clocks show a reading, and when: tries the offsets of all periods around it and keeps what leads
    /// back to it.
    ///
    /// - Parameter reading: as ``CivilDateTime/clockSeconds``, within the years 1 to 9999.
    package func match(clockSeconds reading: Int) -> ReadingMatch {
        let reach = 26 * 3600  // no zone is further from UTC
        let repetition = repetition(before: reading + reach)
        let clock = reading - repetition
        var found: Int?
        var index = period(at: clock - reach)
        var jump = starts[index]
        var (offsetBefore, offsetAfter) = (0, 0)
        while index < starts.count, starts[index] <= clock + reach {
            let offset = offsetSeconds(ofPeriod: index)
            let seconds = clock - offset
            let end = index + 1 < starts.count ? starts[index + 1] : .max
            if starts[index] <= seconds && seconds < end {
                if let first = found { return .twice(first: first, last: seconds + repetition) }
                found = seconds + repetition
            } else if seconds >= end {
                // The last period that ends too early, and the one after it, enclose a gap.
                (jump, offsetBefore) = (end, offset)
                offsetAfter = offsetSeconds(ofPeriod: index + 1)
            }
            index += 1
        }
        if let found { return .once(found) }
        let base = reading - repetition
        return .never(
            jump: jump + repetition,
            earlier: base - offsetAfter + repetition,
            later: base - offsetBefore + repetition)
    }
}

/// When the clocks of a zone show a reading; all in seconds since 1970.
package enum ReadingMatch: Equatable, Sendable {
    /// At one instant.
    case once(Int)
    /// At two instants.
    case twice(first: Int, last: Int)
    /// The clocks jump over it at `jump`. Read with the offset after the jump it is `earlier`, before it `later`.
    case never(jump: Int, earlier: Int, later: Int)
}

/// What becomes of a reading that the clocks jump over.
public enum GapPolicy: String, CaseIterable, Sendable {
    /// Read with the offset before the gap: as much later as the clocks jump, so that 02:30 becomes 03:30.
    case shift
    /// The first instant after the jump.
    case firstValid
    /// Nothing.
    case skip
    /// Read with the offset after the gap: 02:30 becomes 01:30.
    case before
}

/// Which pass is meant by a reading that the clocks show twice.
public enum OverlapPolicy: String, CaseIterable, Sendable {
    /// The earlier.
    case first
    /// The later.
    case last
    /// Each of them.
    case both
}

/// What became of a clock reading in a zone.
public struct Resolution: Equatable, Sendable {
    /// How often the clocks show the reading, whatever the policies.
    public let kind: Kind
    /// Nil only for a gap that is skipped.
    public let first: Instant?
    /// Only for an overlap of which both passes were asked for.
    public let second: Instant?

    /// How often clocks show a reading.
    public enum Kind: Sendable {
        /// Once.
        case normal
        /// Never.
        case gap
        /// Twice.
        case overlap
    }

    fileprivate init(kind: Kind, _ first: Int? = nil, _ second: Int? = nil) {
        self.kind = kind
        self.first = first.map(Instant.init(secondsSince1970:))
        self.second = second.map(Instant.init(secondsSince1970:))
    }

    /// None, one or two, ascending.
    public var instants: [Instant] { [first, second].compactMap(\.self) }
}
