// What may stand for a country, a latitude and a longitude.

import Replication
import Testing

@testable import TripModel

@Suite("Kinds of field for places")
struct PlaceKindsTests {
    @Test(
        "A country is kept as its code where it is known, else as typed",
        arguments: [("norge", "NO"), (" Atlantis ", "Atlantis"), ("us", "US")])
    func country(typed: String, kept: String) {
        #expect(FieldKind.country.parse(typed) == .success(.text(kept)))
    }

    @Test("A country is shown by its name")
    func countryName() {
        #expect(FieldKind.country.format(.text("NO")) == "Norway")
        #expect(FieldKind.country.format(.text("Atlantis")) == "Atlantis")
    }

    @Test("A country is 1 to 120 characters without controls")
    func countryRule() {
        #expect(FieldKind.country.brokenRule(.text("")) == "must be 1 to 120 characters long")
        #expect(FieldKind.country.brokenRule(.text(String(repeating: "x", count: 120))) == nil)
        #expect(FieldKind.country.brokenRule(.text(String(repeating: "x", count: 121))) != nil)
        #expect(FieldKind.country.brokenRule(.text("a\nb")) == "must not contain control characters")
    }

    @Test(
        "Latitudes reach to the poles, longitudes to the date line",
        arguments: [
            (90.0, true, true), (-90, true, true), (90.000_001, false, true), (180, false, true),
            (-180, false, true), (180.000_001, false, false), (0, true, true), (.nan, false, false),
            (.infinity, false, false),
        ])
    func degrees(value: Double, isLatitude: Bool, isLongitude: Bool) {
        #expect(FieldKind.latitude.accepts(.double(value)) == isLatitude)
        #expect(FieldKind.longitude.accepts(.double(value)) == isLongitude)
    }
}
