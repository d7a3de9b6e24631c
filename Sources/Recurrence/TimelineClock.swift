// What the clocks of a timeline show.

import CivilTime

/// Looks up offsets in a timeline and remembers the stretch of time in which it last did, so that one look-up after the
/// other costs next to nothing.
struct TimelineClock {
    private let segments: [ZoneTimeline.Segment]
    /// The stretch, in milliseconds since 1970, and the offset in it.
    private(set) var stretch = Stretch(start: 0, end: 0, offsetSeconds: 0)

    /// A stretch of time in which the clocks keep their offset; in milliseconds since 1970.
    struct Stretch {
        let start: Int
        /// Not in it any more.
        let end: Int
        let offsetSeconds: Int

        /// What the clocks show, as ``CivilDateTime/clockSeconds``.
        func clock(at milliseconds: Int) -> Int {
            milliseconds.floored(by: 1000) + offsetSeconds
        }
    }

    init(_ timeline: ZoneTimeline) {
        segments = timeline.segments
    }

    /// The stretch around an instant.
    mutating func stretch(at milliseconds: Int) -> Stretch {
        if milliseconds < stretch.start || milliseconds >= stretch.end { look(at: milliseconds) }
        return stretch
    }

    private mutating func look(at milliseconds: Int) {
        let index = segments.index(at: milliseconds)
        let period = segments[index].rules.period(containing: milliseconds.floored(by: 1000))
        let start = max(period.start, -Self.beyond) * 1000
        let end = min(period.end, Self.beyond) * 1000
        stretch = Stretch(
            start: index == 0 ? start : max(start, segments[index].milliseconds),
            end: index + 1 == segments.count ? end : min(end, segments[index + 1].milliseconds),
            offsetSeconds: period.offsetSeconds)
    }

    /// Seconds from 1970 beyond all time, yet far from overflow.
    private static let beyond = 1 << 40
}

extension [ZoneTimeline.Segment] {
    /// The segment in force; the first is so before its start too.
    func index(at milliseconds: Int) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self[middle].milliseconds <= milliseconds { low = middle } else { high = middle }
        }
        return low
    }
}

extension ZoneTimeline.Segment {
    /// Its start, in milliseconds since 1970.
    var milliseconds: Int { Int(start.millisecondsSince1970) }
}

extension Int {
    /// Division that rounds towards minus infinity.
    ///
    /// - Parameter divisor: positive.
    func floored(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
