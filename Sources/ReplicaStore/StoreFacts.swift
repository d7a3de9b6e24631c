// What a store can tell of itself: its devices, its history, its size.

public import Replication
internal import SQLiteDatabase

extension Reader {
    /// What histories call this device; nil where it was given no name.
    public func deviceName() throws -> String? {
        try core.devices.names()[StoreState(core.connection, core.devices).device]
    }

    /// What histories call the devices whose name is known, by their 63-bit numbers.
    public func deviceNames() throws -> [UInt64: String] {
        try core.devices.names()
    }

    /// When the oldest and the newest transaction of the history were made, in milliseconds since 1970; nil where there
    /// is none.
    public func historySpan() throws -> ClosedRange<Int64>? {
        let ends = try ["", " DESC"].map { order in
            try core.connection.statement("SELECT wall FROM log ORDER BY number\(order) LIMIT 1")
                .firstRow { $0.integer(0) }
        }
        guard let first = ends[0], let last = ends[1] else { return nil }
        // A clock may have been set back in between.
        return min(first, last)...max(first, last)
    }

    /// How many records of an entity are shown.
    public func shownCount(of entity: EntitySchema) throws -> Int {
        guard let table = try core.existingTable(entity.number) else { return 0 }
        return Int(try core.connection.integer(table.layout.countShown))
    }
}
