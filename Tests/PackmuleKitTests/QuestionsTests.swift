// What people ask of a store is answered in the order in which they expect it.

import CivilTime
import PackmuleKit
import ReplicaStore
import Replication
import Testing
import TripModel

@Suite("Questions")
struct QuestionsTests {
    private let device: Device

    init() throws {
        device = try Device.test()
    }

    @Test("Trips stand by start, then last day, then number; undated ones come last")
    func trips() throws {
        for (city, start, nights) in [
            ("Undated", nil, 0), ("Long", "2027-06-03", 9), ("Short", "2027-06-03", 2), ("Early", "2025-01-01", 0),
            ("Short too", "2027-06-03", 2), ("Undated too", nil, 5),
        ] as [(String, String?, Int)] {
            try device.addTrip(city, start, nights: nights)
        }
        let trips = try device.read { try $0.trips() }
        #expect(
            trips.map(\.record.city) == ["Early", "Short", "Short too", "Long", "Undated", "Undated too"])
        #expect(trips.map(\.number) == [4, 3, 5, 2, 1, 6])
    }

    @Test("A new store has the built-in categories, numbered, without anything written")
    func builtInCategories() throws {
        let categories = try device.read { try $0.numberedCategories() }
        #expect(categories.map(\.record.label) == ["Clothes", "Documents", "Gear"])
        #expect(Set(categories.map(\.number)).count == 3)
        #expect(try device.store.pendingChanges().isEmpty)
    }

    @Test("Categories that were brought along stand behind the built-in ones, in their order; one without a place last")
    func importedCategories() throws {
        try device.addCategory("Kitchen")
        try device.edit("import") { edit in
            var unplaced = PackingCategory(id: edit.newID())
            unplaced.label = "Attic"
            try edit.create(unplaced)
        }
        #expect(try device.labels() == ["Clothes", "Documents", "Gear", "Kitchen", "Attic"])
        try device.addCategory("Bath")
        #expect(try device.labels() == ["Clothes", "Documents", "Gear", "Kitchen", "Attic", "Bath"])
        #expect(try joined(device).labels() == device.labels())
    }

    @Test("A built-in category that was renamed keeps its place, one deleted is gone, and numbers follow the order")
    func changedBuiltIns() throws {
        let (clothes, gear) = (try #require(builtIn("Clothes")), try #require(builtIn("Gear")))
        let numbers = try device.read { try $0.numberedCategories() }.map(\.number)
        try device.edit("category") { edit in
            try edit.update(PackingCategory.self, clothes) { $0.label = "Wear" }
            try edit.delete(PackingCategory.schema.description, try #require(builtIn("Documents")))
            try edit.moveCategory(gear, .before, clothes)
        }
        let categories = try device.read { try $0.numberedCategories() }
        #expect(categories.map(\.record.label) == ["Gear", "Wear"])
        #expect(categories.map(\.number) == [numbers[2], numbers[0]])
        #expect(try joined(device).labels() == ["Gear", "Wear"])
    }

    @Test("Items are those of one trip, by number; the list shows them under their categories, in their order")
    func items() throws {
        let (bergen, oslo) = (try device.addTrip("Bergen"), try device.addTrip("Oslo"))
        try device.addItem("Tent", to: bergen, builtIn("Gear")) { ($0.quantity, $0.weightGrams) = (2, 1_500) }
        try device.addItem("Ski", to: oslo, builtIn("Gear"))
        let socks = try device.addItem("Socks", to: bergen, builtIn("Clothes")) { $0.packed = true }
        try device.addItem("Book", to: bergen) { $0.quantity = 0 }
        #expect(try device.read { try $0.items(of: bergen) }.map(\.record.name) == ["Tent", "Socks", "Book"])
        #expect(try device.list(bergen) == ["Clothes: Socks", "Gear: Tent", "Other: Book"])
        #expect(try device.list(oslo) == ["Gear: Ski"])
        let list = try device.read { try $0.packingList(of: bergen) }
        #expect(list.progress == (1, 2))
        #expect(list.totalGrams == 3_000)
        try device.delete(socks)
        #expect(try device.list(bergen) == ["Gear: Tent", "Other: Book"])
    }

    @Test("Settings are read with their defaults, and a deleted one counts no more")
    func settings() throws {
        #expect(try device.read { try $0.settings() }.homeZone == nil)
        #expect(try device.read { try $0.settings() }.weightUnit == .g)
        try device.edit("setting set") { edit in
            try edit.put(Setting(key: "home.zone", value: "Europe/Oslo"))
            try edit.put(Setting(key: "units.weight", value: "oz"))
        }
        #expect(try device.read { try $0.settings() }.homeZone == "Europe/Oslo")
        #expect(try device.read { try $0.settings() }.weightUnit == .oz)
        try device.edit("setting unset") { edit in
            try edit.delete(Setting.schema.description, Setting.id(forKey: "home.zone"))
        }
        #expect(try device.read { try $0.settings() }.homeZone == nil)
    }
}
