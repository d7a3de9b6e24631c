// What people ask of a store: packing lists, categories, settings.

internal import CivilTime
public import ReplicaStore
public import Replication
public import TripModel

extension Reader {
    /// The preferences of the space.
    public func settings() throws -> Settings {
        Settings(stored: try records(Setting.self).map(\.record))
    }

    /// All trips by start, those without one last; ties by last day, then by small number.
    public func trips() throws -> [Stored<Trip>] {
        func order(_ stored: Stored<Trip>) -> (CalendarDay, CalendarDay, Int) {
            (stored.record.start ?? .latest, stored.record.lastDay ?? .latest, stored.number)
        }
        return try records(Trip.self).sorted { order($0) < order($1) }
    }

    /// All categories in their order.
    public func categories() throws -> [PackingCategory] {
        Positions.sorted(try records(PackingCategory.self).map(\.record))
    }

    /// All categories in their order, with their small numbers.
    public func numberedCategories() throws -> [Stored<PackingCategory>] {
        let numbers = try records(PackingCategory.self)
        return try categories().compactMap { category in numbers.first { $0.record.id == category.id } }
    }

    /// The items of a trip, by small number.
    public func items(of trip: RecordID) throws -> [Stored<PackingItem>] {
        try children(PackingItem.self, of: trip)
    }

    /// The packing list of a trip.
    public func packingList(of trip: RecordID) throws -> PackingList {
        PackingList(trip: trip, items: try items(of: trip).map(\.record), categories: try categories())
    }
}
