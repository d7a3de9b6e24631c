// A packing list as CSV that spreadsheets open and this program reads back.

import Replication
public import TripModel

/// Writes RFC 4180: commas, CRLF, quotes where they are needed. Columns brought from elsewhere follow those of this
/// program, by their names.
public enum CSVWriter {
    /// The columns of this program.
    static let columns = ["Name", "Category", "Quantity", "Weight (g)", "Packed", "Note", "Id"]

    /// The list of a trip in its order. Texts that a spreadsheet would run as a formula are guarded by an apostrophe.
    public static func text(of list: PackingList) -> String {
        let extraNames = Set(list.items.flatMap { $0.extra.entries.map { Array($0.name.utf8) } })
            .sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
        var text = row(columns + extraNames.map { $0.isEmpty ? "Column" : $0 })
        for group in list.groups {
            for item in group.items {
                text += row(cells(of: item, in: group.category) + extraNames.map { item.extra[$0] ?? "" })
            }
        }
        return text
    }

    private static func cells(of item: PackingItem, in category: PackingCategory?) -> [String] {
        [
            item.name, category?.label ?? "", String(item.quantity), item.weightGrams.map { String($0) } ?? "",
            item.packed ? "yes" : "no", item.note, item.id.description,
        ]
    }

    private static func row(_ cells: [String]) -> String {
        cells.map { quoted(FormulaGuard.guarded($0)) }.joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ cell: String) -> String {
        let needsQuotes =
            cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            || cell.utf8.first == 0x20 || cell.utf8.last == 0x20
        guard needsQuotes else { return cell }
        // By scalars: a quotation mark with an accent on it is one character, but still a quotation mark to a reader.
        var result = "\"".unicodeScalars
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        result.append("\"")
        return String(result)
    }
}
