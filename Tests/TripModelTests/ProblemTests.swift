// A record is checked field by field, then as a whole.

import Replication
import Testing

@testable import TripModel

@Suite("Checked entity")
struct ProblemTests {
    @Test("Problems come in the order of the schema, those between fields last")
    func order() {
        var broken = place(String(repeating: "x", count: 201), 91)
        broken.address = "a\nb"
        #expect(
            Place.problems(in: broken) == [
                Problem(field: "name", clause: "must be 1 to 200 characters long"),
                Problem(field: "latitude", clause: "must be a number from -90.0 to 90.0"),
                Problem(field: "address", clause: "must not contain control characters"),
                Problem(field: "longitude", clause: "must be given together with the latitude"),
            ])
    }

    @Test("Notes may have lines, names may not")
    func lines() {
        #expect(PackingItem.problems(in: item(1, "Socks") { $0.note = "two\n\tlines" }) == [])
        #expect(
            PackingItem.problems(in: item(1, "So\ncks")).map(\.description)
                == ["name must not contain control characters"])
    }
}
