// Places: kept, shown, shared.

import CommandLineTool
import JSONText
import PackmuleKit

enum PlaceCommands: RecordCommands {
    typealias Record = Place

    static let place = Command<Action>(
        "place", summary: "Places: where to go, on a trip or at any time",
        examples: [
            Example("packmule place", "all of them"),
            Example("packmule place add Fløyen --lat 60.3944 --lon 5.3436 -t Bergen", "a place of a trip"),
        ],
        subcommands: [add, list, show, edit, share, delete, restore], defaultName: "list")

    static let options = SchemaOptions<Place>(
        name: "name",
        [
            SchemaOptions<Place>.link(
                "trip", value: "TRIP", .words("trip"),
                reading: { text, reader, _ in try reader.findOrExplain(Trip.self, text).record.id.fieldValue }),
            SchemaOptions<Place>.link("latitude", as: "lat", value: "DEGREES"),
            SchemaOptions<Place>.link("longitude", as: "lon", value: "DEGREES"),
            SchemaOptions<Place>.link("address"), SchemaOptions<Place>.link("category"),
            SchemaOptions<Place>.link("visit"), SchemaOptions<Place>.link("note"),
        ])

    static let samples = Samples(
        name: "bryggen", deletedName: "'Fish market'",
        editing: ("--lat 60.3975 --lon 5.3245", "where it is"))

    static func shown(_ field: FieldSchema, _ value: Value, _ reader: Reader) throws -> String? {
        guard field.name == "trip", let id = RecordID(fieldValue: value) else { return field.shown(value) }
        return try reader.record(Trip.self, id)?.words
    }

    // MARK: Add

    private static let add = Command<Action>(
        "add", summary: "Add a place",
        discussion: "Without -t it belongs to no trip. Latitude and longitude come together, in degrees (WGS 84), "
            + "negative in the south and west.",
        examples: [
            Example("packmule place add Fløyen --lat 60.3944 --lon 5.3436 -t Bergen", "a place of a trip"),
            Example("packmule place add Grand Hotel --address 'Karl Johans gate 31, Oslo'", "no coordinates are known"),
        ],
        operands: [Operand("NAME", .many, help: "Its name; several words are one name")],
        options: options.adding, action: runAdd)

    private static func runAdd(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            var place = Place(id: edit.newID())
            let name = invocation.command.operands("NAME").joined(separator: " ")
            try options.set(options.name, to: name, edit, in: &place)
            try apply(invocation, edit, to: &place)
            try edit.create(place)
        }
        return try .changed(edited, device) { "Added \($0)." }
    }

    // MARK: List

    private static let list = Command<Action>(
        "list", summary: "List the places",
        examples: [
            Example("packmule place list", "all of them, by number"),
            Example("packmule place list -t Bergen --json", "those of a trip, for scripts"),
        ],
        options: [Option("trip", short: "t", value: "TRIP", .words("trip"), help: "Only the places of this trip")],
        action: runList)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (places, titles) = try device.read { reader in
            let trip = try invocation.command.value("trip").map { try reader.findOrExplain(Trip.self, $0) }
            let places =
                try trip.map { try reader.children(Place.self, of: $0.record.id) } ?? reader.records(Place.self)
            let titles = try places.map { place in
                try place.record.trip.flatMap { try reader.record(Trip.self, $0) }?.record.displayName ?? ""
            }
            return (places, titles)
        }
        return Answer(
            json: { ["places": .array(places.map(\.json))] },
            text: {
                if places.isEmpty { return "There are no places.\n" }
                let table = Table(
                    [
                        .init("No.", .right), .init("Place", isFlexible: true), .init("Trip", isFlexible: true),
                        .init("Address", isFlexible: true), .init("Coordinates"),
                    ],
                    rows: zip(places, titles).map { place, title in
                        [
                            .init(String(place.number)), .init(place.record.name), .init(title),
                            .init(place.record.address ?? ""), .init(PlaceSharing.coordinates(of: place.record) ?? ""),
                        ]
                    })
                return table.text(invocation.screen)
            })
    }

    // MARK: Share

    private static let share = Command<Action>(
        "share", summary: "Print a place as text to pass on",
        discussion:
            "Name, address, coordinates, a geo: address for map programs and a link to a map, as far as they are "
            + "known. Nothing is sent.",
        examples: [Example("packmule place share bryggen", "to paste into a message")],
        operands: [operand()], action: runShare)

    private static func runShare(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let stored = try device.read { try named(invocation, $0, device) }
        let (geo, map) = (PlaceSharing.geoURI(for: stored.record), PlaceSharing.mapLink(for: stored.record))
        let text = [PlaceSharing.text(for: stored.record), geo].compactMap { $0 }.joined(separator: "\n")
        return Answer(
            json: { ["place": stored.json, "text": .string(text), "geo": geo.json, "map": map.json] },
            text: { SafeText.visible(text, keepingLines: true) + "\n" })
    }
}
