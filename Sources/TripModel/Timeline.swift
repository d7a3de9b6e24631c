// What a widget or status bar shows over the coming hours, worked out ahead.

public import CivilTime

/// Entries that stay right without new data: whoever shows the one in force at a minute shows what ``NextTrip`` would
/// answer at that minute.
public struct Timeline: Equatable, Sendable {
    /// By time, at least one; the first is in force from the start of the window. Neighbours differ.
    public let entries: [Entry]
    /// When the timeline has to be asked for anew, even if no trip was changed.
    public let reload: Reload

    /// What is shown from an instant until that of the next entry.
    public struct Entry: Equatable, Sendable {
        /// From when on it is in force.
        public let start: Instant
        /// All there is to show.
        public let next: NextTrip
    }

    /// When to ask again.
    public enum Reload: Equatable, Sendable {
        /// The last entry is right until this instant, beyond the end of the window.
        case after(Instant)
        /// The last entry is right until the end of the window, and maybe not beyond.
        case atEnd
        /// The last entry stays right until a trip is changed.
        case never
    }

    /// - Parameters:
    ///   - start: of the window.
    ///   - hours: how long the window is, within 1…``Limits/timelineHours``; other numbers become the nearest of these.
    ///   - trips: those that are not deleted, in any order.
    public init(from start: Instant, hours: Int, trips: [Trip], zones: TripZones) {
        let end = start.adding(milliseconds: Int64(min(max(hours, 1), Limits.timelineHours)) * 3_600_000)
        // A trip that is over everywhere on Earth before the window is of no interest to it.
        let earliestDay = ZoneRules.utc.civil(at: start.adding(milliseconds: -2 * 86_400_000)).day
        let candidates = trips.compactMap { Candidate($0, zones: zones) }
            .filter { $0.days.upperBound >= earliestDay }
        func entry(at instant: Instant) -> Entry {
            Entry(start: instant, next: NextTrip(at: instant, among: candidates))
        }
        var entries = [entry(at: start)]
        for instant in Self.dayChanges(from: start, until: end, candidates, zones) where instant < end {
            let entry = entry(at: instant)
            if entry.next != entries[entries.count - 1].next { entries.append(entry) }
        }
        self.entries = entries
        let last = entries[entries.count - 1].next
        guard last.state != .none else {
            // Time alone never brings a trip back that is over.
            reload = .never
            return
        }
        // While there is a trip, the next midnight changes what is said of it; two days reach over any skipped one.
        let searchEnd = end.adding(milliseconds: 3 * 86_400_000)
        let change = ([end] + Self.dayChanges(from: end, until: searchEnd, candidates, zones))
            .first { NextTrip(at: $0, among: candidates) != last }
        reload = change.flatMap { $0 > end ? .after($0) : nil } ?? .atEnd
    }

    /// The entry in force at an instant; the first one before the window.
    public func entry(at instant: Instant) -> Entry {
        entries.last { $0.start <= instant } ?? entries[0]
    }

    /// All instants of a span, beyond its start, at which the day may change where a trip is or where the device is.
    private static func dayChanges(
        from start: Instant, until end: Instant, _ candidates: [Candidate], _ zones: TripZones
    ) -> [Instant] {
        var rules = [zones.device]
        var names: Set<ZoneName> = []
        for candidate in candidates {
            guard let name = candidate.trip.zone, names.insert(name).inserted else { continue }
            rules.append(candidate.rules)
        }
        let window = start.secondsSince1970..<max(start.secondsSince1970, end.secondsSince1970)
        let seconds = Set(rules.flatMap { $0.dayChanges(in: window) })
        return seconds.sorted().map(Instant.init(secondsSince1970:))
    }
}
