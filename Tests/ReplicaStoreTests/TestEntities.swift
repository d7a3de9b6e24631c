// Two small entities, one below the other, for the tests of the store: it knows nothing of trips.

import Platform
import Replication
import ReplicaStore
import TestSupport

struct Journey: Entity {
    let id: RecordID
    var name = ""
    var note: String?

    init(id: RecordID) { self.id = id }

    static let schema = Schema<Journey>(
        1, "journey", plural: "journeys",
        fields: [
            Field(1, "name", \.name, .text(1...60), "Its name", isRequired: true, isSearched: true),
            Field(2, "note", \.note, .note(400), "Anything else", isSearched: true),
        ])
}

struct Piece: Entity {
    let id: RecordID
    var journey: RecordID?
    var name = ""
    var quantity = 1
    var packed = false
    var height: Double?
    var color: String?

    init(id: RecordID) { self.id = id }

    static let schema = Schema<Piece>(
        2, "piece", plural: "pieces", parent: 1,
        fields: [
            Field(1, "journey", \.journey, .record, "What it belongs to"),
            Field(2, "name", \.name, .text(1...60), "Its name", isRequired: true, isSearched: true),
            Field(3, "quantity", \.quantity, .integer(0...999), "How many"),
            Field(4, "packed", \.packed, .flag, "Whether it is in"),
            Field(5, "height", \.height, .real(-1000...1000), "How high"),
            Field(6, "color", \.color, .choice(["red", "blue"]), "Its color"),
        ])
}

extension Catalogue {
    static let test = Catalogue([Journey.schema.description, Piece.schema.description])
}

/// A store in memory whose time and chance are in the hands of the test.
struct TestStore {
    let store: ReplicaStore
    let clock: ManualClock

    init(_ name: String = "laptop", seed: UInt64 = 1, catalogue: Catalogue = .test, at milliseconds: Int64 = 1_800_000_000_000)
        throws
    {
        clock = ManualClock(millisecondsSince1970: milliseconds)
        store = try ReplicaStore.inMemory(deviceName: name, .test(clock, seed: seed, catalogue: catalogue))
    }
}

extension StoreOptions {
    static func test(_ clock: ManualClock, seed: UInt64 = 1, catalogue: Catalogue = .test) -> StoreOptions {
        StoreOptions(
            catalogue: catalogue, rulesVersion: "test", fold: { $0.lowercased() }, clock: clock,
            random: SeededRandom(seed: seed))
    }
}
