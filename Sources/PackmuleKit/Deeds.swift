// What people do with trips and packing lists, beyond changing single fields.

public import ReplicaStore
public import Replication
public import TripModel

extension Edit {
    /// Puts an item at the end of its category in the list of its trip.
    ///
    /// - Returns: the item as written, with its position.
    @discardableResult
    public func add(_ item: PackingItem) throws -> PackingItem {
        guard let trip = item.trip else {
            try create(item)
            return item
        }
        let siblings = Positions.sorted(
            try items(of: trip).map(\.record).filter { $0.category == item.category })
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

    /// Puts an item directly before or behind another one, into its category.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)`` when one of them is not there.
    public func move(_ item: RecordID, _ side: Side, _ neighbour: RecordID) throws {
        guard var moved = try record(PackingItem.self, item)?.record else {
            throw StoreError.notFound(entity: PackingItem.kindName, id: item)
        }
        guard let target = try record(PackingItem.self, neighbour)?.record, let trip = target.trip else {
            throw StoreError.notFound(entity: PackingItem.kindName, id: neighbour)
        }
        (moved.trip, moved.category) = (trip, target.category)
        let siblings = Positions.sorted(
            try items(of: trip).map(\.record).filter { $0.category == target.category && $0.id != item })
        try put(moved, at: index(of: neighbour, side, in: siblings), among: siblings)
    }

    /// Puts a category directly before or behind another one.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)`` when it is not there.
    public func moveCategory(_ category: RecordID, _ side: Side, _ neighbour: RecordID) throws {
        guard let moved = try record(PackingCategory.self, category)?.record else {
            throw StoreError.notFound(entity: PackingCategory.kindName, id: category)
        }
        let siblings = try categories().filter { $0.id != category }
        try put(moved, at: index(of: neighbour, side, in: siblings), among: siblings)
    }

    /// Puts an item at the end of another category of its trip.
    public func move(_ item: RecordID, toCategory category: RecordID) throws {
        guard var moved = try record(PackingItem.self, item)?.record else {
            throw StoreError.notFound(entity: PackingItem.kindName, id: item)
        }
        guard moved.category != category else { return }
        moved.category = category
        let siblings = Positions.sorted(
            try (moved.trip.map { try items(of: $0) } ?? []).map(\.record).filter { $0.category == category })
        try put(moved, at: siblings.count, among: siblings)
    }

    /// Which side of a neighbour.
    public enum Side: Sendable { case before, after }

    /// Copies a trip with its items and places; the copy stands by itself.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``.
    /// - Returns: the new trip.
    @discardableResult
    public func copyTrip(_ id: RecordID) throws -> Trip {
        guard let trip = try record(Trip.self, id)?.record else {
            throw StoreError.notFound(entity: Trip.kindName, id: id)
        }
        let copy = TripCopy(
            of: trip, items: try items(of: id).map(\.record),
            places: try children(Place.self, of: id).map(\.record), newID: newID)
        try create(copy.trip)
        for item in copy.items { try create(item) }
        for place in copy.places { try create(place) }
        return copy.trip
    }

    /// Makes one item of two; see ``Duplicates/merged(_:into:)``. The other one is deleted.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``; a ``Problem`` when the two cannot be one.
    public func merge(_ other: RecordID, into kept: RecordID) throws {
        guard let keptItem = try record(PackingItem.self, kept)?.record else {
            throw StoreError.notFound(entity: PackingItem.kindName, id: kept)
        }
        guard let otherItem = try record(PackingItem.self, other)?.record else {
            throw StoreError.notFound(entity: PackingItem.kindName, id: other)
        }
        let merged = try Duplicates.merged(otherItem, into: keptItem).get()
        try update(PackingItem.self, kept) { $0 = merged }
        try delete(PackingItem.schema.description, other)
    }

    private func index<Record: Positioned>(of neighbour: RecordID, _ side: Side, in siblings: [Record]) -> Int {
        let index = siblings.firstIndex { $0.id == neighbour } ?? siblings.count
        return side == .before ? index : index + 1
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
