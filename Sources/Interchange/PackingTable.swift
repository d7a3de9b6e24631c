// A table of things to pack, read into items.

import Replication
import TripModel

/// Reads the rows of a packing list one after the other.
struct PackingTable {
    private let table: CSVTable
    private let options: ImportOptions
    private let trip: RecordID
    private let mark: DecimalText.Mark?
    private var keys: RowKeys
    private var book: CategoryBook
    private var position: FractionalKey?
    private var usedIDs: Set<RecordID> = []
    private var batch = ImportedBatch(format: .csv)

    /// - Throws: ``InterchangeError/tripNeeded``.
    static func batch(of table: CSVTable, _ options: ImportOptions) throws(InterchangeError) -> ImportedBatch {
        guard let trip = options.trip else { throw .tripNeeded }
        var reading = PackingTable(table, options, trip)
        for row in table.rows { reading.read(row) }
        reading.batch.records.categories = reading.book.added
        return reading.batch
    }

    private init(_ table: CSVTable, _ options: ImportOptions, _ trip: RecordID) {
        (self.table, self.options, self.trip) = (table, options, trip)
        keys = RowKeys(entity: PackingItem.schema.description.number, trip: trip, format: .csv)
        book = CategoryBook(options.categories)
        position = options.lastPosition
        mark = Self.decimalMark(of: table, options)
    }

    private mutating func read(_ row: CSVRow) {
        var row = TableRow(row, of: table, options)
        if let line = row.row.openQuoteLine {
            batch.refused.append(
                row.refusal(
                    nil, "a quotation mark opens on line \(line) and is never closed; nothing from there on was read"))
            return
        }
        switch item(from: &row) {
        case .success(let item):
            position = item.position ?? position
            batch.records.items.append(ExchangedRecord(item, line: row.row.line))
            batch.doubts += row.doubts
        case .failure(let refusal): batch.refused.append(refusal.note)
        }
    }

    private mutating func item(from row: inout TableRow) -> Result<PackingItem, Refusal> {
        guard let id = id(of: row) else {
            return .failure(Refusal(note: row.refusal("id", "another row above has the same id")))
        }
        var item = PackingItem(id: id)
        (item.trip, item.source) = (trip, .imported)
        item.position = FractionalKey.between(position, nil)
        item.note = row.text(.note)
        let name = row.text(.name)
        if item.setName(name.isEmpty ? options.assumed("name") ?? "" : name) {
            row.doubt(
                "name", name, "the name has more than \(Limits.itemNameCharacters) characters; the rest is in the note")
        }
        item.quantity = quantity(of: &row)
        item.weightGrams = weightGrams(of: &row)
        item.packed = packed(of: &row)
        item.extra = extra(of: &row)
        // Only a row that is kept may add a category.
        return row.checked(item).map { item in
            var item = item
            item.category = category(of: &row)
            return item
        }
    }

    /// The id that the row carries, unless it is one of another trip; nil when another row has it already.
    private mutating func id(of row: TableRow) -> RecordID? {
        guard let written = RecordID(row.text(.id)) else { return keys.id(of: row.key) }
        guard usedIDs.insert(written).inserted else { return nil }
        return options.itemIDsElsewhere.contains(written) ? keys.id(of: written.description) : written
    }

    private mutating func category(of row: inout TableRow) -> RecordID? {
        let written = row.text(.category)
        guard let label = written.isEmpty ? options.assumed("category") : written, !label.isEmpty else { return nil }
        switch book.id(for: label, line: row.row.line) {
        case .success(let id): return id
        case .failure(let problem):
            row.doubt("category", label, "\(problem.description); it was left out")
            return nil
        }
    }

    private func quantity(of row: inout TableRow) -> Int {
        let written = row.text(.quantity)
        if let quantity = Self.quantity(in: written) { return quantity }
        if written.isEmpty, !row.has(.quantity) {
            return options.assumed("quantity").flatMap(Self.quantity) ?? 1
        }
        if let quantity = options.assumed("quantity").flatMap(Self.quantity) { return quantity }
        let reason = written.isEmpty ? "there is no quantity" : "is not a whole number from 0 to \(Limits.quantity)"
        row.doubt("quantity", written, "\(reason); 1 was taken", settledBy: "--assume quantity=…")
        return 1
    }

    /// `5`, `5,0`, `5x`, `5 ×`; nil for anything else.
    private static func quantity(in text: String) -> Int? {
        var digits = text[...]
        if let last = digits.last, "xX×".contains(last) { digits = digits.dropLast() }
        if let first = digits.first, "xX×".contains(first) { digits = digits.dropFirst() }
        guard case .value(let value) = DecimalText(TextRules.cleaned(String(digits))),
            let quantity = Int(exactly: value), (0...Limits.quantity).contains(quantity)
        else { return nil }
        return quantity
    }

    private func packed(of row: inout TableRow) -> Bool {
        let written = row.text(.packed)
        if let packed = ValueWords.flag(written) { return packed }
        if let packed = options.assumed("packed").flatMap(ValueWords.flag) { return packed }
        row.doubt("packed", written, "is neither yes nor no; not packed was taken", settledBy: "--assume packed=yes|no")
        return false
    }

    /// Columns that nobody knows, as long as they fit.
    private func extra(of row: inout TableRow) -> TextMap {
        var extra = TextMap()
        var unknown = row.unknown
        let id = row.text(.id)
        if !id.isEmpty, RecordID(id) == nil, let index = table.index(of: .id) {
            unknown.append((table.columns[index].name, id))
        }
        for (name, text) in unknown {
            var larger = extra
            larger[name] = text
            if TextMap(fieldValue: larger.fieldValue) != nil {
                extra = larger
            } else {
                row.doubt(
                    "extra", text,
                    "the column \(name) was left out: it holds a zero character, or the unknown columns of one row "
                        + "have more than \(ReplicationLimits.textMapByteCount) bytes")
            }
        }
        return extra
    }
}

// MARK: - Weight

extension PackingTable {
    /// Whole grams of one piece; nil when there is no weight, or only a doubtful one.
    private func weightGrams(of row: inout TableRow) -> Int? {
        let written = row.text(.weight)
        guard !written.isEmpty else { return nil }
        let (number, suffix) = Self.split(written)
        let unitText = suffix.isEmpty ? row.text(.unit) : suffix
        let shown = suffix.isEmpty && !unitText.isEmpty ? "\(written) \(unitText)" : written
        var unit = WeightUnit(named: unitText)
        if unitText.isEmpty { unit = table.index(of: .weight).flatMap { table.columns[$0].unit } }
        unit = unit ?? options.assumed("unit").flatMap { WeightUnit(named: $0) }
        guard let unit else {
            row.doubt(
                "weightGrams", shown,
                unitText.isEmpty ? "no unit is given; it was left out" : "the unit is not known; it was left out",
                settledBy: "--assume unit=g|kg|oz|lb")
            return nil
        }
        return grams(number, unit, shown, &row)
    }

    private func grams(_ number: String, _ unit: WeightUnit, _ shown: String, _ row: inout TableRow) -> Int? {
        let value: Double
        switch DecimalText(number, proven: mark) {
        case .value(let plain): value = plain
        case .grouped(let grouped):
            let proven = DecimalText.provenMark(in: number)
            guard options.assumed("decimal") != nil, proven == nil || proven == mark else {
                row.doubt(
                    "weightGrams", shown, "has a separator of thousands; it was left out",
                    settledBy: "--assume decimal=comma|point")
                return nil
            }
            value = grouped
        case .ambiguous:
            row.doubt(
                "weightGrams", shown, "can be a decimal mark or a separator of thousands; it was left out",
                settledBy: "--assume decimal=comma|point")
            return nil
        case .unreadable:
            row.doubt("weightGrams", shown, "is not a number; it was left out", settledBy: "--assume weightGrams=…")
            return options.assumed("weightGrams").flatMap { Int($0) }
        }
        let grams = (value * unit.grams).rounded(.toNearestOrAwayFromZero)
        guard grams >= 0, grams <= Double(Limits.weightGrams) else {
            row.doubt("weightGrams", shown, "is not from 0 to \(Limits.weightGrams) grams; it was left out")
            return nil
        }
        return Int(grams)
    }

    /// The number and the unit behind it, as in `1,2 kg`.
    private static func split(_ text: String) -> (number: String, unit: String) {
        let unit = String(text.reversed().prefix { $0.isLetter || $0 == "." && !text.hasSuffix(".") }.reversed())
        guard !unit.isEmpty, unit.contains(where: \.isLetter) else { return (text, "") }
        let letters = unit.drop { !$0.isLetter }
        return (TextRules.cleaned(String(text.dropLast(letters.count))), String(letters))
    }

    /// The decimal mark that other weights of the table prove, all of them alike; or the one assumed.
    private static func decimalMark(of table: CSVTable, _ options: ImportOptions) -> DecimalText.Mark? {
        if let assumed = options.assumed("decimal") {
            let marks: [String: DecimalText.Mark] = ["comma": .comma, ",": .comma, "point": .point, ".": .point]
            return marks[assumed]
        }
        guard let index = table.index(of: .weight) else { return nil }
        let proven = table.rows.compactMap { row in
            index < row.cells.count
                ? DecimalText.provenMark(in: split(TextRules.cleaned(row.cells[index])).number) : nil
        }
        return Set(proven).count == 1 ? proven[0] : nil
    }
}
