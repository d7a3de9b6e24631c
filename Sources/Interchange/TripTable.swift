// A table of trips, its dates decided by what they prove together.

import CivilTime
import Replication
import TripModel

/// Reads the rows of a list of trips one after the other.
struct TripTable {
    private let table: CSVTable
    private let options: ImportOptions
    private let order: TableDates
    private var keys = RowKeys(entity: Trip.schema.description.number, trip: nil, format: .csv)
    private var usedIDs: Set<RecordID> = []
    private var batch = ImportedBatch(format: .csv)

    static func batch(of table: CSVTable, _ options: ImportOptions) -> ImportedBatch {
        var reading = TripTable(table, options)
        for row in table.rows { reading.read(row) }
        return reading.batch
    }

    private init(_ table: CSVTable, _ options: ImportOptions) {
        (self.table, self.options) = (table, options)
        order = TableDates(of: table, options.dates)
    }

    private mutating func read(_ row: CSVRow) {
        var row = TableRow(row, of: table, options)
        if let line = row.row.openQuoteLine {
            batch.refused.append(
                row.refusal(
                    nil, "a quotation mark opens on line \(line) and is never closed; nothing from there on was read"))
            return
        }
        switch trip(from: &row) {
        case .success(let trip):
            batch.records.trips.append(ExchangedRecord(trip, line: row.row.line))
            batch.doubts += row.doubts
        case .failure(let refusal): batch.refused.append(refusal.note)
        }
    }

    private mutating func trip(from row: inout TableRow) -> Result<Trip, Refusal> {
        let written = RecordID(row.text(.id))
        if let written, !usedIDs.insert(written).inserted {
            return .failure(Refusal(note: row.refusal("id", "another row above has the same id")))
        }
        var trip = Trip(id: written ?? keys.id(of: row.key))
        let title = row.text(.name)
        trip.title = title.isEmpty ? nil : title
        trip.city = text(.city, "city", row) ?? ""
        trip.country = text(.country, "country", row).map { Country.code(for: $0) ?? $0 }
        trip.note = note(of: row)
        if let zone = text(.zone, "zone", row) {
            trip.zone = ZoneName(zone)
            if trip.zone == nil { row.doubt("zone", zone, "cannot name a time zone; it was left out") }
        }
        trip.status = status(of: &row)
        if let refusal = readDays(of: &row, into: &trip) { return .failure(refusal) }
        return row.checked(trip)
    }

    /// The text of a column, or what is to be assumed for it.
    private func text(_ role: ColumnWords.Role, _ field: String, _ row: TableRow) -> String? {
        let written = row.text(role)
        return written.isEmpty ? options.assumed(field) : written
    }

    /// The note, then a line for each column that a trip has no field for.
    private func note(of row: TableRow) -> String {
        let others = row.unknown.map { "\(TextRules.cleaned($0.name)): \(TextRules.cleaned($0.text))" }
        return TextRules.cleaned(([row.text(.note)] + others).filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private func status(of row: inout TableRow) -> Trip.Status {
        let written = row.text(.status)
        if let status = ValueWords.status(written) { return status }
        if let status = options.assumed("status").flatMap(ValueWords.status) { return status }
        row.doubt(
            "status", written, "is neither planned nor cancelled; planned was taken",
            settledBy: "--assume status=planned|cancelled")
        return .planned
    }

    // MARK: - Days

    /// Start and nights from start, end and nights, of which any may be missing; dates win over nights.
    private func readDays(of row: inout TableRow, into trip: inout Trip) -> Refusal? {
        let start = day(.start, "start", &row)
        let end = day(.end, "end", &row)
        let nights = nights(of: &row)
        switch (start, end) {
        case (let start?, let end?):
            let between = start.days(until: end)
            guard between >= 0 else {
                return Refusal(note: row.refusal("end", "the trip ends on \(end), before it starts on \(start)"))
            }
            (trip.start, trip.nights) = (start, between)
            if let nights, nights != between {
                row.doubt("nights", String(nights), "the dates give \(between) nights; the dates were taken")
            }
        case (let start?, nil):
            (trip.start, trip.nights) = (start, nights ?? 0)
            if nights == nil, row.has(.end) || row.has(.nights), row.text(.end).isEmpty, row.text(.nights).isEmpty {
                row.doubt(
                    "nights", "", "neither an end nor nights are given; 0 nights were taken",
                    settledBy: "--assume nights=…")
            }
        case (nil, let end?):
            trip.nights = nights ?? 0
            trip.start = row.text(.start).isEmpty ? nights.flatMap { end.adding(days: -$0) } : nil
            if trip.start == nil {
                row.doubt(
                    "end", row.text(.end), "without a start the end cannot be kept; it was left out",
                    settledBy: "--assume start=…")
            }
        case (nil, nil): trip.nights = nights ?? 0
        }
        return nil
    }

    private func nights(of row: inout TableRow) -> Int? {
        let written = row.text(.nights)
        let assumed = options.assumed("nights").flatMap { Int($0) }
        guard !written.isEmpty else { return assumed }
        if case .value(let value) = DecimalText(written), let nights = Int(exactly: value),
            (0...Limits.nights).contains(nights)
        {
            return nights
        }
        if let assumed { return assumed }
        row.doubt(
            "nights", written, "is not a whole number from 0 to \(Limits.nights); it was left out",
            settledBy: "--assume nights=…")
        return nil
    }

    private func day(_ role: ColumnWords.Role, _ field: String, _ row: inout TableRow) -> CalendarDay? {
        let written = row.text(role)
        let assumed = options.assumed(field).flatMap { CalendarDay($0) }
        guard !written.isEmpty else { return assumed }
        let reading = order.reading(of: written)
        switch reading {
        case .certain(let day): return day
        case .taken(let day, let reason, let settledBy):
            row.doubt(field, written, reason, settledBy: settledBy)
            return day
        case .open(let reason, let settledBy):
            if let assumed { return assumed }
            row.doubt(field, written, "\(reason); it was left out", settledBy: settledBy ?? "--assume \(field)=…")
            return nil
        }
    }
}
