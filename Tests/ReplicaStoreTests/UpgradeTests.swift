// Bringing a store to a newer catalogue: nothing is lost, and an older program refuses what it does not know.

import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Upgrade and parking")
struct UpgradeTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store") }

    private func stamp(_ counter: UInt64) throws -> Stamp { try #require(Stamp(time: 1 << 57 | counter, device: 77)) }

    private func change(
        _ entity: EntityNumber, _ record: UInt64, _ counter: UInt64, _ fields: [FieldNumber: Value]
    ) throws -> Change {
        Change(
            entity: entity, record: id(record), stamp: try stamp(counter),
            fields: fields.sorted { $0.key < $1.key }.map { Change.Field($0.key, $0.value) })
    }

    /// What another device of a newer version might send.
    private var foreign: [Change] {
        get throws {
            [
                try change(1, 1, 1, [1: .text("Oslo"), 3: .integer(4), 4: .text("Fjord"), 62: .bytes([0xFF, 0, 1])]),
                try change(2, 2, 2, [2: .text("Tent"), 3: .integer(5_000), 6: .text("green"), 5: .double(.nan)]),
                try change(2, 3, 3, [2: .integer(7), 4: .text("yes"), 5: .double(-0.0), 1: .bytes([1])]),
                try change(4, 4, 4, [1: .text("Crate")]),
                try change(200, 5, 5, [0: .bool(true), 1: .null, 2: .bool(true), 3: .double(.infinity)]),
            ]
        }
    }

    private func byStamp(_ changes: [Change]) -> [Change] { changes.sorted { $0.stamp < $1.stamp } }

    @Test func `what this version cannot use is parked and sent on to the bit`() throws {
        let store = try TestStore().store
        try store.merge(try foreign, areConfirmed: false)
        #expect(byStamp(try store.pendingChanges()) == (try foreign))
        #expect(try store.read { try $0.parkedCount() } == 14)
        #expect(try store.piece(2)?.record == piece(2) { _ in })
        #expect(try store.piece(3)?.record == Piece(id: id(3)))
        #expect(try store.verify() == [])
        let untyped = try #require(try store.read { try $0.record(of: Journey.schema.description, id(1)) })
        #expect(untyped.parked.map(\.number) == [3, 4, 62])
    }

    @Test(arguments: [0, 5, 128, 255] as [EntityNumber])
    func `an entity of any other number is kept and sent on`(_ entity: EntityNumber) throws {
        let store = try TestStore().store
        let foreign = try change(entity, 1, 1, [0: .bool(false), 1: .integer(.min), 62: .text("é")])
        try store.merge([foreign], areConfirmed: false)
        #expect(try store.pendingChanges() == [foreign])
        #expect(try store.verify() == [])
    }

    @Test func `a parked value gives way to a later one, and an earlier one does not come back`() throws {
        let store = try TestStore().store
        try store.merge(try foreign)
        try store.change(2) { $0.color = "red" }
        #expect(try store.read { try $0.parkedCount() } == 13)
        try store.merge(try foreign)
        #expect(try store.piece(2)?.record.color == "red")
        _ = try store.undo()
        #expect(try store.read { try $0.parkedCount() } == 14)
        #expect(try store.piece(2)?.record.color == nil)
        let last = try #require(try store.pendingChanges().last)
        #expect(last.fields == [Change.Field(6, .text("green"))])
        #expect(try store.verify() == [])
    }

    @Test func `an upgraded program uses what was parked, without a stamp`() throws {
        var sum: [UInt8] = []
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
            try store.merge(try foreign, areConfirmed: false)
            try store.add(piece(9) { $0.quantity = 3 })
            sum = try store.read { try $0.equalitySum() }
        }
        let store = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer))
        try store.read { reader throws in
            let journey = try #require(try reader.record(NewerJourney.self, id(1))?.record)
            #expect(journey.rating == 4 && journey.motto == "Fjord" && journey.name == "Oslo")
            let piece = try #require(try reader.record(NewerPiece.self, id(2))?.record)
            #expect(piece.quantity == 5_000 && piece.color == "green" && piece.height == nil)
            #expect(try reader.record(Box.self, id(4))?.record.name == "Crate")
            #expect(try reader.records(Box.self).map(\.number) == [1])
            #expect(try reader.matching(NewerJourney.self, ["FJORD"]).count == 1)
            #expect(try reader.matching(Box.self, ["crate"]).count == 1)
            #expect(try reader.record(Tag.self, Tag.builtInID("documents"))?.record.label == "documents")
            #expect(try reader.equalitySum() == sum)
            // The column of a double holds no NaN, a name no number: they wait on.
            #expect(try reader.parkedCount() == 9)
        }
        #expect(byStamp(try store.pendingChanges()).prefix(5) == (try foreign)[...])
        #expect(try store.verify() == [])
        #expect(try store.history(9).count == 1)
        #expect(try store.add(Box(id: id(10))).result == 2)
    }

    @Test func `a built-in record of the newer version fills in what nobody wrote`() throws {
        let documents = Tag.builtInID("documents")
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
            let renamed = Change(
                entity: 3, record: documents, stamp: try stamp(1), fields: [Change.Field(1, .text("Papers"))])
            try store.merge([renamed])
        }
        let store = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer))
        let tag = try #require(try store.read { try $0.record(Tag.self, documents)?.record })
        #expect(tag.label == "Papers" && tag.position == "p-documents")
        #expect(try store.verify() == [])
    }

    @Test func `the file as it was stands beside the upgraded one`() throws {
        do { try ReplicaStore.create(at: path, deviceName: "laptop", .test()).add(piece(1)) }
        _ = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer))
        let copy = path + ".before-upgrade"
        #expect(try Files.attributes(of: copy).permissions == 0o600)
        do {
            let old = try ReplicaStore(path: copy, .test(seed: 3), access: .readOnly)
            #expect(try old.piece(1)?.record == piece(1))
        }
        // That somebody looked into the copy does not stand in the way of the next one.
        let store = try ReplicaStore(path: path, .test(seed: 4, catalogue: .newer, rules: "later"))
        #expect(try store.read { try $0.record(NewerPiece.self, id(1)) } != nil)
        #expect(try ReplicaStore(path: copy, .test(seed: 5, catalogue: .newer), access: .readOnly).verify() == [])
    }

    @Test func `an older program refuses a newer file, which stays as it is`() throws {
        do { try ReplicaStore.create(at: path, deviceName: "laptop", .test(catalogue: .newer)).add(piece(1)) }
        let bytes = try Files.read(path, limitBytes: 1 << 22)
        for access in [ReplicaStore.Access.readWrite, .readOnly] {
            #expect(throws: StoreError.newer(path: path, version: 2)) {
                try ReplicaStore(path: path, .test(seed: 2), access: access)
            }
        }
        let onlyAnEntityMore = Catalogue([Journey.schema.description])
        let smaller = folder.path("smaller")
        _ = try ReplicaStore.create(at: smaller, deviceName: "laptop", .test())
        #expect(throws: StoreError.newer(path: smaller, version: 2)) {
            try ReplicaStore(path: smaller, .test(seed: 2, catalogue: onlyAnEntityMore))
        }
        #expect(try Files.read(path, limitBytes: 1 << 22) == bytes)
    }

    @Test func `a program that is running when a newer one upgrades its file says so and writes nothing`() throws {
        let old = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        try old.add(piece(1))
        let new = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer))
        #expect(throws: StoreError.newer(path: path, version: 2)) {
            try old.change(1) { $0.quantity = 2 }
        }
        #expect(throws: StoreError.newer(path: path, version: 2)) { try old.merge(try foreign) }
        #expect(throws: StoreError.newer(path: path, version: 2)) { try old.piece(1) }
        #expect(try new.read { try $0.record(NewerPiece.self, id(1))?.record.quantity } == 1)
    }

    @Test func `an older file is read by a newer program without being touched`() throws {
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
            try store.merge(try foreign)
        }
        let bytes = try Files.read(path, limitBytes: 1 << 22)
        let store = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer), access: .readOnly)
        #expect(try store.read { try $0.record(NewerJourney.self, id(1))?.record.rating } == 4)
        #expect(try store.verify() == [])
        #expect(throws: StoreError.database(.readOnly)) { try store.add(Box(id: id(7))) }
        #expect(try Files.read(path, limitBytes: 1 << 22) == bytes)
        #expect(try !Files.exists(path + ".before-upgrade"))
    }

    @Test func `other rules of the program look at parked values again`() throws {
        do {
            let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
            try store.merge([try change(2, 2, 2, [2: .text("Tent"), 3: .integer(5_000)])])
        }
        let wider = Catalogue(
            [
                Journey.schema.description, WiderPiece.schema.description, Tag.schema.description,
                Memo.schema.description,
            ],
            builtIns: Catalogue.test.builtIns)
        #expect(try ReplicaStore(path: path, .test(seed: 2, catalogue: wider)).read { try $0.parkedCount() } == 1)
        let store = try ReplicaStore(path: path, .test(seed: 3, catalogue: wider, rules: "later"))
        #expect(try store.read { try $0.record(WiderPiece.self, id(2))?.record.quantity } == 5_000)
        #expect(try store.read { try $0.parkedCount() } == 0)
    }

    /// The same columns as a piece, with wider rules.
    private struct WiderPiece: Entity {
        let id: RecordID
        var journey: RecordID?
        var name = ""
        var quantity = 1
        var packed = false
        var height: Double?
        var color: String?

        init(id: RecordID) { self.id = id }

        static let schema = Schema<WiderPiece>(
            2, "piece", plural: "pieces", parent: 1,
            fields: [
                Field(1, "journey", \.journey, .record, "What it belongs to"),
                Field(2, "name", \.name, .text(1...60), "Its name", isRequired: true, isSearched: true),
                Field(3, "quantity", \.quantity, .integer(0...9_999), "How many"),
                Field(4, "packed", \.packed, .flag, "Whether it is in"),
                Field(5, "height", \.height, .real(-1000...1000), "How high"),
                Field(6, "color", \.color, .text(0...60), "Its color"),
            ])
    }

    // MARK: A file of version 1

    /// Tests/Fixtures/stores/README.md says how it was made.
    @Test func `the store kept from version 1 is brought up to date with all it holds`() throws {
        let bytes = try Files.read(Fixtures.path("stores/version-1.packmule"), limitBytes: 1 << 20)
        try Files.write(bytes, to: path)
        let store = try ReplicaStore(path: path, .test(seed: 2, catalogue: .newer))
        #expect(try store.verify() == [])
        #expect(try store.read { try $0.records(NewerPiece.self) }.map(\.record.name) == ["Tent", "", "Tarp"])
        #expect(try store.read { try $0.record(NewerJourney.self, id(1))?.record.rating } == 4)
        #expect(try store.read { try $0.record(NewerPiece.self, id(2))?.record.color } == "green")
        #expect(try store.read { try $0.record(Box.self, id(4))?.record.name } == "Crate")
        #expect(try store.read { try $0.trash().map(\.record.id) } == [id(12)])
        #expect(try store.history(11).map(\.fields.count) == [1, 2])
        #expect(try store.undo().result.words == "delete")
        #expect(try store.read { try $0.records(NewerPiece.self) }.count == 4)
        #expect(try store.read { try $0.pendingCount() } > 0)
    }

    /// The same with changes of all three states: new, offered, confirmed.
    @Test func `the store kept from format 1 is brought to this format, and nothing of it counts as sent`() throws {
        let bytes = try Files.read(Fixtures.path("stores/format-1.packmule"), limitBytes: 1 << 20)
        try Files.write(bytes, to: path)
        #expect(try Connection(path: path, mode: .readOnly).integer("PRAGMA user_version") == 1)
        let onlyRead = try ReplicaStore(path: path, .test(seed: 3), access: .readOnly)
        #expect(try onlyRead.syncFacts().cursor == .zero)
        #expect(try Connection(path: path, mode: .readOnly).integer("PRAGMA user_version") == 1)
        let store = try ReplicaStore(path: path, .test(seed: 2))
        #expect(try Connection(path: path, mode: .readOnly).integer("PRAGMA user_version") == 2)
        #expect(try Connection(path: path + ".before-upgrade", mode: .readOnly).integer("PRAGMA user_version") == 1)
        #expect(try store.verify() == [])
        #expect(try store.membership() == nil)
        let facts = try store.syncFacts()
        #expect(facts.newCount == 2 && facts.offeredCount == 4 && facts.headMilliseconds == nil)
        let outgoing = try store.outgoing(withChanges: true)
        #expect(outgoing.known == [0] && outgoing.cursor == .zero && !outgoing.isFromZero)
        #expect(outgoing.changes.count == 7)
        #expect(try store.history(11).map(\.fields.count) == [1, 1, 2])
    }

    /// Makes the file anew; run by hand only, when a version is to be kept: FIXTURE=path swift test.
    @Test(.enabled(if: ProcessInformation.environment()["FIXTURE"] != nil))
    func `the store of this version is written where it is asked for`() throws {
        let destination = try #require(ProcessInformation.environment()["FIXTURE"])
        let store = try ReplicaStore.create(at: path, deviceName: "laptop", .test())
        try store.merge(try foreign, areConfirmed: false)
        try store.add(piece(11, "Tarp") { $0.quantity = 2 })
        try store.change(11) { $0.packed = true }
        try store.add(piece(12, "Rope"))
        try store.deletePiece(12)
        // Two changes that a server holds, one written over one that it holds, and the rest of the three kinds.
        try store.confirm(try store.pendingChanges().filter { [id(2), id(11)].contains($0.record) })
        try store.change(11) { $0.quantity = 3 }
        try store.backup(to: destination)
    }
}
