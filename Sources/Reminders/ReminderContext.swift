// What reminders hang on, as it stands.

public import CivilTime
public import Recurrence
public import Replication
public import TripModel

/// The records, preferences and zones by which a reminder becomes a rule, and that may silence it.
public struct ReminderContext: Sendable {
    /// Those that are not deleted.
    public var trips: [RecordID: Trip] = [:]
    /// Those that are not deleted.
    public var places: [RecordID: Place] = [:]
    /// Those of the trips and reminders concerned that are not deleted.
    public var items: [RecordID: PackingItem] = [:] {
        didSet { unpackedTrips = Set(items.values.filter { $0.isTaken && !$0.packed }.compactMap(\.trip)) }
    }
    /// Items that are deleted, as far as reminders are about them.
    public var deletedItems: Set<RecordID> = []
    /// Trips of which something is left to pack.
    private var unpackedTrips: Set<RecordID> = []
    /// The preferences of the space.
    public var settings: Settings
    /// The zones of this device, past and present.
    public var device: ZoneTimeline
    /// What is known of a zone.
    public var findZone: @Sendable (ZoneName) -> ZoneLookup

    /// A context without records.
    public init(settings: Settings, device: ZoneTimeline, findZone: @escaping @Sendable (ZoneName) -> ZoneLookup) {
        (self.settings, self.device, self.findZone) = (settings, device, findZone)
    }

    /// The trip that a reminder belongs to, by itself, its place or its item.
    func trip(of reminder: Reminder) -> Trip? {
        let id =
            reminder.trip ?? reminder.place.flatMap { places[$0]?.trip } ?? reminder.item.flatMap { items[$0]?.trip }
        return id.flatMap { trips[$0] }
    }

    /// Whether there is nothing to remind of at this moment (docs/design, reminders: Triggers, conditions): the item is
    /// packed or deleted, nothing of the trip is left to pack, or what it goes by does not take place.
    func silences(_ reminder: Reminder) -> Bool {
        if let item = reminder.item {
            if deletedItems.contains(item) { return true }
            if let item = items[item], item.packed || !item.isTaken { return true }
        }
        if reminder.whileUnpacked, let trip = reminder.trip, !unpackedTrips.contains(trip) { return true }
        guard let trip = trip(of: reminder), trip.status == .cancelled || trip.archived else { return false }
        switch Trigger(reminder.trigger) {
        case .relative, .during: return true
        case .at, .calendar, .interval, nil: return false
        }
    }
}
