// What people do with lists ends in the order they meant, on every device.

import CivilTime
import PackmuleKit
import ReplicaStore
import Replication
import TestSupport
import Testing
import TripModel

@Suite("Deeds")
struct DeedsTests {
    private let device: Device
    private let trip: RecordID

    init() throws {
        device = try Device.test()
        trip = try device.addTrip("Bergen")
    }

    private func move(_ name: String, _ side: Edit.Side, _ neighbour: String) throws {
        try device.edit("item move") { edit in
            let (item, neighbour) = (
                try edit.find(PackingItem.self, name).record.id, try edit.find(PackingItem.self, neighbour).record.id
            )
            try edit.move(item, side, neighbour)
        }
    }

    private func move(_ name: String, toCategory category: RecordID) throws -> [TouchedRecord] {
        try device.edit("item move") { edit in
            try edit.move(edit.find(PackingItem.self, name).record.id, toCategory: category)
        }.touched
    }

    // MARK: Adding and moving

    /// TREK#436.
    @Test("What is added stands at the end of its category, and the others keep their order")
    func adding() throws {
        for name in ["a", "b", "c", "d", "e", "f"] { try device.addItem(name, to: trip, builtIn("Gear")) }
        try device.addItem("x", to: trip, builtIn("Clothes"))
        let last = try device.addItem("g", to: trip, builtIn("Gear"))
        #expect(try device.list(trip) == ["Clothes: x", "Gear: a, b, c, d, e, f, g"])
        #expect(try device.item(last)?.position != nil)
    }

    @Test("An item without a trip is refused")
    func addingNowhere() throws {
        #expect(throws: StoreError.invalid(entity: "item", field: "trip", rule: "must be given")) {
            try device.edit("item add") { edit in
                var item = PackingItem(id: edit.newID())
                item.name = "Socks"
                try edit.add(item)
            }
        }
    }

    @Test(
        "An item is moved directly before or behind another one, wherever that stands",
        arguments: [
            ("a", .before, "c", "Clothes: x | Gear: b, a, c, d"), ("a", .after, "c", "Clothes: x | Gear: b, c, a, d"),
            ("d", .before, "a", "Clothes: x | Gear: d, a, b, c"), ("a", .after, "d", "Clothes: x | Gear: b, c, d, a"),
            ("b", .after, "a", "Clothes: x | Gear: a, b, c, d"), ("b", .before, "b", "Clothes: x | Gear: a, b, c, d"),
            ("b", .after, "b", "Clothes: x | Gear: a, b, c, d"), ("c", .before, "x", "Clothes: c, x | Gear: a, b, d"),
            ("x", .after, "b", "Gear: a, b, x, c, d"),
        ] as [(String, Edit.Side, String, String)])
    func moving(name: String, side: Edit.Side, neighbour: String, list: String) throws {
        for name in ["a", "b", "c", "d"] { try device.addItem(name, to: trip, builtIn("Gear")) }
        try device.addItem("x", to: trip, builtIn("Clothes"))
        try move(name, side, neighbour)
        #expect(try device.list(trip).joined(separator: " | ") == list)
    }

    @Test("Where \"Other\" shows items of categories that are gone, next to one of them is where it is shown")
    func movingWithinOther() throws {
        let lost = try device.addCategory("Lost")
        for (name, category) in [("a", nil), ("b", lost), ("c", nil), ("d", lost), ("e", nil)] {
            try device.addItem(name, to: trip, category)
        }
        try device.edit("category delete") { try $0.delete(PackingCategory.schema.description, lost) }
        var expected = try device.read { try $0.packingList(of: trip) }.items.map(\.name).filter { $0 != "e" }
        expected.insert("e", at: try #require(expected.firstIndex(of: "b")))
        try move("e", .before, "b")
        #expect(try device.list(trip) == ["Other: " + expected.joined(separator: ", ")])
        try device.addItem("f", to: trip)
        #expect(try device.list(trip) == ["Other: " + (expected + ["f"]).joined(separator: ", ")])
    }

    @Test("An item goes to the end of another category, and stays where it is in its own")
    func movingToCategory() throws {
        for name in ["a", "b"] { try device.addItem(name, to: trip, builtIn("Gear")) }
        for name in ["x", "y"] { try device.addItem(name, to: trip, builtIn("Clothes")) }
        let (gear, clothes) = (try #require(builtIn("Gear")), try #require(builtIn("Clothes")))
        #expect(try move("a", toCategory: clothes).count == 1)
        #expect(try device.list(trip) == ["Clothes: x, y, a", "Gear: b"])
        #expect(try move("x", toCategory: clothes).isEmpty)
        #expect(try move("x", toCategory: gear).count == 1)
        #expect(try device.list(trip) == ["Clothes: y, a", "Gear: b, x"])
    }

    @Test("A category is moved among the others, the built-in ones too")
    func movingCategories() throws {
        let camping = try device.addCategory("Camping")
        let (clothes, gear) = (try #require(builtIn("Clothes")), try #require(builtIn("Gear")))
        try device.edit("category move") { try $0.moveCategory(camping, .before, clothes) }
        #expect(try device.labels() == ["Camping", "Clothes", "Documents", "Gear"])
        try device.edit("category move") { try $0.moveCategory(clothes, .after, gear) }
        #expect(try device.labels() == ["Camping", "Documents", "Gear", "Clothes"])
        let stayed = try device.edit("category move") { try $0.moveCategory(gear, .after, gear) }
        #expect(stayed.touched.isEmpty)
    }

    @Test("What is not there, or deleted, is refused by every deed, and nothing is written")
    func refusals() throws {
        let (item, gone) = (try device.addItem("Socks", to: trip), try device.addItem("Gone", to: trip))
        let (category, lost) = (try #require(builtIn("Gear")), try device.addCategory("Lost"))
        let goneTrip = try device.addTrip("Gone")
        let nowhere = RecordID(high: 1, low: 2)
        try device.edit("delete") { edit in
            try edit.delete(PackingItem.schema.description, gone)
            try edit.delete(PackingCategory.schema.description, lost)
            try edit.delete(Trip.schema.description, goneTrip)
        }
        let before = try device.equalitySum()
        func expect(_ error: StoreError, _ deed: (Edit) throws -> Void) {
            #expect(throws: error) { try device.edit("deed", deed) }
        }
        for (id, error) in [
            (nowhere, StoreError.notFound(entity: "item", id: nowhere)), (gone, .deleted(entity: "item", id: gone)),
        ] {
            expect(error) { try $0.move(id, .before, item) }
            expect(error) { try $0.move(item, .before, id) }
            expect(error) { try $0.move(id, toCategory: category) }
            expect(error) { try $0.merge(id, into: item) }
            expect(error) { try $0.merge(item, into: id) }
        }
        expect(.notFound(entity: "category", id: nowhere)) { try $0.move(item, toCategory: nowhere) }
        expect(.deleted(entity: "category", id: lost)) { try $0.move(item, toCategory: lost) }
        expect(.notFound(entity: "category", id: nowhere)) { try $0.moveCategory(nowhere, .before, category) }
        expect(.deleted(entity: "category", id: lost)) { try $0.moveCategory(category, .before, lost) }
        expect(.notFound(entity: "trip", id: nowhere)) { try $0.copyTrip(nowhere, at: device.surroundings.now) }
        expect(.deleted(entity: "trip", id: goneTrip)) { try $0.copyTrip(goneTrip, at: device.surroundings.now) }
        #expect(try device.equalitySum() == before)
    }

    // MARK: Several devices

    /// Tasks.org#2360, #3141, jtxBoard#1891, planify#2126.
    @Test(
        "Drags on two devices end in one order on all three, each item beside the one it was dropped beside",
        arguments: 1...4)
    func drags(seed: UInt64) throws {
        var draws = SeededGenerator(seed: seed)
        let other = try Device.test(2)
        let ids = try device.addItems((1...240).map { "Thing \($0)" }, to: trip, builtIn("Gear"))
        try exchange(device, other)
        // What one device drags the other one does not, so that each drop tells where its item belongs in the end.
        let dragged = Array(draws.shuffled(ids).prefix(60))
        var drops: [(item: RecordID, side: Edit.Side, neighbour: RecordID)] = []
        for (hand, items) in [(device, dragged[..<30]), (other, dragged[30...])] {
            for item in items {
                let neighbour = draws.pick(from: ids.filter { $0 != item })
                let side = draws.bool() ? Edit.Side.before : .after
                try hand.edit("item move") { try $0.move(item, side, neighbour) }
                drops.append((item, side, neighbour))
            }
        }
        try exchange(device, other)
        let fresh = try joined(other)
        let order = try self.order(device)
        #expect(try self.order(other) == order)
        #expect(try self.order(fresh) == order)
        #expect(Set(order) == Set(ids))
        let moved = Set(dragged)
        #expect(order.filter { !moved.contains($0) } == ids.filter { !moved.contains($0) })
        for (item, side, neighbour) in drops where !moved.contains(neighbour) {
            let (place, goal) = (
                try #require(order.firstIndex(of: item)), try #require(order.firstIndex(of: neighbour))
            )
            #expect(side == .before ? place < goal : place > goal)
            // Only what else was dropped in the same place may stand between the two.
            let between = order[min(place, goal) + 1..<max(place, goal)]
            #expect(between.allSatisfy(moved.contains))
        }
    }

    private func order(_ device: Device) throws -> [RecordID] {
        try device.read { try $0.packingList(of: trip) }.items.map(\.id)
    }

    /// todeo#474.
    @Test("An item moved on one device and checked on another is one item, moved and checked")
    func movedAndChecked() throws {
        let other = try Device.test(2)
        let jacket = try device.addItem("Jacket", to: trip, builtIn("Clothes"))
        try exchange(device, other)
        try device.edit("item move") { try $0.move(jacket, toCategory: try #require(builtIn("Gear"))) }
        try other.change(jacket) { $0.packed = true }
        try exchange(device, other)
        for device in [device, other, try joined(device)] {
            #expect(try device.list(trip) == ["Gear: Jacket"])
            #expect(try device.item(jacket)?.packed == true)
        }
    }

    // MARK: Copies and duplicates

    /// TREK code (copy and template); LighterPack help: copies stay linked there.
    @Test("A copied trip has everything of the old one but its ticks, and the two are independent")
    func copying() throws {
        let socks = try device.addItem("Socks", to: trip, builtIn("Clothes")) { item in
            (item.quantity, item.weightGrams, item.note, item.packed) = (7, 240, "the red bag", true)
            item.extra = TextMap([("bag", "red")])
        }
        try device.addItem("Tent", to: trip, builtIn("Gear"))
        try device.addItem("Passport", to: trip, builtIn("Documents"))
        try device.edit("place add") { edit in
            var place = Place(id: edit.newID())
            (place.name, place.trip, place.visit) = ("Bryggen", trip, PlanTime("2027-06-03T09:00[Europe/Oslo]"))
            try edit.create(place)
        }
        let copy = try device.edit("trip copy") { try $0.copyTrip(trip, at: device.surroundings.now) }.result
        #expect(copy.id != trip)
        #expect(copy.displayTitle == "Copy of Bergen")
        #expect(try device.list(copy.id) == device.list(trip))
        let (items, copies) = try device.read { reader in
            (try reader.packingList(of: trip).items, try reader.packingList(of: copy.id).items)
        }
        #expect(Set(items.map(\.id)).isDisjoint(with: copies.map(\.id)))
        #expect(copies.allSatisfy { !$0.packed })
        for (item, copied) in zip(items, copies) {
            #expect(
                (copied.name, copied.quantity, copied.weightGrams, copied.note, copied.category)
                    == (item.name, item.quantity, item.weightGrams, item.note, item.category))
            #expect(copied.position == item.position && copied.extra == item.extra)
        }
        let places = try device.read { try $0.children(Place.self, of: copy.id) }.map(\.record)
        #expect(places.map(\.visit?.description) == ["2027-06-03T09:00[Europe/Oslo]"])

        try device.change(copies[0].id) { $0.quantity = 1 }
        try device.delete(copies[1].id)
        #expect(try device.item(socks)?.quantity == 7)
        #expect(try device.item(socks)?.packed == true)
        #expect(try device.list(trip) == ["Clothes: Socks", "Documents: Passport", "Gear: Tent"])
        try device.change(socks) { $0.note = "" }
        #expect(try device.item(copies[0].id)?.note == "the red bag")
    }

    /// tribu#453, grocy#1122, #2835.
    @Test("Two devices that add the same are shown as duplicates, and merged only on request")
    func duplicates() throws {
        let other = try Device.test(2)
        try exchange(device, other)
        let first = try device.addItem("Adapter", to: trip) { ($0.note, $0.packed, $0.quantity) = ("type C", true, 2) }
        let second = try other.addItem("adapter ", to: trip) { ($0.note, $0.weightGrams) = ("type G", 80) }
        try exchange(device, other)
        let items = try other.read { try $0.packingList(of: trip).items }
        #expect(Duplicates.groups(in: items).map { Set($0.map(\.id)) } == [[first, second]])
        try other.edit("item merge") { try $0.merge(second, into: first) }
        try exchange(device, other)
        for device in [device, other] {
            let items = try device.read { try $0.items(of: trip) }.map(\.record)
            #expect(items.map(\.id) == [first])
            #expect(items[0].quantity == 3)
            #expect(items[0].note == "type C\ntype G")
            #expect(items[0].weightGrams == 80)
            #expect(!items[0].packed)
            #expect(try device.read { try $0.record(PackingItem.self, second)?.isDeleted } == true)
        }
        _ = try other.store.undo()
        #expect(try other.read { try $0.items(of: trip) }.map(\.record.quantity).sorted() == [1, 2])
    }

    @Test("Items of two trips, or an item with itself, cannot be merged")
    func unmergeable() throws {
        let (here, there) = (
            try device.addItem("Tent", to: trip), try device.addItem("Tent", to: device.addTrip("Oslo"))
        )
        #expect(throws: Problem(field: "trip", clause: "must be the same for items that are merged")) {
            try device.edit("item merge") { try $0.merge(there, into: here) }
        }
        #expect(throws: Problem(field: "item", clause: "must be another item")) {
            try device.edit("item merge") { try $0.merge(here, into: here) }
        }
        #expect(try device.read { try $0.records(PackingItem.self) }.count == 2)
    }
}
