// What an import did, in words and as JSON.

import CommandLineTool
import Interchange
import JSONText
import PackmuleKit

/// Counts by the plural names of kinds, and every row that did not simply come in.
struct ImportReport {
    let format: Format
    let doubts: [ImportNote]
    let refused: [ImportNote]
    /// Where a packing list went.
    var trip: ChangedRecord?
    var imported: [String: Int] = [:]
    var unchanged: [String: Int] = [:]
    var left: [LeftRow] = []

    init(_ batch: ImportedBatch) {
        (format, doubts, refused) = (batch.format, batch.doubts, batch.refused)
    }

    // MARK: For scripts

    func json(change: Int?, isDryRun: Bool) -> JSONValue {
        [
            "format": .string(format.rawValue), "trip": trip?.json ?? .null,
            "imported": .integer(Int64(total(imported))), "unchanged": .integer(Int64(total(unchanged))),
            "counts": .object(kinds.map { .init($0.plural, .integer(Int64(imported[$0.plural] ?? 0))) }),
            "left": .array(left.map(Self.json)), "doubts": .array(doubts.map(Self.json)),
            "refused": .array(refused.map(Self.json)), "change": change.json, "dryRun": .bool(isDryRun),
        ]
    }

    private static func json(_ note: ImportNote) -> JSONValue {
        [
            "line": note.line.json, "field": note.field.json, "text": .string(note.text),
            "reason": .string(note.reason), "settledBy": note.settledBy.json,
        ]
    }

    private static func json(_ row: LeftRow) -> JSONValue {
        [
            "line": row.line.json, "kind": (row.record?.kindName).json, "id": (row.record?.id.description).json,
            "number": (row.record?.number).json, "name": (row.record?.name).json, "reason": .string(row.reason),
            "fields": .array(row.fields.map { .string($0) }),
        ]
    }

    // MARK: For people

    func text(isDryRun: Bool) -> String {
        var lines = ["\(isDryRun ? "Would import" : "Imported") \(words(imported))\(destination)."]
        if total(unchanged) > 0 { lines.append("Unchanged since the last import: \(words(unchanged)).") }
        lines += section("Left as they are", left.map(Self.line))
        lines += section("In doubt, please look", doubts.map(\.description))
        lines += section("Refused", refused.map(\.description))
        if isDryRun { lines.append("Nothing was written.") }
        return lines.map { SafeText.visible($0) + "\n" }.joined()
    }

    private var destination: String {
        trip.map { " onto the list of trip \($0.number), \($0.name)" } ?? ""
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["\(title):"] + lines.map { "  \($0)" }
    }

    private static func line(_ row: LeftRow) -> String {
        let place = row.line.map { "line \($0), " } ?? ""
        return "\(place)\(row.record?.words ?? "a record"): \(row.reason)"
    }

    /// `17 items and 2 categories`; `nothing` for none.
    private func words(_ counts: [String: Int]) -> String {
        let parts = kinds.reversed().compactMap { kind -> String? in
            guard let count = counts[kind.plural], count > 0 else { return nil }
            return English.count(count, kind.name, plural: kind.plural)
        }
        return parts.isEmpty ? "nothing" : English.list(parts)
    }

    /// Rows of the file. Categories are rows only in a document of ours; elsewhere they come with their items.
    private func total(_ counts: [String: Int]) -> Int {
        kinds.reduce(0) { sum, kind in
            let isRow = format == .json || kind.number != PackingCategory.entity.number
            return isRow ? sum + (counts[kind.plural] ?? 0) : sum
        }
    }

    private var kinds: [EntitySchema] { Kinds.all.map { $0.entity } }
}
