// The same thing written down twice is shown, and merged only when asked.

import Replication
import Testing

@testable import TripModel

@Suite("Likely duplicates")
struct DuplicatesTests {
    @Test("Items of one trip with the same folded name are grouped")
    func groups() {
        let items = [
            item(1, "Adapter"), item(2, "Café  map"), item(3, "Socks"), item(4, "ADAPTER"), item(5, "CAFE\u{301} MAP"),
            item(6, "Adapter", trip: 2), item(7, " adapter "),
        ]
        #expect(Duplicates.groups(in: items).map { $0.map(\.id) } == [[id(1), id(4), id(7)], [id(2), id(5)]])
        #expect(Duplicates.groups(in: []).isEmpty)
    }

    @Test("Merging sums quantities, joins notes, and is packed only if both were")
    func merged() throws {
        let kept = item(1, "Adapter") {
            ($0.quantity, $0.note, $0.packed, $0.position) = (2, "EU", true, FractionalKey("k"))
        }
        let other = item(2, "adapter") {
            ($0.quantity, $0.note, $0.packed, $0.weightGrams, $0.category) = (1, "UK", false, 60, id(50))
        }
        var expected = kept
        (expected.quantity, expected.note, expected.packed) = (3, "EU\nUK", false)
        (expected.weightGrams, expected.category) = (60, id(50))
        #expect(try Duplicates.merged(other, into: kept).get() == expected)
    }

    @Test(
        "Notes are joined without empty or repeated ones",
        arguments: [("", "", ""), ("a", "", "a"), ("", "b", "b"), ("a", "a", "a"), ("a", "b", "a\nb")])
    func notes(kept: String, other: String, joined: String) throws {
        let merged = Duplicates.merged(item(2, "x") { $0.note = other }, into: item(1, "x") { $0.note = kept })
        #expect(try merged.get().note == joined)
    }

    @Test(
        "It is packed only if both were",
        arguments: [(true, true, true), (true, false, false), (false, true, false), (false, false, false)])
    func packed(kept: Bool, other: Bool, both: Bool) throws {
        let merged = Duplicates.merged(item(2, "x") { $0.packed = other }, into: item(1, "x") { $0.packed = kept })
        #expect(try merged.get().packed == both)
    }

    @Test("What would be beyond its limit is refused")
    func refused() {
        let many = item(1, "x") { $0.quantity = 999 }
        #expect(failure(item(2, "x"), many) == "quantity must be a whole number from 0 to 999")
        #expect(failure(item(2, "x") { $0.quantity = .max }, many) == "quantity must be a whole number from 0 to 999")
        let wordy = item(1, "x") { $0.note = String(repeating: "n", count: 4000) }
        #expect(failure(item(2, "x") { $0.note = "m" }, wordy) == "note must be at most 4000 characters long")
        #expect(failure(item(2, "x", trip: 2), many) == "trip must be the same for items that are merged")
        #expect(failure(many, many) == "item must be another item")
    }

    private func failure(_ other: PackingItem, _ kept: PackingItem) -> String? {
        guard case .failure(let problem) = Duplicates.merged(other, into: kept) else { return nil }
        return problem.description
    }
}
