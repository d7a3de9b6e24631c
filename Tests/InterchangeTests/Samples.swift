// What the tests of this module read and build.

import Platform
import Replication
import TestSupport
import TripModel

@testable import Interchange

/// A trip that lists belong to.
let sampleTrip = RecordID(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0001)

/// The bytes of a file in Tests/Fixtures/interchange.
func fixture(_ name: String) throws -> [UInt8] {
    try Files.read(Fixtures.path("interchange/" + name), limitBytes: 1 << 20)
}

/// Options with the sample trip, then changed.
func options(_ change: (inout ImportOptions) -> Void = { _ in }) -> ImportOptions {
    var options = ImportOptions()
    options.trip = sampleTrip
    change(&options)
    return options
}

/// What a text of one format gives.
func batch(
    _ text: String, _ format: Format = .csv, _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportedBatch {
    try ImportedBatch(reading: text, format: format, options: options(change))
}

/// What a fixture gives.
func batch(fixture name: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedBatch {
    try ImportedBatch(reading: fixture(name), fileName: name, options: options(change))
}

extension ImportedBatch {
    var items: [PackingItem] { records.items.map(\.record) }
    var trips: [Trip] { records.trips.map(\.record) }

    /// The label of an item's category, built-in or new.
    func label(of item: PackingItem) -> String? {
        (records.categories.map(\.record) + PackingCategory.builtIn).first { $0.id == item.category }?.label
    }

    /// The doubts as `line field`.
    var doubtPlaces: [String] { doubts.map(\.place) }

    /// The refusals as `line field`.
    var refusalPlaces: [String] { refused.map(\.place) }
}

extension ImportNote {
    var place: String { [line.map { String($0) }, field].compactMap { $0 }.joined(separator: " ") }
}

extension ImportedBatch {
    /// The list that the batch makes of the sample trip.
    func list(categories: [PackingCategory] = PackingCategory.builtIn) -> PackingList {
        PackingList(
            trip: sampleTrip, items: items,
            categories: PackingCategory.all(
                stored: categories + records.categories.map(\.record), deleted: []))
    }
}
