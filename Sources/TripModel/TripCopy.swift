// A copy of a trip with everything that belongs to it.

public import Replication

/// New records that stand by themselves: changing them leaves the old trip alone, and the other way round.
public struct TripCopy: Equatable, Sendable {
    public let trip: Trip
    public let items: [PackingItem]
    public let places: [Place]

    /// Everything is equal to the original except that all is yet to be done: nothing is packed, and the copy is planned
    /// and not archived, whatever the original was. Its title says `Copy of …`, so that the two can be told apart in a
    /// list; dates stay, for nobody but its owner knows the new ones.
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
        trip = Trip(id: tripID, copying: original) { copy in
            copy.title = Self.title(for: original)
            copy.status = .planned
            copy.archived = false
        }
        items = originalItems.map { item in
            PackingItem(id: newID(), copying: item) { copy in
                copy.trip = tripID
                copy.packed = false
            }
        }
        places = originalPlaces.map { place in
            Place(id: newID(), copying: place) { $0.trip = tripID }
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

extension Entity {
    /// A record with all fields of another, then changed; through the schema, so that no field can be forgotten.
    init(id: RecordID, copying original: Self, change: (inout Self) -> Void) {
        self.init(id: id)
        for field in Self.schema.fields {
            let isTaken = field.write(&self, field.read(original))
            precondition(isTaken, "a field must take the value that it gave")
        }
        change(&self)
    }
}
