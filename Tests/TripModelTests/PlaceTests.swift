// A place has both coordinates or none.

import Replication
import Testing

@testable import TripModel

@Suite("Place")
struct PlaceTests {
    @Test(
        "Latitude and longitude are given together or not at all",
        arguments: [
            (nil, nil, []), (60.39, 5.32, []), (0, 0, []),
            (60.39, nil, ["longitude must be given together with the latitude"]),
            (nil, 5.32, ["latitude must be given together with the longitude"]),
            (91, 5.32, ["latitude must be a number from -90.0 to 90.0"]),
        ] as [(Double?, Double?, [String])])
    func coordinates(latitude: Double?, longitude: Double?, problems: [String]) {
        #expect(Place.problems(in: place("Bryggen", latitude, longitude)).map(\.description) == problems)
    }

    @Test("A place needs a name but no trip")
    func name() {
        #expect(Place.problems(in: place("")).map(\.description) == ["name must be given"])
    }
}
