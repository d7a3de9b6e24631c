// Bringing trips and packing lists from files of other programs.

import CommandLineTool
import Interchange
import JSONText
import PackmuleKit
import Platform

enum ImportCommand {
    static let importFile = Command<Action>(
        "import", summary: "Bring trips or a packing list from a file",
        discussion: """
            It understands JSON of 'export', CSV tables of trips or items, and Markdown checklists. It never asks: \
            what is in doubt is left out and named, with the option that settles it. Importing again changes nothing; \
            what was edited or deleted since is left and named. One undo takes the whole import back.
            """,
        examples: [
            Example("packmule import list.md -t Bergen", "a checklist onto the list of a trip"),
            Example("packmule import trips.csv --dates day-first", "trips, with 3/4/2027 on 3 April"),
        ],
        operands: [Operand("FILE", .one, .file, help: "The file; - for standard input")],
        options: [
            Option(
                "trip", short: "t", value: "TRIP", .words("trip"), help: "The trip of a packing list; else the next one"
            ),
            Option(flag: "dry-run", help: "Say what would happen, and write nothing"),
            Option("dates", value: "ORDER", .choices(["day-first", "month-first"]), help: "How 03/04/2027 is read"),
            Option(
                "assume", value: "FIELD=VALUE", isRepeatable: true,
                help: "What to take where a field is missing or in doubt, such as unit=g"),
        ],
        seeAlso: ["export", "undo"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let path = invocation.command.operand("FILE") ?? ""
        let limit = InterchangeLimits.fileByteCount
        let bytes = path == "-" ? try invocation.outside.input.readAll(limit) : try Files.read(path, limitBytes: limit)
        var options = ImportOptions()
        options.dates = invocation.command.value("dates").flatMap(ImportOptions.DateOrder.init(rawValue:)) ?? .automatic
        for assumption in invocation.command.values("assume") {
            guard let equals = assumption.firstIndex(of: "=") else {
                throw invocation.misused("--assume '\(assumption)' must be FIELD=VALUE, such as unit=g.")
            }
            options.assumptions[String(assumption[..<equals])] = String(assumption[assumption.index(after: equals)...])
        }
        let device = try invocation.device()
        let isDryRun = invocation.command.has("dry-run")
        let source = ImportSource(bytes: bytes, fileName: path == "-" ? "" : Files.name(of: path), options: options)
        do {
            let edited = try device.edit("import") { edit in
                let report = try source.write(edit, device, invocation)
                if isDryRun { throw DryRun(report: report) }
                return report
            }
            return answer(edited.result, change: edited.transaction, isDryRun: false)
        } catch let dryRun as DryRun {
            return answer(dryRun.report, change: nil, isDryRun: true)
        }
    }

    private static func answer(_ report: ImportReport, change: Int?, isDryRun: Bool) -> Answer {
        Answer(
            json: { report.json(change: change, isDryRun: isDryRun) },
            text: { report.text(isDryRun: isDryRun) })
    }
}

/// Thrown out of a transaction so that nothing of it is written.
private struct DryRun: Error {
    let report: ImportReport
}

/// A file, and what was said on how to read it.
private struct ImportSource {
    let bytes: [UInt8]
    let fileName: String
    let options: ImportOptions

    /// Writes what is new; within a transaction.
    func write(_ edit: Edit, _ device: Device, _ invocation: Invocation) throws -> ImportReport {
        let (batch, trip) = try read(edit, device, invocation)
        var report = ImportReport(batch)
        report.trip = trip.map { ChangedRecord($0) }
        try write(batch.records.trips, edit, &report)
        try write(batch.records.categories, edit, &report)
        try write(batch.records.items, edit, &report)
        try write(batch.records.places, edit, &report)
        try write(batch.records.settings, edit, &report)
        try write(batch.records.reminders, edit, &report)
        if let trip, batch.tripNote != nil {
            try edit.update(Trip.self, trip.record.id) { $0.note = batch.note(joinedTo: $0.note) }
        }
        return report
    }

    /// Reads the file; a packing list for the trip that is named or next.
    private func read(
        _ reader: Reader, _ device: Device, _ invocation: Invocation
    ) throws -> (ImportedBatch, trip: Stored<Trip>?) {
        var options = options
        options.categories = try reader.categories()
        let named = try invocation.command.value("trip").map { try reader.findOrExplain(Trip.self, $0) }
        do {
            if let named { try Self.direct(&options, to: named.record.id, reader) }
            return (try ImportedBatch(reading: bytes, fileName: fileName, options: options), named)
        } catch InterchangeError.tripNeeded {
            guard let next = try? invocation.trip(reader, of: device, named: nil).trip else {
                throw Refusal(
                    "no-trip", "A packing list belongs to a trip, and no trip is planned.",
                    hint: "Name a trip with -t TRIP, or add one: packmule trip add CITY --start 2027-06-03 --nights 4")
            }
            try Self.direct(&options, to: next.record.id, reader)
            return (try ImportedBatch(reading: bytes, fileName: fileName, options: options), next)
        }
    }

    private static func direct(_ options: inout ImportOptions, to trip: RecordID, _ reader: Reader) throws {
        let items = try reader.items(of: trip).map(\.record)
        let others = try (reader.records(PackingItem.self) + reader.deleted(PackingItem.self)).map(\.record)
        options.trip = trip
        options.itemIDsElsewhere = Set(others.filter { $0.trip != trip }.map(\.id))
        options.lastPosition = items.compactMap(\.position).max()
    }

    private func write<Record: JSONRecord>(
        _ records: [ExchangedRecord<Record>], _ edit: Edit, _ report: inout ImportReport
    ) throws {
        for exchanged in records {
            let record = exchanged.record
            let stored = try edit.record(Record.self, record.id)
            switch exchanged.comparison(with: stored?.record, isDeleted: stored?.isDeleted ?? false) {
            case .new, .settled:
                try edit.put(record)
                if !exchanged.parked.isEmpty { try edit.keep(exchanged.parked, of: Record.entity, record.id) }
                report.imported[Record.entity.plural, default: 0] += 1
            case .unchanged: report.unchanged[Record.entity.plural, default: 0] += 1
            case .edited(let fields):
                report.left.append(
                    LeftRow(stored, exchanged.line, "edited since: " + fields.joined(separator: ", "), fields))
            case .deleted: report.left.append(LeftRow(stored, exchanged.line, "deleted since", []))
            }
        }
    }
}

/// A row that was left, because somebody changed its record since.
struct LeftRow {
    let record: SpokenRecord?
    let line: Int?
    let reason: String
    let fields: [String]

    init<Record: JSONRecord>(_ stored: Stored<Record>?, _ line: Int?, _ reason: String, _ fields: [String]) {
        record = stored.map { SpokenRecord($0) }
        (self.line, self.reason, self.fields) = (line, reason, fields)
    }
}
