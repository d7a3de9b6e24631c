// A copy of a trip with everything that belongs to it.

public import CivilTime
internal import Recurrence
public import Replication

/// New records that stand by themselves: changing them leaves the old trip alone, and the other way round.
public struct TripCopy: Equatable, Sendable {
    /// The new trip.
    public let trip: Trip
    /// Its items, in the order of the original ones.
    public let items: [PackingItem]
    /// Its places, in the order of the original ones.
    public let places: [Place]
    /// Its reminders, in the order of the original ones: those that go by its dates, for they go by those of the copy.
    public let reminders: [Reminder]

    /// Everything is equal to the original except that all is yet to be done: nothing is packed, and the copy is
    /// planned and not archived, whatever the original was. Its title says `Copy of …`, so that the two can be told
    /// apart in a list; dates stay, for nobody but its owner knows the new ones.
    ///
    /// - Parameters:
    ///   - items: those of the trip that are not deleted.
    ///   - places: likewise; none to copy only the packing list.
    ///   - reminders: likewise; those that do not go by the dates of the trip are left out.
    ///   - now: when the copy is made: its reminders owe nothing of the time before.
    ///   - newID: gives a fresh id at each call: for the trip, the items, the places, then the reminders, each in the
    ///     order given.
    public init(
        of original: Trip, items originalItems: [PackingItem], places originalPlaces: [Place],
        reminders originalReminders: [Reminder] = [], now: Instant? = nil, newID: () -> RecordID
    ) {
        let tripID = newID()
        var tripCopy = original
        tripCopy.id = tripID
        tripCopy.title = Self.title(for: original)
        tripCopy.status = .planned
        tripCopy.archived = false
        trip = tripCopy
        items = originalItems.map { item in
            var copy = item
            (copy.id, copy.trip, copy.packed) = (newID(), tripID, false)
            return copy
        }
        places = originalPlaces.map { place in
            var copy = place
            (copy.id, copy.trip) = (newID(), tripID)
            return copy
        }
        let itemIDs = Self.pairs(originalItems.map(\.id), items.map(\.id))
        let placeIDs = Self.pairs(originalPlaces.map(\.id), places.map(\.id))
        reminders = originalReminders.filter(\.goesByTrip).map { reminder in
            var copy = reminder
            (copy.id, copy.trip, copy.since) = (newID(), tripID, now)
            // What belongs to another list, or to no trip, is the same for both.
            copy.item = reminder.item.map { itemIDs[$0] ?? $0 }
            copy.place = reminder.place.map { placeIDs[$0] ?? $0 }
            return copy
        }
    }

    private static func pairs(_ originals: [RecordID], _ copies: [RecordID]) -> [RecordID: RecordID] {
        Dictionary(zip(originals, copies)) { first, _ in first }
    }

    /// `Copy of ` and the title as shown, cut to the limit of a title.
    private static func title(for original: Trip) -> String {
        var title = "Copy of " + original.displayTitle
        while title.count > Limits.titleCharacters || title.utf8.count > 4 * Limits.titleCharacters {
            title.removeLast()
        }
        return TextRules.cleaned(title)
    }
}

extension Reminder {
    /// Whether it goes by the dates of a trip or visit, and so moves with them.
    public var goesByTrip: Bool {
        switch Trigger(trigger) {
        case .relative, .during: true
        case .at, .calendar, .interval, nil: false
        }
    }
}
