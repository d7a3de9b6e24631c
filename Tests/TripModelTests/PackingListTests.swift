// The list of a trip: nothing lost, always in the same order.

import Replication
import TestSupport
import Testing

@testable import TripModel

@Suite("Packing list")
struct PackingListTests {
    private let clothes = category(101, "Clothes", position: "a")
    private let camping = category(102, "Camping", position: "b")

    @Test("Items stand under their category in the order of positions, ties by id")
    func order() {
        var items = [
            item(1, "Tent") { ($0.category, $0.position) = (camping.id, FractionalKey("a")) },
            item(2, "Socks") { ($0.category, $0.position) = (clothes.id, FractionalKey("c")) },
            item(3, "Shirt") { ($0.category, $0.position) = (clothes.id, FractionalKey("b")) },
            item(4, "Hat") { ($0.category, $0.position) = (clothes.id, FractionalKey("b")) },
        ]
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20 {
            generator.shuffle(&items)
            let list = PackingList(trip: id(1), items: items, categories: [clothes, camping])
            #expect(list.groups.map(\.label) == ["Clothes", "Camping"])
            #expect(list.items.map(\.name) == ["Shirt", "Hat", "Socks", "Tent"])
        }
    }

    @Test("An empty category stands in its place")
    func emptyCategory() {
        let list = PackingList(trip: id(1), items: [], categories: [clothes, camping])
        #expect(list.groups.map(\.label) == ["Clothes", "Camping"])
        #expect(list.groups.allSatisfy { $0.items.isEmpty })
    }

    @Test("Items without a category, or whose category is gone, stand under Other")
    func other() {
        let list = PackingList(
            trip: id(1),
            items: [item(1, "Map"), item(2, "Tent") { $0.category = camping.id }, item(3, "Pen", trip: 2)],
            categories: [clothes])
        #expect(list.groups.map(\.label) == ["Clothes", "Other"])
        #expect(list.groups[1].category == nil)
        #expect(list.items.map(\.name) == ["Map", "Tent"])
    }

    @Test("What is not taken counts neither as packed nor as to be packed")
    func progress() {
        let list = PackingList(
            trip: id(1),
            items: [
                item(1, "Socks") { ($0.packed, $0.quantity, $0.weightGrams) = (true, 7, 240) },
                item(2, "Hat") { $0.weightGrams = 90 },
                item(3, "Tent") { ($0.packed, $0.quantity, $0.weightGrams) = (true, 0, 2000) },
                item(4, "Map"),
            ],
            categories: [])
        #expect(list.progress == (packed: 1, total: 3))
        #expect(list.totalGrams == 1770)
    }

    @Test("Check all and uncheck all change only what has to change")
    func checkAll() {
        let list = PackingList(
            trip: id(1),
            items: [
                item(1, "Socks") { $0.packed = true }, item(2, "Hat"), item(3, "Tent") { $0.quantity = 0 },
                item(4, "Stove") { ($0.quantity, $0.packed) = (0, true) },
            ],
            categories: [])
        #expect(list.idsToChange(packed: true) == [id(2)])
        #expect(list.idsToChange(packed: false) == [id(1), id(4)])
    }

    @Test("Every item of the trip is listed exactly once, whatever its category")
    func complete() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let items = (1...30).map { number in
                item(number, "x", trip: UInt64(generator.int(in: 1...2))) {
                    $0.category = [nil, clothes.id, camping.id, id(999)][generator.int(in: 0...3)]
                    $0.position = [nil, FractionalKey("a"), FractionalKey("b")][generator.int(in: 0...2)]
                }
            }
            let list = PackingList(trip: id(1), items: items, categories: [clothes, camping])
            #expect(list.items.map(\.id).sorted() == items.filter { $0.trip == id(1) }.map(\.id))
        }
    }
}
