// The formats of the files that people bring.

import Interchange
import JSONText
import Replication
import TripModel

extension FuzzTarget {
    /// JSON, and what is imported from it, from CSV and from Markdown.
    static let files = [
        FuzzTarget("json") { bytes in
            guard let value = read({ try JSONValue(reading: bytes) }) else { return }
            for layout in [JSONValue.Layout.compact, .pretty] {
                let again = try JSONValue(reading: value.bytes(layout))
                try require(again == value, "a value that is written is read as the same")
            }
        },
        FuzzTarget("import-json", mutationCount: 1_000) { try importing($0, "store.json") },
        FuzzTarget("import-csv", mutationCount: 1_000) { try importing($0, "list.csv") },
        FuzzTarget("import-markdown", mutationCount: 1_000) { try importing($0, "list.md") },
    ]

    /// Imports a file whose first byte says what is known beside it, and exports what it gave.
    private static func importing(_ bytes: [UInt8], _ fileName: String) throws {
        let choice = Int(bytes.first ?? 0)
        var options = ImportOptions()
        options.trip = choice & 1 == 0 ? trip : nil
        options.dates = ImportOptions.DateOrder.allCases[choice / 2 % 3]
        if choice & 8 != 0 { options.assumptions = ["unit": "g", "decimal": ",", "quantity": "1", "city": "Bergen"] }
        let content = Array(bytes.dropFirst())
        guard let batch = read({ try ImportedBatch(reading: content, fileName: fileName, options: options) }) else {
            return
        }
        let exported = JSONExport.bytes(of: batch.records)
        let again = try ImportedBatch(reading: exported, fileName: "store.json", options: ImportOptions())
        try require(again.refused.isEmpty && again.doubts.isEmpty, "what is exported is imported without a doubt")
        try require(JSONExport.bytes(of: again.records) == exported, "what is exported is imported as the same")
        try rewriting(batch)
    }

    /// Writes the packing list that was imported in the formats for other programs, and reads it again.
    private static func rewriting(_ batch: ImportedBatch) throws {
        let items = batch.records.items.map(\.record).filter { $0.trip == trip }
        let categories = PackingCategory.all(stored: batch.records.categories.map(\.record), deleted: [])
        let list = PackingList(trip: trip, items: items, categories: categories)
        var options = ImportOptions()
        options.trip = trip
        options.categories = categories
        let texts = [
            (CSVWriter.text(of: list), Format.csv), (MarkdownWriter.text(of: list, trip: Trip(id: trip)), .markdown),
        ]
        for (text, format) in texts where !list.items.isEmpty {
            let again = try ImportedBatch(reading: text, format: format, options: options)
            // Markdown puts first what has no category.
            let (written, found) = (names(list.items), names(again.records.items.map(\.record)))
            try require(found == written, "a list is read as it was written: \(text)")
        }
    }

    private static func names(_ items: [PackingItem]) -> [[UInt8]] {
        items.map { Array($0.name.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let trip = RecordID(high: 5, low: 5)
}
