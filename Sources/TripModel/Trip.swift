// A trip: where to, when, and for how long.

public import CivilTime
public import Replication

/// A trip of some nights to a city. Its last day is derived, never stored, so that moving the start moves all of it.
public struct Trip: Entity {
    /// Only a copy is given another one.
    public internal(set) var id: RecordID
    /// Its own title, where people gave it one; see ``displayTitle``.
    public var title: String?
    /// Where it goes to, 1…``Limits/titleCharacters`` characters.
    public var city = ""
    /// The ISO 3166-1 alpha-2 code, or the text as typed; see ``Country``.
    public var country: String?
    /// The first day; nil while no date is set.
    public var start: CalendarDay?
    /// 0…``Limits/nights``; 0 for a trip of one day.
    public var nights = 0
    /// The zone of the place, kept as written and perhaps unknown.
    public var zone: ZoneName?
    /// Whether it is going to happen.
    public var status = Status.planned
    /// Put away by its people: kept, but in no list of what is to come.
    public var archived = false
    /// Anything else, up to ``Limits/noteCharacters`` characters.
    public var note = ""

    /// Whether it is going to happen.
    public enum Status: String, Word {
        case planned, cancelled
    }

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Trip>(
        1, "trip", plural: "trips",
        fields: [
            Field(
                1, "title", \.title, .text(1...Limits.titleCharacters), "Its own title, instead of city and month",
                isSearched: true),
            Field(
                2, "city", \.city, .text(1...Limits.titleCharacters), "The city it goes to", isRequired: true,
                isSearched: true),
            Field(3, "country", \.country, .country, "The country, by name or ISO code"),
            Field(4, "start", \.start, .day, "The first day"),
            Field(5, "nights", \.nights, .integer(0...Int64(Limits.nights)), "Nights; 0 for a trip of one day"),
            Field(6, "zone", \.zone, .zone, "The time zone there, such as Europe/Oslo"),
            Field(7, "status", \.status, .choice(Status.words), "Whether it is going to happen"),
            Field(8, "archived", \.archived, .flag, "Whether it is put away"),
            Field(9, "note", \.note, .note(Limits.noteCharacters), "Anything else", isSearched: true),
        ])
}

extension Trip {
    /// The first to the last day; nil for an undated trip, and for one that would end after the year 9999.
    public var days: ClosedRange<CalendarDay>? {
        guard let start, nights >= 0, let last = start.adding(days: nights) else { return nil }
        return start...last
    }

    /// Start + nights; nil as for ``days``.
    public var lastDay: CalendarDay? { days?.upperBound }

    /// The nights with which this trip, keeping its start, ends on a day. Fails without a start, for a day before it,
    /// and for more nights than a trip can have.
    public func nights(until end: CalendarDay) -> Result<Int, RuleBroken> {
        guard let start else { return .failure(RuleBroken("needs a start, from which the nights are counted")) }
        let nights = start.days(until: end)
        guard nights >= 0 else { return .failure(RuleBroken("must not be before the start, \(start)")) }
        guard nights <= Limits.nights else {
            return .failure(RuleBroken("must be at most \(Limits.nights) nights after the start, \(start)"))
        }
        return .success(nights)
    }

    /// Its title, else `Bergen, June 2027`, else the city alone.
    public var displayTitle: String {
        if let title, !title.isEmpty { return title }
        guard let start else { return city }
        return "\(city), \(start.spokenMonth)"
    }
}

extension Trip {
    /// A trip has to end within the year 9999. Nights without a start are fine: how long is often known before when.
    public var disagreements: [Problem] {
        guard start != nil, days == nil else { return [] }
        return [Problem(field: "nights", clause: "must let the trip end before the year 10000")]
    }
}
