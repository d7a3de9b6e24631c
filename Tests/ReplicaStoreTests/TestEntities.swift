// Small entities for the tests of the store, which knows nothing of trips: a parent and its child, one with built-in
// records, one that stays on the device; and how a later version of the program has them.

import Platform
import ReplicaStore
import Replication
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

struct Tag: Entity {
    let id: RecordID
    var label = ""
    var position = ""

    init(id: RecordID) { self.id = id }

    static let schema = Schema<Tag>(
        3, "tag", plural: "tags",
        fields: [
            Field(1, "label", \.label, .text(1...60), "What it says"),
            Field(2, "position", \.position, .text(0...60), "Where it stands"),
        ])

    static func builtIn(_ key: String) -> Catalogue.BuiltIn {
        Catalogue.BuiltIn(
            entity: 3, record: builtInID(key),
            values: [Change.Field(1, .text(key)), Change.Field(2, .text("p-" + key))])
    }

    static func builtInID(_ key: String) -> RecordID { .natural(entity: 3, key: key) }
}

struct Memo: Entity {
    let id: RecordID
    var text = ""

    init(id: RecordID) { self.id = id }

    static let schema = Schema<Memo>(
        9, "memo", plural: "memos", isLocal: true,
        fields: [Field(1, "text", \.text, .note(400), "What to remember")])
}

// MARK: As a later version has them

struct NewerJourney: Entity {
    let id: RecordID
    var name = ""
    var note: String?
    var rating: Int?
    var motto: String?

    init(id: RecordID) { self.id = id }

    static let schema = Schema<NewerJourney>(
        1, "journey", plural: "journeys",
        fields: [
            Field(1, "name", \.name, .text(1...200), "Its name", isRequired: true, isSearched: true),
            Field(2, "note", \.note, .note(400), "Anything else", isSearched: true),
            Field(3, "rating", \.rating, .integer(0...5), "How good it was"),
            Field(4, "motto", \.motto, .text(0...60), "What it was about", isSearched: true),
        ])
}

struct NewerPiece: Entity {
    let id: RecordID
    var journey: RecordID?
    var name = ""
    var quantity = 1
    var packed = false
    var height: Double?
    var color: String?
    var box: RecordID?

    init(id: RecordID) { self.id = id }

    static let schema = Schema<NewerPiece>(
        2, "piece", plural: "pieces", parent: 1,
        fields: [
            Field(1, "journey", \.journey, .record, "What it belongs to"),
            Field(2, "name", \.name, .text(1...60), "Its name", isRequired: true, isSearched: true),
            Field(3, "quantity", \.quantity, .integer(0...9_999), "How many"),
            Field(4, "packed", \.packed, .flag, "Whether it is in"),
            Field(5, "height", \.height, .real(-1000...1000), "How high"),
            Field(6, "color", \.color, .choice(["red", "blue", "green"]), "Its color"),
            Field(7, "box", \.box, .record, "Where it lies"),
        ])
}

struct Box: Entity {
    let id: RecordID
    var name = ""

    init(id: RecordID) { self.id = id }

    static let schema = Schema<Box>(
        4, "box", plural: "boxes", fields: [Field(1, "name", \.name, .text(1...60), "Its name", isSearched: true)])
}

extension Catalogue {
    static let test = Catalogue(
        [Journey.schema.description, Piece.schema.description, Tag.schema.description, Memo.schema.description],
        builtIns: [Tag.builtIn("clothes"), Tag.builtIn("gear")])

    static let newer = Catalogue(
        [
            NewerJourney.schema.description, NewerPiece.schema.description, Tag.schema.description,
            Box.schema.description,
            Memo.schema.description,
        ],
        builtIns: [Tag.builtIn("clothes"), Tag.builtIn("documents"), Tag.builtIn("gear")])
}

/// A store in memory whose time and chance are in the hands of the test.
struct TestStore {
    let store: ReplicaStore
    let clock: ManualClock

    init(
        _ name: String = "laptop", seed: UInt64 = 1, catalogue: Catalogue = .test,
        at milliseconds: Int64 = 1_800_000_000_000
    )
        throws
    {
        clock = ManualClock(millisecondsSince1970: milliseconds)
        store = try ReplicaStore.inMemory(deviceName: name, .test(clock, seed: seed, catalogue: catalogue))
    }
}

extension StoreOptions {
    static func test(
        _ clock: ManualClock = ManualClock(), seed: UInt64 = 1, catalogue: Catalogue = .test, rules: String = "test",
        historyDays: Int = 90
    ) -> StoreOptions {
        StoreOptions(
            catalogue: catalogue, rulesVersion: rules, fold: { $0.lowercased() }, clock: clock,
            random: SeededRandom(seed: seed), historyDays: { _ in historyDays })
    }
}

extension TestStore {
    init(store: ReplicaStore, clock: ManualClock) {
        self.store = store
        self.clock = clock
    }
}
