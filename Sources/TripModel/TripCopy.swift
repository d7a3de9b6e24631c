// A copy of a trip with everything that belongs to it.

public import Replication

/// New records that stand by themselves: changing them leaves the old trip alone, and the other way round.
public struct TripCopy: Equatable, Sendable {
    /// The new trip.
    public let trip: Trip
    /// Its items, in the order of the original ones.
    public let items: [PackingItem]
    /// Its places, in the order of the original ones.
    public let places: [Place]

    /// Everything is equal to the original except that all is yet to be done: nothing is packed, and the copy is
    /// planned and not archived, whatever the original was. Its title says `Copy of …`, so that the two can be told
    /// apart in a list; dates stay, for nobody but its owner knows the new ones.
    ///
    /// - Parameters:
    ///   - items: those of the trip that are not deleted.
    ///   - places: likewise; none to copy only the packing list.
    ///   - newID: gives a fresh id at each call: for the trip, the items, then the places, each in the order given.
    public init(
        of original: Trip, items originalItems: [PackingItem], places originalPlaces: [Place],
        newID: () -> RecordID
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
