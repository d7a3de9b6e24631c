// A copy has everything, and stands by itself.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Copying a trip")
struct TripCopyTests {
    private let original = trip(1, "Bergen", "2027-06-03", nights: 4) {
        ($0.country, $0.zone, $0.note) = ("NO", "Europe/Oslo", "fjords")
        ($0.status, $0.archived) = (.cancelled, true)
    }
    private let socks = item(2, "Socks") {
        ($0.quantity, $0.weightGrams, $0.packed, $0.note) = (7, 240, true, "wool")
        ($0.category, $0.position, $0.source) = (id(50), FractionalKey("a"), .template)
    }
    private var bryggen: Place {
        var place = place("Bryggen", 60.3975, 5.3245)
        (place.trip, place.visit) = (id(1), .day(day("2027-06-04")))
        return place
    }

    private func copy(items: [PackingItem], places: [Place] = []) -> TripCopy {
        var next: UInt64 = 99
        return TripCopy(of: original, items: items, places: places) {
            next += 1
            return id(next)
        }
    }

    @Test("The trip is equal except for its id, its title, and being planned again")
    func tripFields() {
        var expected = original
        (expected.title, expected.status, expected.archived) = ("Copy of Bergen, June 2027", .planned, false)
        let copied = copy(items: []).trip
        #expect(copied.id == id(100))
        #expect(Trip.schema.read(copied) == Trip.schema.read(expected))
    }

    @Test("Items keep quantity, weight, note, category, order and source, and are not packed")
    func itemFields() {
        let copied = copy(items: [socks, item(3, "Hat")]).items
        var expected = socks
        (expected.trip, expected.packed) = (id(100), false)
        #expect(copied.map(\.id) == [id(101), id(102)])
        #expect(PackingItem.schema.read(copied[0]) == PackingItem.schema.read(expected))
        #expect(copied[1].name == "Hat")
    }

    @Test("Places come along")
    func placeFields() {
        let copied = copy(items: [socks], places: [bryggen]).places
        var expected = bryggen
        expected.trip = id(100)
        #expect(copied.map(\.id) == [id(102)])
        #expect(Place.schema.read(copied[0]) == Place.schema.read(expected))
    }

    @Test("The title is cut to its limit")
    func title() {
        let long = trip(1, String(repeating: "é", count: 120))
        let copied = TripCopy(of: long, items: [], places: []) { id(9) }
        #expect(copied.trip.title == "Copy of " + String(repeating: "é", count: 112))
        #expect(Trip.problems(in: copied.trip) == [])
    }
}
