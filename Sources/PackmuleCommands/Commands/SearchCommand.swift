// Finding records by words in them.

import CommandLineTool
import JSONText
import PackmuleKit

enum SearchCommand {
    static let search = Command<Action>(
        "search", summary: "Find trips, items, categories, places and reminders by words in them",
        discussion: """
            Every word must occur in a record's name, city, address or text, whatever its case and accents, and also \
            inside a word.
            """,
        examples: [Example("packmule search adapter", "on which lists there is an adapter")],
        operands: [Operand("WORD", .many, help: "What to look for")],
        seeAlso: ["item list", "trip list"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let typed = invocation.command.operands("WORD").joined(separator: " ")
        let words = Folding.words(in: typed)
        let device = try invocation.device(.readOnly)
        let found = try device.read { try Found($0, words) }
        return Answer(json: { found.json }, text: { found.text(typed, invocation) })
    }
}

/// What a search found.
private struct Found {
    let trips: [Stored<Trip>]
    let categories: [Stored<PackingCategory>]
    let items: [Stored<PackingItem>]
    let places: [Stored<Place>]
    let reminders: [Stored<Reminder>]
    /// What the trips of items, places and reminders are called.
    let titles: [RecordID: String]
    let words: [String]

    init(_ reader: Reader, _ words: [String]) throws {
        self.words = words
        trips = try reader.matching(Trip.self, words)
        categories = try reader.matching(PackingCategory.self, words)
        items = try reader.matching(PackingItem.self, words)
        places = try reader.matching(Place.self, words)
        reminders = try reader.matching(Reminder.self, words)
        var titles: [RecordID: String] = [:]
        let trips = items.map(\.record.trip) + places.map(\.record.trip) + reminders.map(\.record.trip)
        for case let id? in trips where titles[id] == nil {
            titles[id] = try reader.record(Trip.self, id)?.record.displayTitle
        }
        self.titles = titles
    }

    var json: JSONValue {
        [
            "trips": .array(trips.map(\.json)),
            "categories": .array(categories.map(\.json)),
            "items": .array(items.map { json($0.json, trip: $0.record.trip) }),
            "places": .array(places.map { json($0.json, trip: $0.record.trip) }),
            "reminders": .array(reminders.map { json($0.json, trip: $0.record.trip) }),
        ]
    }

    /// A record with the title of its trip.
    private func json(_ record: JSONValue, trip: RecordID?) -> JSONValue {
        .object((record.members ?? []) + [.init("tripTitle", trip.flatMap { titles[$0] }.json)])
    }

    func text(_ typed: String, _ invocation: Invocation) -> String {
        let rows =
            trips.map { row($0, trip: nil) } + categories.map { row($0, trip: nil) }
            + items.map { row($0, trip: $0.record.trip) } + places.map { row($0, trip: $0.record.trip) }
            + reminders.map { row($0, trip: $0.record.trip) }
        guard !rows.isEmpty else { return "Nothing holds '\(invocation.safe(typed))'.\n" }
        let columns: [Table.Column] = [
            .init("Kind"), .init("No.", .right), .init("Name", isFlexible: true), .init("Trip", isFlexible: true),
            .init("Found in", isFlexible: true),
        ]
        return Table(columns, rows: rows).text(width: invocation.screen.columns, colour: invocation.screen.colour)
    }

    private func row<Record: JSONRecord>(_ stored: Stored<Record>, trip: RecordID?) -> [Table.Cell] {
        let title = trip.flatMap { titles[$0] } ?? ""
        return [
            .init(Record.kindName, .dim), .init("\(stored.number)"), .init(stored.record.displayName), .init(title),
            .init(place(in: stored.record), .dim),
        ]
    }

    /// The field in which a word was found that the name does not hold, with its text; where the name holds them all,
    /// the field that it comes from.
    private func place<Record: JSONRecord>(in record: Record) -> String {
        let name = Folding.folded(record.displayName)
        let missing = words.filter { !Folding.matches([$0], in: name) }
        for field in Record.schema.fields where field.description.isSearched {
            guard case .text(let text) = field.read(record) else { continue }
            let folded = Folding.folded(text)
            if missing.isEmpty, words.contains(where: { Folding.matches([$0], in: folded) }) {
                return field.description.name
            }
            if missing.contains(where: { Folding.matches([$0], in: folded) }) {
                return "\(field.description.name): \(text)"
            }
        }
        return ""
    }
}
