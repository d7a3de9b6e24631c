// Which zone was in force when.

public import CivilTime

/// The zones through which a rule goes: one for ever, or those of a device that travels.
public struct ZoneTimeline: Sendable, Equatable {
    /// A zone from an instant on.
    public struct Segment: Sendable, Equatable {
        /// When it came into force.
        public let start: Instant
        /// What its clocks show.
        public let rules: ZoneRules

        /// See the properties of the same names.
        public init(start: Instant, rules: ZoneRules) {
            (self.start, self.rules) = (start, rules)
        }
    }

    /// Ascending; the first is in force before its start too.
    public let segments: [Segment]

    /// One zone for ever.
    public init(_ rules: ZoneRules) {
        segments = [Segment(start: .earliest, rules: rules)]
    }

    /// Zones one after the other, sorted by their starts; of two that start together the later in the list counts. None
    /// is universal time.
    public init(_ segments: [Segment]) {
        var sorted: [Segment] = []
        for segment in segments.enumerated().sorted(by: {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        })
        .map(\.element) {
            if sorted.last?.start == segment.start { sorted.removeLast() }
            sorted.append(segment)
        }
        self.segments = sorted.isEmpty ? [Segment(start: .earliest, rules: .utc)] : sorted
    }
}
