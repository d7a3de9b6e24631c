// Records are found by parts of words in their names, notes and cities.

import Replication
import Testing

@testable import TripModel

@Suite("Search")
struct SearchTests {
    @Test("Every spelling finds the same two items", arguments: ["cafe", "café", "cafe\u{301}", "CAFÉ", "  caf "])
    func spellings(typed: String) {
        let items = [item(1, "Café map"), item(2, "Socks"), item(3, "Map") { $0.note = "of the CAFE\u{301}" }]
        #expect(Search.records(matching: typed, in: items).map(\.id) == [id(1), id(3)])
    }

    @Test(
        "All words must occur in one record, in whatever fields",
        arguments: [
            ("lodz", [1]), ("summer lodz", [1]), ("summer", [1, 2]), ("winter", []), ("pl", []), ("", []), (" ", []),
        ] as [(String, [UInt64])])
    func words(typed: String, found: [UInt64]) {
        let trips = [
            trip(1, "Łódź") { ($0.note, $0.country) = ("Summer fair", "PL") },
            trip(2, "Bergen") { $0.title = "Summer" },
        ]
        #expect(Search.records(matching: typed, in: trips).map(\.id) == found.map(id))
    }

    @Test("The folded text holds the searched fields, one a line")
    func foldedText() {
        var bryggen = place("Bryggen", 60.39, 5.32)
        (bryggen.address, bryggen.category) = ("Nikolaikirkeallmenningen", "museum")
        #expect(Search.foldedText(of: bryggen) == "bryggen\nnikolaikirkeallmenningen")
    }
}
