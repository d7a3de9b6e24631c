// Export, import, export: the same bytes, whatever the texts.

import CivilTime
import JSONText
import Replication
import TestSupport
import Testing
import TripModel

@testable import Interchange

struct RoundTripTests {
    @Test("A packing list in CSV comes back byte for byte", arguments: 0..<120)
    func csv(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let list = Self.list(&generator)
        let text = CSVWriter.text(of: list)
        let read = try batch(text) { $0.categories = list.groups.compactMap(\.category) }
        #expect(read.refused.isEmpty && read.doubts.isEmpty)
        #expect(read.items.map(\.id) == list.items.map(\.id))
        for (item, original) in zip(read.items, list.items) {
            #expect(item.name.utf8.elementsEqual(original.name.utf8))
            #expect(item.note.utf8.elementsEqual(original.note.utf8))
            #expect(item.extra == original.extra)
        }
        let again = CSVWriter.text(of: read.list(categories: list.groups.compactMap(\.category)))
        #expect(Array(again.utf8) == Array(text.utf8))
    }

    @Test("A packing list in Markdown comes back byte for byte", arguments: 0..<120)
    func markdown(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed + 1000)
        let list = Self.list(&generator)
        var trip = Trip(id: sampleTrip)
        trip.city = Self.line(&generator, 1...20)
        trip.title = Self.line(&generator, 1...20)
        trip.note = Self.note(&generator)
        let text = MarkdownWriter.text(of: list, trip: trip)
        let read = try batch(text, .markdown) { $0.categories = list.groups.compactMap(\.category) }
        #expect(read.refused.isEmpty && read.doubts.isEmpty, "\(read.doubts)")
        #expect((read.tripNote ?? "").utf8.elementsEqual(trip.note.utf8))
        #expect(read.items.count == list.items.count)
        let again = MarkdownWriter.text(of: read.list(categories: list.groups.compactMap(\.category)), trip: trip)
        #expect(Array(again.utf8) == Array(text.utf8))
    }

    @Test("Everything in JSON comes back byte for byte", arguments: 0..<60)
    func json(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed + 2000)
        var records = ExchangedRecords()
        var trip = Trip(id: sampleTrip)
        (trip.city, trip.note) = (Self.line(&generator, 1...20), Self.note(&generator))
        records.trips = [ExchangedRecord(trip)]
        records.items = Self.list(&generator).items.map { item in
            ExchangedRecord(item, parked: [Change.Field(40, .bytes(generator.bytes(count: 5)))])
        }
        var place = Place(id: Self.id(&generator))
        (place.name, place.latitude, place.longitude) = (Self.line(&generator, 1...9), -0.1, 1e-7)
        records.places = [ExchangedRecord(place)]
        records.categories = PackingCategory.builtIn.map { ExchangedRecord($0) }
        records.settings = [ExchangedRecord(Setting(key: "units.weight", value: "kg"))]
        var reminder = Reminder(id: Self.id(&generator))
        (reminder.title, reminder.trip, reminder.trigger) = (Self.line(&generator, 1...9), trip.id, "before start 90m")
        (reminder.quietFrom, reminder.quietTo) = (TimeOfDay("22:00"), TimeOfDay("07:00"))
        records.reminders = generator.bool() ? [ExchangedRecord(reminder)] : []
        let bytes = JSONExport.bytes(of: records)
        let read = try ImportedBatch(reading: bytes, fileName: "", options: ImportOptions())
        #expect(read.refused.isEmpty && read.doubts.isEmpty)
        #expect(JSONExport.bytes(of: read.records) == bytes)
        #expect(read.records.items.map(\.parked).count == records.items.count)
        #expect(read.records.reminders == records.reminders)
    }

    // MARK: - Random lists

    private static let nasties = [
        "=1+1", "'=x", "''@", "+", "-", "@a", "a;b", "a,b", "\"", "a\"b\"", "\\", "\\[x]", "[x]", "[ ] a", "#", "# a",
        "*a*", "**a**", "_a_", "|", "||", "5 x", "5 x T", "2×", "T x3", "T (x3)", "(a)", "a (b)", "{nights}+1 a", "~~~",
        "```", "---", "===", "1.", "1. a", "- [x] a", "> a", "<b>", "&amp;", "![a](b)", "[a](b)", "a\\", "☐ a", "• a",
        "שלום", "👩‍👩‍👧‍👦", "e\u{301}", "\u{301}x", "\u{FEFF}a", "sep=;", "a\u{2028}b", "\"\u{301}", "1000 x a", "x",
    ]

    /// One line without white space at its ends.
    private static func line(_ generator: inout SeededGenerator, _ pieces: ClosedRange<Int>) -> String {
        var text = ""
        while TextRules.cleaned(text).isEmpty {
            text = generator.bool() ? generator.pick(from: nasties) : generator.text(pieces: pieces)
            if generator.bool(probability: 0.3) { text += " " + generator.pick(from: nasties) }
        }
        return TextRules.cleaned(text)
    }

    private static func note(_ generator: inout SeededGenerator) -> String {
        let lines = (0..<generator.int(in: 0...4)).map { _ in
            let blanks = generator.pick(from: ["", "", "  ", "\t", "      "])
            return blanks + (generator.bool(probability: 0.2) ? "" : line(&generator, 1...12))
        }
        return TextRules.cleaned(lines.joined(separator: "\n"))
    }

    private static func id(_ generator: inout SeededGenerator) -> RecordID {
        .version7(milliseconds: 1_800_000_000_000, random: (generator.next(), generator.next()))
    }

    private static func list(_ generator: inout SeededGenerator) -> PackingList {
        var kitchen = PackingCategory(id: id(&generator))
        (kitchen.label, kitchen.position) = (line(&generator, 1...8), FractionalKey("z"))
        let categories = PackingCategory.builtIn + [kitchen]
        let keys = FractionalKey.sequence(count: 12)
        let items = keys.prefix(generator.int(in: 0...12)).map { key in
            var item = PackingItem(id: id(&generator))
            (item.trip, item.source, item.position) = (sampleTrip, .imported, key)
            (item.name, item.note) = (line(&generator, 1...30), note(&generator))
            item.quantity = generator.pick(from: [0, 1, 1, 1, 2, 999])
            item.packed = generator.bool()
            item.weightGrams = generator.pick(from: [nil, 0, 1234])
            item.category = generator.bool(probability: 0.2) ? nil : generator.pick(from: categories).id
            for _ in 0..<generator.int(in: 0...2) {
                let name = generator.pick(from: [
                    "price", "Unit", "Name", "city", "=x", "Weight", line(&generator, 1...5),
                ])
                item.extra[name] = generator.pick(from: [" a ", "1\r\n2", line(&generator, 1...5)])
            }
            return item
        }
        return PackingList(trip: sampleTrip, items: items, categories: categories)
    }
}
