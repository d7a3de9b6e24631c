// What follows from an item's fields.

import Replication
import Testing

@testable import TripModel

@Suite("Packing item")
struct PackingItemTests {
    @Test("A new item is one piece, not packed, typed by somebody")
    func defaults() {
        let item = PackingItem(id: id(1))
        #expect(item.quantity == 1)
        #expect(!item.packed)
        #expect(item.source == .typed)
        #expect(item.isTaken)
    }

    @Test(
        "Its weight is that of all its pieces",
        arguments: [(7, 240, 1680), (0, 240, 0), (2, nil, 0), (999, 200_000, 199_800_000), (.max, .max, 199_800_000)]
            as [(Int, Int?, Int)])
    func weight(quantity: Int, grams: Int?, total: Int) {
        let item = item(1, "Socks") { ($0.quantity, $0.weightGrams) = (quantity, grams) }
        #expect(item.totalGrams == total)
    }

    @Test("Name and trip must be given, numbers be in range")
    func problems() {
        #expect(PackingItem.problems(in: item(1, "Socks")) == [])
        var broken = PackingItem(id: id(1))
        (broken.quantity, broken.weightGrams) = (1000, -1)
        #expect(
            PackingItem.problems(in: broken).map(\.description) == [
                "trip must be given", "name must be given",
                "quantity must be a whole number from 0 to 999",
                "weightGrams must be a whole number from 0 to 200000 grams",
            ])
    }
}
