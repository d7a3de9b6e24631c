// What people do with trips and packing lists, beyond changing single fields.

public import CivilTime
public import ReplicaStore
public import Replication
public import TripModel

/// What is not there is refused with ``StoreError/notFound(entity:id:)``, what is deleted with
/// ``StoreError/deleted(entity:id:)``; nothing is written then.
extension Edit {
    /// Puts an item at the end of its category in the list of its trip.
    ///
    /// - Returns: the item as written, with its position.
    @discardableResult
    public func add(_ item: PackingItem) throws -> PackingItem {
        guard let trip = item.trip else {
            // Refused, for an item needs a trip.
            try create(item)
            return item
        }
        let siblings = try items(under: item.category, of: trip)
        return try put(item, at: siblings.count, among: siblings)
    }

    /// Puts a new category behind the others.
    ///
    /// - Returns: the category as written, with its position.
    @discardableResult
    public func add(_ category: PackingCategory) throws -> PackingCategory {
        let siblings = try categories()
        return try put(category, at: siblings.count, among: siblings)
    }

    /// Which side of a neighbour.
    public enum Side: Sendable {
        /// Directly above it.
        case before
        /// Directly below it.
        case after
    }

    /// Puts an item directly before or behind another one, into its trip and category. Next to itself it stays where it
    /// is.
    public func move(_ item: RecordID, _ side: Side, _ neighbour: RecordID) throws {
        var moved = try present(PackingItem.self, item)
        let target = try present(PackingItem.self, neighbour)
        guard let trip = target.trip, item != neighbour else { return }
        (moved.trip, moved.category) = (trip, target.category)
        try put(moved, side, neighbour, among: items(under: target.category, of: trip))
    }

    /// Puts an item at the end of another category of its trip.
    public func move(_ item: RecordID, toCategory category: RecordID) throws {
        var moved = try present(PackingItem.self, item)
        let target = try present(PackingCategory.self, category)
        guard let trip = moved.trip, moved.category != target.id else { return }
        moved.category = target.id
        let siblings = try items(under: target.id, of: trip)
        try put(moved, at: siblings.count, among: siblings)
    }

    /// Puts a category directly before or behind another one. Next to itself it stays where it is.
    public func moveCategory(_ category: RecordID, _ side: Side, _ neighbour: RecordID) throws {
        let moved = try present(PackingCategory.self, category)
        _ = try present(PackingCategory.self, neighbour)
        guard category != neighbour else { return }
        try put(moved, side, neighbour, among: categories())
    }

    /// Copies a trip with its items, its places, and the reminders that go by its dates; the copy stands by itself.
    ///
    /// - Parameter now: from then on its reminders count.
    /// - Returns: the new trip.
    @discardableResult
    public func copyTrip(_ id: RecordID, at now: Instant) throws -> Trip {
        let copy = TripCopy(
            of: try present(Trip.self, id), items: try items(of: id).map(\.record),
            places: try children(Place.self, of: id).map(\.record),
            reminders: try children(Reminder.self, of: id).map(\.record), now: now, newID: newID)
        try create(copy.trip)
        for item in copy.items { try create(item) }
        for place in copy.places { try create(place) }
        for reminder in copy.reminders { try create(reminder) }
        return copy.trip
    }

    /// Makes one item of two; see ``Duplicates/merged(_:into:)``. The other one is deleted.
    ///
    /// - Throws: a ``Problem`` when the two cannot be one.
    public func merge(_ other: RecordID, into kept: RecordID) throws {
        let merged = try Duplicates.merged(
            present(PackingItem.self, other), into: present(PackingItem.self, kept)
        ).get()
        try update(PackingItem.self, kept) { $0 = merged }
        try delete(PackingItem.schema.description, other)
    }

    /// A record that is there and not deleted.
    private func present<Record: Entity>(_ type: Record.Type, _ id: RecordID) throws -> Record {
        let entity = Record.schema.description.name
        guard let stored = try record(type, id) else { throw StoreError.notFound(entity: entity, id: id) }
        guard !stored.isDeleted else { throw StoreError.deleted(entity: entity, id: id) }
        return stored.record
    }

    /// What a list shows under a category, in its order. "Other" shows together what has no category and what has one
    /// that is not there.
    private func items(under category: RecordID?, of trip: RecordID) throws -> [PackingItem] {
        let groups = try packingList(of: trip).groups
        let group = groups.first { $0.category?.id == category } ?? groups.first { $0.category == nil }
        return group?.items ?? []
    }

    private func put<Record: Positioned>(
        _ record: Record, _ side: Side, _ neighbour: RecordID, among siblings: [Record]
    ) throws {
        let others = siblings.filter { $0.id != record.id }
        let index = others.firstIndex { $0.id == neighbour } ?? others.count
        try put(record, at: side == .before ? index : index + 1, among: others)
    }

    /// Writes what ``Positions/put(_:at:among:)`` says has to be written.
    @discardableResult
    private func put<Record: Positioned>(_ record: Record, at index: Int, among siblings: [Record]) throws -> Record {
        var written = record
        for change in Positions.put(record, at: index, among: siblings) {
            try put(change)
            if change.id == record.id { written = change }
        }
        return written
    }
}
