// A device: a store of trips, packing lists and places, with the time and zones it is looked at with.

public import CivilTime
internal import Platform
public import ReplicaStore
internal import Replication
internal import SyncProtocol
internal import Synchronization
public import TripModel

/// What an app embeds. Reads and writes are plain synchronous calls on a local file; see ``ReplicaStore`` for what they
/// promise. The questions and deeds of a packing list are extensions of ``Reader`` and ``Edit``.
///
/// ```swift
/// let device = try Device.create(at: path, name: "phone", .system(environment: [:]))
/// try device.edit("trip add") { edit in
///     var trip = Trip(id: edit.newID())
///     trip.city = "Bergen"
///     try edit.create(trip)
/// }
/// print(try device.nextTrip().sentence)
/// ```
public final class Device: Sendable {
    /// The file: history, undo, observation, changes for other devices, and care.
    public let store: ReplicaStore
    /// What it was handed from outside.
    public let surroundings: Surroundings
    /// Held while this device syncs: what is known of the server's clock.
    let syncing = Mutex(ClockOffset())

    /// A device over a store that is open.
    package init(_ store: ReplicaStore, _ surroundings: Surroundings) {
        self.store = store
        self.surroundings = surroundings
    }

    /// The same file, looked at with other surroundings: in another zone, or with other rules of zones.
    package func renewed(_ surroundings: Surroundings) -> Device { Device(store, surroundings) }

    /// Makes the file of a device; see ``ReplicaStore/create(at:deviceName:_:)``.
    public static func create(at path: String, name: String, _ surroundings: Surroundings) throws -> Device {
        let store = try ReplicaStore.create(at: path, deviceName: name, options(surroundings))
        return Device(store, surroundings)
    }

    /// Opens the file of a device; see ``ReplicaStore/init(path:_:access:)``.
    public convenience init(
        at path: String, _ surroundings: Surroundings, access: ReplicaStore.Access = .readWrite
    ) throws {
        self.init(try ReplicaStore(path: path, Self.options(surroundings), access: access), surroundings)
    }

    /// A device in memory, for tests and previews.
    public static func inMemory(name: String, _ surroundings: Surroundings) throws -> Device {
        Device(try ReplicaStore.inMemory(deviceName: name, options(surroundings)), surroundings)
    }

    static func options(_ surroundings: Surroundings) -> StoreOptions {
        StoreOptions(
            catalogue: .packmule, rulesVersion: Version.text, fold: Folding.folded, clock: surroundings.clock,
            random: surroundings.random, historyDays: { try $0.settings().logDays })
    }

    // MARK: Reading and writing

    /// Runs `body` on one unchanging snapshot. Within it, ask the reader: the device waits for `body` to end, and stops
    /// the program when `body` waits for the device.
    public func read<Result>(_ body: (Reader) throws -> Result) throws -> Result {
        try store.read(body)
    }

    /// Runs `body` as one transaction, which history and undo know by `words`. It reads its own writes; within it, ask
    /// the edit and not the device, as in ``read(_:)``.
    ///
    /// - Parameter isAutomatic: whether the program does it by itself; see ``ReplicaStore/edit(_:isAutomatic:_:)``.
    @discardableResult
    public func edit<Result>(
        _ words: String, isAutomatic: Bool = false, _ body: (Edit) throws -> Result
    ) throws -> Edited<Result> {
        try store.edit(words, isAutomatic: isAutomatic, body)
    }

    // MARK: What is next

    /// The trip that is on or comes next.
    ///
    /// - Parameters:
    ///   - instant: now, unless another is given.
    ///   - zone: the zone of whoever asks: the setting `home.zone`, else the device's, unless another is given.
    public func nextTrip(at instant: Instant? = nil, zone: ZoneRules? = nil) throws -> NextTrip {
        try read { try nextTrip($0, at: instant, zone: zone) }
    }

    /// The same within a snapshot or transaction that is open already.
    public func nextTrip(_ reader: Reader, at instant: Instant? = nil, zone: ZoneRules? = nil) throws -> NextTrip {
        let trips = try reader.records(Trip.self).map(\.record)
        return NextTrip(at: instant ?? surroundings.now, trips: trips, zones: try zones(reader, zone))
    }

    /// What a widget or status bar shows over the coming hours.
    ///
    /// - Parameters:
    ///   - start: of the window; now, unless another is given.
    ///   - zone: as in ``nextTrip(at:zone:)``.
    public func timeline(from start: Instant? = nil, hours: Int, zone: ZoneRules? = nil) throws -> Timeline {
        try read { reader in
            let trips = try reader.records(Trip.self).map(\.record)
            return Timeline(
                from: start ?? surroundings.now, hours: hours, trips: trips, zones: try zones(reader, zone))
        }
    }

    private func zones(_ reader: Reader, _ zone: ZoneRules?) throws -> TripZones {
        let database = surroundings.zones
        let home = try zone ?? reader.settings().homeZone.flatMap(database.rules)
        return TripZones(device: home ?? surroundings.localZone.rules, find: database.rules)
    }
}
