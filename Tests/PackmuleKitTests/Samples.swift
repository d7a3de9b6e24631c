// Devices in memory that tests pack on, and the exchange between them.

import CivilTime
import PackmuleKit
import Platform
import ReplicaStore
import Replication
import TestSupport
import TripModel

extension Surroundings {
    /// The zones of Tests/Fixtures, and a time and chance that the test decides; on 2026-05-01 at 12:00 UTC unless said
    /// otherwise.
    static func test(
        seed: UInt64 = 1, clock: ManualClock = ManualClock(), zone: String = "Europe/Berlin"
    ) -> Surroundings {
        let zones = ZoneDatabase { try? Fixtures.bytes("zoneinfo/zones/" + $0) }
        return Surroundings(
            clock: clock, random: SeededRandom(seed: seed), zones: zones,
            localZone: .discover(LocalZone.Facts(tz: zone), in: zones))
    }
}

extension Device {
    /// A device in memory; each of several needs a seed of its own.
    static func test(_ seed: UInt64 = 1, clock: ManualClock = ManualClock(), zone: String = "Europe/Berlin") throws
        -> Device
    {
        try inMemory(name: "device \(seed)", .test(seed: seed, clock: clock, zone: zone))
    }

    // MARK: Writing

    /// A trip, undated unless a first day is given; returns its id.
    @discardableResult
    func addTrip(
        _ city: String, _ start: String? = nil, nights: Int = 0, change: (inout Trip) -> Void = { _ in }
    ) throws -> RecordID {
        try edit("trip add") { edit in
            var trip = Trip(id: edit.newID())
            (trip.city, trip.start, trip.nights) = (city, start.flatMap { CalendarDay($0) }, nights)
            change(&trip)
            try edit.create(trip)
            return trip.id
        }.result
    }

    /// An item at the end of its category.
    @discardableResult
    func addItem(
        _ name: String, to trip: RecordID, _ category: RecordID? = nil, change: (inout PackingItem) -> Void = { _ in }
    ) throws -> RecordID {
        try edit("item add") { edit in
            var item = PackingItem(id: edit.newID())
            (item.name, item.trip, item.category) = (name, trip, category)
            change(&item)
            return try edit.add(item).id
        }.result
    }

    /// Items in this order, evenly spaced, in one transaction.
    @discardableResult
    func addItems(_ names: [String], to trip: RecordID, _ category: RecordID? = nil) throws -> [RecordID] {
        try edit("item add") { edit in
            try zip(names, FractionalKey.sequence(count: names.count)).map { name, position in
                var item = PackingItem(id: edit.newID())
                (item.name, item.trip, item.category, item.position) = (name, trip, category, position)
                try edit.create(item)
                return item.id
            }
        }.result
    }

    /// A category behind the others.
    @discardableResult
    func addCategory(_ label: String) throws -> RecordID {
        try edit("category add") { edit in
            var category = PackingCategory(id: edit.newID())
            category.label = label
            return try edit.add(category).id
        }.result
    }

    func change(_ item: RecordID, _ body: (inout PackingItem) -> Void) throws {
        try edit("item edit") { try $0.update(PackingItem.self, item, body) }
    }

    func delete(_ item: RecordID) throws {
        try edit("item delete") { try $0.delete(PackingItem.schema.description, item) }
    }

    // MARK: Reading

    func item(_ id: RecordID) throws -> PackingItem? {
        try read { try $0.record(PackingItem.self, id)?.record }
    }

    /// The list as people see it: `Clothes: Socks, Jacket`, groups without items left out.
    func list(_ trip: RecordID) throws -> [String] {
        try read { try $0.packingList(of: trip) }.groups.filter { !$0.items.isEmpty }.map { group in
            group.label + ": " + group.items.map(\.name).joined(separator: ", ")
        }
    }

    /// The headings of all categories in their order.
    func labels() throws -> [String] {
        try read { try $0.categories().map(\.label) }
    }

    /// All that the device holds, in a form that is equal on two devices exactly when they hold the same.
    func equalitySum() throws -> [UInt8] {
        try read { try $0.equalitySum() }
    }
}

/// Lets every device hand what is new to all others, and notes it as handed over.
func exchange(_ devices: Device...) throws {
    let sent = try devices.map { try $0.store.pendingChanges() }
    for (receiver, device) in devices.enumerated() {
        for (sender, changes) in sent.enumerated() where sender != receiver { try device.store.merge(changes) }
    }
    for (device, changes) in zip(devices, sent) { try device.store.confirm(changes) }
}

/// A device that joins late: it gets everything from one that was there before.
func joined(_ device: Device, seed: UInt64 = 99) throws -> Device {
    let fresh = try Device.test(seed)
    try fresh.store.merge(device.store.livingChanges())
    return fresh
}

/// The built-in category with this heading.
func builtIn(_ label: String) -> RecordID? {
    PackingCategory.builtIn.first { $0.label == label }?.id
}

/// An instant in the form of RFC 3339.
func instant(_ text: String) -> Instant {
    Instant(text) ?? .earliest
}
