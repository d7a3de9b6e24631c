// A place is passed on in forms that other programs read.

import Testing

@testable import TripModel

@Suite("Sharing a place")
struct PlaceSharingTests {
    @Test(
        "Coordinates are written as plain decimals",
        arguments: [
            (60.3975, 5.3245, "geo:60.3975,5.3245"), (0, 0, "geo:0,0"), (-33.8568, -70.5, "geo:-33.8568,-70.5"),
            (0.00001, -0.0000001, "geo:0.00001,-0.0000001"), (-0.0, 0.00000001, "geo:0,0"),
            (90, 123.4, "geo:90,0"), (-90, -12, "geo:-90,0"), (12, -180, "geo:12,-180"),
            (48.198634123456, 16.371648123456, "geo:48.1986341,16.3716481"), (1.99999999, 10, "geo:2,10"),
        ])
    func geoURI(latitude: Double, longitude: Double, uri: String) {
        #expect(PlaceSharing.geoURI(for: place("x", latitude, longitude)) == uri)
    }

    @Test("The map link has a marker on the place")
    func mapLink() {
        #expect(
            PlaceSharing.mapLink(for: place("x", 60.3975, 5.3245))
                == "https://www.openstreetmap.org/?mlat=60.3975&mlon=5.3245")
    }

    @Test("The text has as many lines as the place has parts")
    func text() {
        var bryggen = place("Bryggen", 60.3975, 5.3245)
        bryggen.address = "Bergen"
        #expect(
            PlaceSharing.text(for: bryggen)
                == "Bryggen\nBergen\n60.3975, 5.3245\nhttps://www.openstreetmap.org/?mlat=60.3975&mlon=5.3245")
        #expect(PlaceSharing.text(for: place("Somewhere")) == "Somewhere")
    }

    @Test(
        "Without both coordinates in range there is no address",
        arguments: [(nil, nil), (1, nil), (nil, 1), (91, 0), (0, 181), (.nan, 0)] as [(Double?, Double?)])
    func none(latitude: Double?, longitude: Double?) {
        #expect(PlaceSharing.geoURI(for: place("x", latitude, longitude)) == nil)
        #expect(PlaceSharing.mapLink(for: place("x", latitude, longitude)) == nil)
        #expect(PlaceSharing.text(for: place("x", latitude, longitude)) == "x")
    }
}
