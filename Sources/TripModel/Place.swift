// A place to go to or to remember, on a trip or by itself.

public import CivilTime
public import Replication

/// A point on the map, or a name that has none yet.
public struct Place: Entity {
    /// Only a copy is given another one.
    public internal(set) var id: RecordID
    /// Nil for a place that belongs to no trip.
    public var trip: RecordID?
    /// Its name, 1…``Limits/placeNameCharacters`` characters.
    public var name = ""
    /// Degrees north, WGS 84; nil together with the longitude. 0 and 0 are a place, not "unknown".
    public var latitude: Double?
    /// Degrees east, WGS 84.
    public var longitude: Double?
    /// Street and town, in one line.
    public var address: String?
    /// What kind of place it is, in the words of whoever wrote it.
    public var category: String?
    /// Anything else, up to ``Limits/noteCharacters`` characters.
    public var note = ""
    /// When it is to be visited.
    public var visit: PlanTime?
    /// Its place among those of its trip, as a fractional key.
    public var position: FractionalKey?

    /// A record with the defaults of all fields.
    public init(id: RecordID) {
        self.id = id
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<Place>(
        4, "place", plural: "places", parent: 1,
        fields: [
            Field(1, "trip", \.trip, .record, "The trip it belongs to"),
            Field(
                2, "name", \.name, .text(1...Limits.placeNameCharacters), "Its name", isRequired: true,
                isSearched: true),
            Field(3, "latitude", \.latitude, .latitude, "Degrees north, negative in the south"),
            Field(4, "longitude", \.longitude, .longitude, "Degrees east, negative in the west"),
            Field(
                5, "address", \.address, .text(1...Limits.placeNameCharacters), "Street and town", isSearched: true),
            Field(6, "category", \.category, .text(1...Limits.placeNameCharacters), "What kind of place it is"),
            Field(7, "note", \.note, .note(Limits.noteCharacters), "Anything else", isSearched: true),
            Field(8, "visit", \.visit, .planTime, "When to be there: a day, days, or a day and time"),
            Field(9, "position", \.position, .position, "Its place in the list"),
        ])
}

extension Place: Positioned {}

extension Place {
    /// Latitude and longitude are given together or not at all.
    public var disagreements: [Problem] {
        switch (latitude, longitude) {
        case (nil, .some): [Problem(field: "latitude", clause: "must be given together with the longitude")]
        case (.some, nil): [Problem(field: "longitude", clause: "must be given together with the latitude")]
        default: []
        }
    }
}
