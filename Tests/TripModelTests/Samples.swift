// Records that the tests of this module share.

import CivilTime
import Replication

@testable import TripModel

/// An id that is easy to read in a failure; ordered by its number.
func id(_ number: UInt64) -> RecordID {
    RecordID(high: 0, low: number)
}

/// A day that exists.
func day(_ iso: String) -> CalendarDay {
    CalendarDay(iso) ?? .earliest
}

func trip(
    _ number: UInt64, _ city: String, _ start: String? = nil, nights: Int = 0, change: (inout Trip) -> Void = { _ in }
) -> Trip {
    var trip = Trip(id: id(number))
    trip.city = city
    trip.start = start.map(day)
    trip.nights = nights
    change(&trip)
    return trip
}

func item(
    _ number: UInt64, _ name: String, trip: UInt64 = 1, change: (inout PackingItem) -> Void = { _ in }
) -> PackingItem {
    var item = PackingItem(id: id(number))
    item.name = name
    item.trip = id(trip)
    change(&item)
    return item
}

func place(_ name: String, _ latitude: Double? = nil, _ longitude: Double? = nil) -> Place {
    var place = Place(id: id(1))
    place.name = name
    (place.latitude, place.longitude) = (latitude, longitude)
    return place
}

func category(_ number: UInt64, _ label: String, position: String) -> PackingCategory {
    var category = PackingCategory(id: id(number))
    (category.label, category.position) = (label, FractionalKey(position))
    return category
}
