// What people ask of a store: packing lists, categories, settings.

public import ReplicaStore
public import Replication
public import TripModel

extension Reader {
    /// The preferences of the space.
    public func settings() throws -> Settings {
        Settings(stored: try records(Setting.self).map(\.record))
    }

    /// All categories in their order.
    public func categories() throws -> [PackingCategory] {
        Positions.sorted(try records(PackingCategory.self).map(\.record))
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
