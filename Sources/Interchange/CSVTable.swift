// A delimited file as a table: its delimiter found, its columns understood.

import Replication
import TripModel

/// The rows of a file below its header.
struct CSVTable {
    let kind: ColumnWords.Kind
    let columns: [Column]
    let header: CSVRow
    let rows: [CSVRow]

    /// One column.
    struct Column {
        /// As the header writes it; `Column 3` where it writes nothing. No two that are not known have the same.
        let name: String
        /// What it holds; nil when that is not known. No two hold the same.
        let role: ColumnWords.Role?
        /// The unit that the header gives.
        let unit: WeightUnit?
    }

    /// - Throws: ``InterchangeError/unreadable(line:reason:)`` when no column is known, or a quote of the header is
    ///   never closed; ``InterchangeError/tooLarge(_:)``.
    init(reading text: String) throws(InterchangeError) {
        let bytes = Array(text.utf8)
        var (delimiter, skipsFirstRow) = Self.declaredDelimiter(bytes)
        let found = delimiter ?? Self.likelyDelimiter(bytes)
        delimiter = found
        var reader = CSVReader(bytes, delimiter: found)
        if skipsFirstRow { _ = reader.next() }
        skipsFirstRow = false
        guard let header = Self.nextRow(&reader) else {
            throw .unreadable(line: 1, reason: "it is empty; the first line must name the columns")
        }
        if let line = header.openQuoteLine {
            throw .unreadable(line: line, reason: "a quotation mark opens here and is never closed")
        }
        try Self.checkWidth(of: header)
        guard let kind = ColumnWords.kind(ofHeader: header.cells) else {
            throw .unreadable(
                line: header.line,
                reason: "no column for the name of an item or for a city is named here; "
                    + "the first line must name the columns, such as Name, Category, Quantity or City, Start, End")
        }
        (self.kind, self.header) = (kind, header)
        columns = Self.columns(of: header.cells, kind)
        var rows: [CSVRow] = []
        while let row = Self.nextRow(&reader) {
            rows.append(row)
            guard rows.count <= InterchangeLimits.rowCount else {
                throw .tooLarge("\(InterchangeLimits.rowCount) rows")
            }
            try Self.checkWidth(of: row)
        }
        self.rows = rows
    }

    /// What the table gives.
    func batch(options: ImportOptions) throws(InterchangeError) -> ImportedBatch {
        switch kind {
        case .packing: try PackingTable.batch(of: self, options)
        case .trips: TripTable.batch(of: self, options)
        }
    }

    /// The place of the column that holds something.
    func index(of role: ColumnWords.Role) -> Int? {
        columns.firstIndex { $0.role == role }
    }

    /// Whether a line could be the header of a table.
    static func knowsColumns(inHeader line: String) -> Bool {
        let bytes = Array(line.utf8)
        if declaredDelimiter(bytes).delimiter != nil { return true }
        var reader = CSVReader(bytes, delimiter: likelyDelimiter(bytes))
        return reader.next().map { ColumnWords.kind(ofHeader: $0.cells) != nil } ?? false
    }

    // MARK: - Parts

    private static func nextRow(_ reader: inout CSVReader) -> CSVRow? {
        while let row = reader.next() {
            if !row.isBlank || row.openQuoteLine != nil { return row }
        }
        return nil
    }

    private static func checkWidth(of row: CSVRow) throws(InterchangeError) {
        guard row.cells.count <= InterchangeLimits.columnCount else {
            throw .tooLarge("\(InterchangeLimits.columnCount) columns at line \(row.line)")
        }
    }

    /// What a first line `sep=;`, as spreadsheets write it, declares.
    private static func declaredDelimiter(_ bytes: [UInt8]) -> (delimiter: UInt8?, skipsFirstRow: Bool) {
        let line = bytes.prefix(6).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        guard line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let delimiter = line.last, delimiters.contains(delimiter)
        else { return (nil, false) }
        return (delimiter, true)
    }

    /// The delimiter by which the header names most columns that are known, then most columns at all.
    private static func likelyDelimiter(_ bytes: [UInt8]) -> UInt8 {
        var best = (delimiter: delimiters[0], known: -1, all: 0)
        for delimiter in delimiters {
            var reader = CSVReader(bytes, delimiter: delimiter)
            guard let header = nextRow(&reader), header.cells.count <= InterchangeLimits.columnCount else { continue }
            let known = ColumnWords.knownCount(inHeader: header.cells)
            if (known, header.cells.count) > (best.known, best.all) { best = (delimiter, known, header.cells.count) }
        }
        return best.delimiter
    }

    private static func columns(of header: [String], _ kind: ColumnWords.Kind) -> [Column] {
        var columns: [Column] = []
        for (index, cell) in header.enumerated() {
            let text = FormulaGuard.unguarded(cell)
            var (role, unit) = ColumnWords.meaning(of: text, kind)
            if let taken = role, columns.contains(where: { $0.role == taken }) { (role, unit) = (nil, nil) }
            // A unit in the header leaves nothing for a column of units to say.
            if role == .unit, columns.contains(where: { $0.role == .weight && $0.unit != nil }) { role = nil }
            let name = text.isEmpty ? "Column \(index + 1)" : text
            columns.append(Column(name: role == nil ? unique(name, in: columns) : name, role: role, unit: unit))
        }
        return columns
    }

    private static func unique(_ name: String, in columns: [Column]) -> String {
        func isTaken(_ name: String) -> Bool { columns.contains { $0.role == nil && $0.name.hasSameBytes(as: name) } }
        guard isTaken(name) else { return name }
        let numbers = 2...(columns.count + 2)
        return numbers.map { "\(name) \($0)" }.first { !isTaken($0) } ?? name
    }

    private static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
}
