// In which zone a trip is told what day it is.

public import CivilTime

/// The rules of the zones at hand. What counts for a trip is the zone of its place; where it has none, or one that
/// nobody knows, the zone of whoever asks.
public struct TripZones: Sendable {
    /// The rules of whoever asks.
    public let device: ZoneRules
    private let find: @Sendable (ZoneName) -> ZoneRules?

    /// - Parameter find: the rules of a zone; nil when it is not known.
    public init(device: ZoneRules, find: @escaping @Sendable (ZoneName) -> ZoneRules?) {
        self.device = device
        self.find = find
    }

    /// The rules by which a trip's days begin and end.
    public func rules(for trip: Trip) -> ZoneRules {
        trip.zone.flatMap(find) ?? device
    }
}

extension ZoneRules {
    /// The instants within a window at which the day on the calendar may change: each midnight, and each change of the
    /// clocks, which can go back over a midnight. In seconds since 1970, ascending, beyond the first and up to the
    /// last.
    ///
    /// - Parameter window: in seconds since 1970.
    func dayChanges(in window: Range<Int>) -> [Int] {
        var changes: [Int] = []
        var start = window.lowerBound
        while start < window.upperBound {
            let end = endOfOffset(from: start, limit: min(start + Self.stepSeconds, window.upperBound))
            let offset = offsetSeconds(at: Instant(secondsSince1970: start))
            let daySeconds = 86_400
            let sinceMidnight = ((start + offset) % daySeconds + daySeconds) % daySeconds
            changes += stride(from: start - sinceMidnight + daySeconds, through: end, by: daySeconds)
            let hasNewOffset = offsetSeconds(at: Instant(secondsSince1970: end)) != offset
            if hasNewOffset && changes.last != end { changes.append(end) }
            start = end
        }
        return changes
    }

    /// Where the offset that holds at a time ends, or the limit when it holds until there.
    private func endOfOffset(from start: Int, limit: Int) -> Int {
        let offset = offsetSeconds(at: Instant(secondsSince1970: start))
        var (same, other) = (start, limit)
        guard offsetSeconds(at: Instant(secondsSince1970: limit)) != offset else { return limit }
        while other - same > 1 {
            let middle = same + (other - same) / 2
            if offsetSeconds(at: Instant(secondsSince1970: middle)) == offset { same = middle } else { other = middle }
        }
        return other
    }

    /// Short enough that no zone ever changed its clocks twice within it and came back.
    private static let stepSeconds = 3600
}
