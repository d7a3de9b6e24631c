// One row of a table while it is read: its cells by what they hold, and the doubts about it.

import Replication
import TripModel

/// A row with its columns.
struct TableRow {
    let table: CSVTable
    let row: CSVRow
    let options: ImportOptions
    private(set) var doubts: [ImportNote] = []

    init(_ row: CSVRow, of table: CSVTable, _ options: ImportOptions) {
        (self.row, self.table, self.options) = (row, table, options)
        noteShape()
    }

    /// The text of the column that holds something, trimmed; empty where the row has none.
    func text(_ role: ColumnWords.Role) -> String {
        guard let index = table.index(of: role), index < row.cells.count else { return "" }
        return TextRules.cleaned(FormulaGuard.unguarded(row.cells[index]))
    }

    /// Whether the row is long enough to have that column.
    func has(_ role: ColumnWords.Role) -> Bool {
        table.index(of: role).map { $0 < row.cells.count } ?? false
    }

    /// Texts of columns that nobody knows, and of cells beyond the last column; those that are empty left out.
    var unknown: [(name: String, text: String)] {
        row.cells.enumerated().compactMap { index, cell in
            guard !cell.isEmpty else { return nil }
            guard index < table.columns.count else { return ("Column \(index + 1)", FormulaGuard.unguarded(cell)) }
            guard table.columns[index].role == nil else { return nil }
            return (table.columns[index].name, FormulaGuard.unguarded(cell))
        }
    }

    /// What decides whether two rows are the same: all cells, without empty ones at the end.
    var key: String {
        let cells = row.cells.reversed().drop(while: \.isEmpty).reversed()
        return cells.map(TextRules.cleaned).joined(separator: "\u{1F}")
    }

    /// The row for people, when all of it is refused.
    var shown: String {
        row.cells.map(TextRules.cleaned).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    mutating func doubt(_ field: String, _ text: String, _ reason: String, settledBy: String? = nil) {
        doubts.append(
            ImportNote(line: row.line, field: field, text: text, reason: reason, settledBy: settledBy))
    }

    func refusal(_ field: String?, _ reason: String, settledBy: String? = nil) -> ImportNote {
        ImportNote(line: row.line, field: field, text: shown, reason: reason, settledBy: settledBy)
    }

    /// The record within its rules, or the refusal of its row; whatever else broke a rule becomes a doubt.
    mutating func checked<Record: Entity>(_ record: Record) -> Result<Record, Refusal> {
        let (kept, broken) = record.keepingRules()
        guard !broken.isEmpty else { return .success(kept) }
        if let problem = broken.first(where: Record.isRequired) {
            let note = refusal(problem.field, problem.clause, settledBy: "--assume \(problem.field)=…")
            return .failure(Refusal(note: note))
        }
        let values = Dictionary(
            zip(Record.schema.description.fields.map(\.name), Record.schema.read(record))) { first, _ in first }
        for problem in broken {
            let text = if case .text(let text)? = values[problem.field] { text } else { "" }
            doubt(
                problem.field, text, "\(problem.clause); it was left out", settledBy: "--assume \(problem.field)=…")
        }
        return .success(kept)
    }

    private mutating func noteShape() {
        let (count, all) = (row.cells.count, table.columns.count)
        if count < all {
            doubts.append(
                ImportNote(
                    line: row.line, field: nil, text: shown,
                    reason: "the row has \(count) of \(all) cells; the others count as empty"))
        } else if row.cells.dropFirst(all).contains(where: { !$0.isEmpty }) {
            doubts.append(
                ImportNote(
                    line: row.line, field: nil, text: row.cells.dropFirst(all).joined(separator: ", "),
                    reason: "the row has \(count) cells for \(all) columns; the others were kept beside it"))
        }
    }
}

/// A row that is not imported.
struct Refusal: Error {
    let note: ImportNote
}
