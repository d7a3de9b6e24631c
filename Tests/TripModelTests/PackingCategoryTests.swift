// Three categories are there before anybody wrote one.

import Replication
import Testing

@testable import TripModel

@Suite("Packing category")
struct PackingCategoryTests {
    @Test("Clothes, Documents and Gear exist in this order, under ids worked out by an independent program")
    func builtIn() {
        #expect(PackingCategory.all(stored: [], deleted: []).map(\.label) == ["Clothes", "Documents", "Gear"])
        #expect(PackingCategory.builtIn.map(\.id.description) == builtInIDs)
        #expect(PackingCategory.builtIn.allSatisfy { PackingCategory.problems(in: $0).isEmpty })
    }

    @Test("A category renamed, moved or deleted is shown as its record says")
    func overlaid() {
        var gear = PackingCategory.builtIn[2]
        gear.label = "Equipment"
        let camping = category(9, "Camping", position: "k")
        #expect(
            PackingCategory.all(stored: [gear, camping], deleted: [PackingCategory.builtIn[0].id]).map(\.label)
                == ["Documents", "Camping", "Equipment"])
        gear.position = FractionalKey("1")
        #expect(PackingCategory.all(stored: [gear], deleted: []).map(\.label) == ["Equipment", "Clothes", "Documents"])
    }

    @Test("A record of a built-in category that holds nothing yet has its label and position")
    func untouched() {
        let clothes = PackingCategory(id: PackingCategory.builtIn[0].id)
        #expect(clothes.label == "Clothes")
        #expect(clothes == PackingCategory.builtIn[0])
        #expect(PackingCategory(id: id(1)).label == "")
    }

    @Test("The order does not depend on the order of loading")
    func order() {
        let same = [category(2, "B", position: "5"), category(1, "A", position: "5")]
        #expect(PackingCategory.all(stored: same, deleted: []).map(\.label).prefix(2) == ["A", "B"])
        #expect(PackingCategory.all(stored: same.reversed(), deleted: []).map(\.label).prefix(2) == ["A", "B"])
    }

    /// The UUIDv8 of `sha256(b"\x02clothes")` and so on, by Python's hashlib.
    private let builtInIDs = [
        "023a758f-22af-86f2-b615-ab200c191254", "06c17564-0fa8-8ff3-b9ba-a50cd6647e10",
        "e7ba41ae-7742-8689-bfac-3604d985b156",
    ]
}
