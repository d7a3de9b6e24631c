// The record that a text means is found, or it is said why not.

import PackmuleKit
import ReplicaStore
import Replication
import Testing
import TripModel

@Suite("Finding")
struct FindingTests {
    private let device: Device
    private let trip: RecordID

    init() throws {
        device = try Device.test()
        trip = try device.addTrip("Zürich", "2027-06-03") { $0.title = "Summer by the lake" }
        // 1 Socks, 2 Wool socks, 3 Ein Mantel, 4 Café crème, 5 "7", 6 Cafe filters, 7 Tent
        for name in ["Socks", "Wool socks", "Ein Mantel", "Café crème", "7", "Cafe filters", "Tent"] {
            try device.addItem(name, to: trip)
        }
    }

    private func name(_ text: String, deleted: Bool = false) throws -> String {
        try device.read { try $0.find(PackingItem.self, text, deleted: deleted).record.name }
    }

    @Test(
        "By number, by whole name, by a part, whatever case and accents",
        arguments: [
            ("1", "Socks"), ("#2", "Wool socks"), (" 3 ", "Ein Mantel"), ("007", "Tent"),
            ("Socks", "Socks"), ("SOCKS", "Socks"), ("wool", "Wool socks"), ("socks wool", "Wool socks"),
            ("antel", "Ein Mantel"), ("café crème", "Café crème"), ("CAFE CREME", "Café crème"),
            ("cre\u{300}me", "Café crème"), ("cafe  filters", "Cafe filters"),
        ])
    func found(text: String, expected: String) throws {
        #expect(try name(text) == expected)
    }

    @Test(
        "A number names the record of that number, and only where there is none the one that is called so"
    )
    func numberOrName() throws {
        #expect(try name("7") == "Tent")
        try device.edit("item delete") { edit in
            try edit.delete(PackingItem.schema.description, try edit.find(PackingItem.self, "Tent").record.id)
        }
        #expect(try name("7") == "7")
        try device.addItem("99", to: trip)
        #expect(try name("99") == "99")
    }

    @Test("By the first four or more characters of its id, in either case")
    func identity() throws {
        let bare = try Device.test(2)
        let id = try bare.addTrip("Bergen").description
        for length in [4, 8, 13, 36] {
            #expect(try bare.read { try $0.find(Trip.self, String(id.prefix(length))) }.record.city == "Bergen")
            #expect(try bare.read { try $0.find(Trip.self, id.prefix(length).uppercased()) }.record.city == "Bergen")
        }
        let tooShort = String(id.prefix(3))
        // Three digits would be a number, and there is none so high.
        #expect(throws: DeviceError.notFound(kind: "trip", text: tooShort)) {
            try bare.read { try $0.find(Trip.self, tooShort) }
        }
    }

    @Test(
        "What nothing answers to is not found, with the text as it was understood",
        arguments: [
            ("umbrella", "umbrella"), ("8", "8"), ("#8", "#8"), ("99999999999999999999", "99999999999999999999"),
            ("", ""), ("#", "#"), ("  so ck ts ", "so ck ts"), ("-1", "-1"), ("ffff", "ffff"),
            ("socks tent", "socks tent"),
        ])
    func notFound(typed: String, text: String) throws {
        #expect(throws: DeviceError.notFound(kind: "item", text: text)) { try name(typed) }
    }

    @Test("A part of two names is refused, with both and their numbers")
    func ambiguous() throws {
        #expect(
            throws: DeviceError.ambiguous(
                kind: "item", text: "cafe",
                candidates: [
                    RecordCandidate(number: 4, name: "Café crème"), RecordCandidate(number: 6, name: "Cafe filters"),
                ])
        ) { try name("cafe") }
    }

    @Test("Two whole names are as ambiguous as two parts, and parts of other names do not join them")
    func twins() throws {
        try device.addItem("sócks", to: trip)
        #expect(
            throws: DeviceError.ambiguous(
                kind: "item", text: "socks",
                candidates: [RecordCandidate(number: 1, name: "Socks"), RecordCandidate(number: 8, name: "sócks")])
        ) { try name("socks") }
    }

    @Test("At most ten candidates are listed")
    func manyCandidates() throws {
        try device.addItems((1...20).map { "Thing \($0)" }, to: trip)
        let error = #expect(throws: DeviceError.self) { try name("thing") }
        guard case .ambiguous(_, _, let candidates) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(candidates.map(\.number) == Array(8...17))
    }

    @Test("Deleted records are found only when they are asked for, and only they")
    func deleted() throws {
        try device.delete(try device.read { try $0.find(PackingItem.self, "Tent") }.record.id)
        #expect(throws: DeviceError.notFound(kind: "item", text: "tent")) { try name("tent") }
        #expect(throws: DeviceError.notFound(kind: "item", text: "#7")) { try name("#7") }
        #expect(try name("tent", deleted: true) == "Tent")
        #expect(try name("#7", deleted: true) == "Tent")
        #expect(throws: DeviceError.notFound(kind: "item", text: "socks")) { try name("socks", deleted: true) }
        #expect(throws: DeviceError.notFound(kind: "item", text: "1")) { try name("1", deleted: true) }
    }

    @Test("Names are looked up among the candidates given, numbers everywhere")
    func candidates() throws {
        let other = try device.addTrip("Oslo")
        try device.addItem("Socks for Oslo", to: other)
        let found = try device.read { reader in
            try (
                reader.find(PackingItem.self, "socks", among: reader.items(of: other)).record.name,
                reader.find(PackingItem.self, "1", among: reader.items(of: other)).record.name
            )
        }
        #expect(found == ("Socks for Oslo", "Socks"))
    }

    @Test(
        "A trip is found by its title and by its city", arguments: ["summer", "zurich", "ZÜRICH", "lake zürich", "1"])
    func trips(text: String) throws {
        #expect(try device.read { try $0.find(Trip.self, text) }.record.id == trip)
    }

    @Test("Categories are found by heading, places by name, settings by key; each is called by its kind")
    func otherKinds() throws {
        try device.edit("add") { edit in
            var place = Place(id: edit.newID())
            place.name = "Bryggen"
            try edit.create(place)
            try edit.put(Setting(key: "home.zone", value: "Europe/Oslo"))
        }
        let names = try device.read { reader in
            [
                try reader.find(PackingCategory.self, "doc").record.displayName,
                try reader.find(Place.self, "brygg").record.displayName,
                try reader.find(Setting.self, "home").record.displayName,
            ]
        }
        #expect(names == ["Documents", "Bryggen", "home.zone"])
        #expect(
            [Trip.kindName, PackingItem.kindName, PackingCategory.kindName, Place.kindName, Setting.kindName]
                == ["trip", "item", "category", "place", "setting"])
    }
}
