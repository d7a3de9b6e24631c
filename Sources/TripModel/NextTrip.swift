// The trip that is on or comes next, and how that is said.

public import CivilTime
import Replication

/// The answer to "what is next?" at one instant: complete in itself, so that it can be shown without any other data.
public struct NextTrip: Equatable, Sendable {
    /// How it stands to today.
    public let state: State
    /// Nil only when nothing is planned.
    public let trip: Trip?
    /// How many days until it starts: 1 for tomorrow, 0 for today; nil when it is under way or there is none.
    public let daysUntil: Int?
    /// 1 for its first day; nil when it is not on.
    public let day: Int?
    /// Of how many days it is: nights + 1; nil when there is none.
    public let days: Int?

    /// How a trip stands to the day on which it is asked for.
    public enum State: String, CaseIterable, Sendable {
        /// No trip is planned.
        case none
        /// It starts on a later day.
        case upcoming
        /// It starts today.
        case today
        /// It started on an earlier day, and today is one of its days.
        case underWay
    }

    /// The next trip at an instant: a trip that is on comes first, else the nearest start; ties by start, last day, id
    /// (docs/design, model: Queries everybody needs). Archived, cancelled and undated trips do not count, and neither
    /// do those that are over: after the last minute of the last day where the trip is.
    ///
    /// - Parameter trips: those that are not deleted, in any order.
    public init(at instant: Instant, trips: [Trip], zones: TripZones) {
        self.init(at: instant, among: trips.compactMap { Candidate($0, zones: zones) })
    }

    init(at instant: Instant, among candidates: [Candidate]) {
        // By index, for a copy of each trip would cost more than everything else.
        var next: (index: Int, today: CalendarDay, order: Candidate.Order)?
        for index in candidates.indices {
            let today = candidates[index].rules.civil(at: instant).day
            guard today <= candidates[index].days.upperBound else { continue }
            let order = candidates[index].order(on: today)
            if let best = next, best.order < order { continue }
            next = (index, today, order)
        }
        guard let (index, today, _) = next else {
            self.init(state: .none)
            return
        }
        let trip = candidates[index].trip
        let days = trip.nights + 1
        let daysUntil = today.days(until: candidates[index].days.lowerBound)
        if daysUntil > 0 {
            self.init(state: .upcoming, trip: trip, daysUntil: daysUntil, days: days)
        } else if daysUntil == 0 {
            self.init(state: .today, trip: trip, daysUntil: 0, day: 1, days: days)
        } else {
            self.init(state: .underWay, trip: trip, day: 1 - daysUntil, days: days)
        }
    }

    private init(
        state: State, trip: Trip? = nil, daysUntil: Int? = nil, day: Int? = nil, days: Int? = nil
    ) {
        self.state = state
        self.trip = trip
        self.daysUntil = daysUntil
        self.day = day
        self.days = days
    }
}

extension NextTrip {
    /// `No trips are planned.`, `Bergen, on 3 June 2027.`, `Bergen, today.` or `Bergen, day 2 of 5.`
    public var sentence: String {
        guard let trip else { return "No trips are planned." }
        guard state == .upcoming, let start = trip.start else { return "\(trip.city), \(when ?? "")." }
        return "\(trip.city), on \(start.spoken)."
    }

    /// `in 3 days`, `tomorrow`, `today` or `day 2 of 5`; nil when nothing is planned. Right for one day where the trip
    /// is.
    public var when: String? {
        switch (state, daysUntil, day, days) {
        case (.upcoming, 1, _, _): "tomorrow"
        case (.upcoming, let daysUntil?, _, _): "in \(daysUntil) days"
        case (.today, _, _, _): "today"
        case (.underWay, _, let day?, let days?): "day \(day) of \(days)"
        default: nil
        }
    }

    /// City and ``when``, for a widget or a status bar: `Bergen, in 3 days`, or `No trips are planned`.
    public var line: String {
        guard let trip, let when else { return "No trips are planned" }
        return "\(trip.city), \(when)"
    }
}

/// A trip that may be next at some time, with its days and the rules by which they begin.
struct Candidate: Sendable {
    let trip: Trip
    let days: ClosedRange<CalendarDay>
    let rules: ZoneRules

    typealias Order = (Int, CalendarDay, CalendarDay, RecordID)

    /// Nil for a trip that never is.
    init?(_ trip: Trip, zones: TripZones) {
        guard !trip.archived, trip.status == .planned, let days = trip.days else { return nil }
        self.trip = trip
        self.days = days
        rules = zones.rules(for: trip)
    }

    /// What decides which trip is next, the least first: those that are on, then start, last day and id.
    func order(on today: CalendarDay) -> Order {
        (days.contains(today) ? 0 : 1, days.lowerBound, days.upperBound, trip.id)
    }
}
