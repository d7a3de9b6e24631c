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

/// An instant in the form of RFC 3339.
func instant(_ text: String) -> Instant {
    Instant(text) ?? .earliest
}

/// Rules in the form of the environment variable `TZ`.
func rules(_ text: String) -> ZoneRules {
    (try? ZoneRules(rule: text)) ?? .utc
}

/// A device in a zone, and the zones that the tests name. `America/Goose_Bay` changes its clocks one minute after
/// midnight, as it did until 2011, so that days begin twice there.
func zones(device: String = "Europe/Berlin") -> TripZones {
    let known: [ZoneName: ZoneRules] = [
        "UTC": .utc,
        "Europe/Berlin": rules("CET-1CEST,M3.5.0,M10.5.0/3"),
        "Pacific/Auckland": rules("NZST-12NZDT,M9.5.0,M4.1.0/3"),
        "America/Los_Angeles": rules("PST8PDT,M3.2.0,M11.1.0"),
        "America/Goose_Bay": rules("AST4ADT,M3.2.0/0:01,M11.1.0/0:01"),
        "Pacific/Kiritimati": rules("<+14>-14"),
    ]
    return TripZones(device: known[ZoneName(stringLiteral: device)] ?? .utc) { known[$0] }
}
