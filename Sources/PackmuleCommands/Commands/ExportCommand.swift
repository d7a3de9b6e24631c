// Everything as JSON, or one packing list as a table or checklist.

import CommandLineTool
import Interchange
import JSONText
import PackmuleKit
import Platform

enum ExportCommand {
    static let export = Command<Action>(
        "export", summary: "Write everything as JSON, or a packing list as CSV or Markdown",
        discussion: """
            What it writes 'import' reads back. Of a damaged store it writes what can be read, says so, and ends with \
            exit code 3.
            """,
        examples: [
            Example("packmule export -o trips.json", "everything but the trash"),
            Example("packmule export -t Bergen --format csv", "the packing list of one trip, for a spreadsheet"),
        ],
        options: [
            Option("trip", short: "t", value: "TRIP", .words("trip"), help: "Only this trip"),
            Option(
                "format", value: "FORMAT", .choices(Format.allCases.map(\.rawValue)), default: Format.json.rawValue,
                help: "How to write it; CSV and Markdown hold one list, that of the next trip if none is named"),
            Option("output", short: "o", value: "FILE", .file, help: "The file to write, instead of standard output"),
        ],
        seeAlso: ["import", "backup"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let format = invocation.command.value("format").flatMap(Format.init(rawValue:)) ?? .json
        let (text, isWhole) = try text(format, invocation)
        var answer =
            try invocation.command.value("output").map { try written(text, format, to: $0, isWhole, invocation) }
            ?? printed(text, format, isWhole)
        if !isWhole {
            answer.notes = ["The store is damaged: this is what could be read. Keep it, and see 'packmule restore'."]
        }
        return answer
    }

    private static func printed(_ text: String, _ format: Format, _ isWhole: Bool) -> Answer {
        Answer(
            json: { ["format": .string(format.rawValue), "isWhole": .bool(isWhole), "text": .string(text)] },
            text: { text }, exitCode: isWhole ? .done : .storeUnusable)
    }

    private static func written(
        _ text: String, _ format: Format, to path: String, _ isWhole: Bool, _ invocation: Invocation
    ) throws -> Answer {
        try invocation.confirmOverwriting(path)
        let bytes = Array(text.utf8)
        try Files.write(bytes, to: path)
        return Answer(
            json: {
                [
                    "format": .string(format.rawValue), "isWhole": .bool(isWhole), "path": .string(path),
                    "sizeBytes": .integer(Int64(bytes.count)),
                ]
            },
            text: { "Wrote \(invocation.safe(path)).\n" }, exitCode: isWhole ? .done : .storeUnusable)
    }

    private static func text(_ format: Format, _ invocation: Invocation) throws -> (String, isWhole: Bool) {
        do {
            let device = try invocation.device(.readOnly)
            return try device.read { reader in
                switch format {
                case .json: (document(try records(reader, invocation)), true)
                case .csv: (CSVWriter.text(of: try list(reader, device, invocation).list), true)
                case .markdown: (try markdown(list(reader, device, invocation)), true)
                }
            }
        } catch let error as StoreError {
            guard format == .json, error.meansDamage else { throw error }
            let salvage = try Device.salvage(at: invocation.storePath, invocation.surroundings)
            return (document(try records(salvage)), false)
        }
    }

    private static func document(_ records: ExchangedRecords) -> String {
        String(decoding: JSONExport.bytes(of: records), as: UTF8.self)
    }

    private static func markdown(_ list: (list: PackingList, trip: Trip)) -> String {
        MarkdownWriter.text(of: list.list, trip: list.trip)
    }

    private static func list(
        _ reader: Reader, _ device: Device, _ invocation: Invocation
    ) throws -> (list: PackingList, trip: Trip) {
        let trip = try invocation.tripMeant(reader, of: device).record
        return (try reader.packingList(of: trip.id), trip)
    }

    /// Everything that is shown, or what belongs to the trip that is named.
    private static func records(_ reader: Reader, _ invocation: Invocation) throws -> ExchangedRecords {
        var records = ExchangedRecords()
        records.trips = try shown(reader)
        records.categories = try shown(reader)
        records.items = try shown(reader)
        records.places = try shown(reader)
        records.settings = try shown(reader)
        records.reminders = try shown(reader)
        guard let named = invocation.command.value("trip") else { return records }
        let trip = try reader.findOrExplain(Trip.self, named).record.id
        records.trips.removeAll { $0.record.id != trip }
        records.items.removeAll { $0.record.trip != trip }
        records.places.removeAll { $0.record.trip != trip }
        records.reminders.removeAll { $0.record.trip != trip }
        let used = Set(records.items.compactMap(\.record.category))
        records.categories.removeAll { !used.contains($0.record.id) }
        records.settings = []
        return records
    }

    private static func shown<Record: JSONRecord>(_ reader: Reader) throws -> [ExchangedRecord<Record>] {
        var records: [ExchangedRecord<Record>] = []
        try reader.forEachRecord(of: Record.entity) { untyped in
            guard untyped.isShown else { return }
            var record = Record(id: untyped.id)
            Record.schema.write(&record, untyped.values)
            records.append(ExchangedRecord(record, parked: untyped.parked))
        }
        return records
    }

    private static func records(_ salvage: Salvage) throws -> ExchangedRecords {
        var records = ExchangedRecords()
        records.trips = try salvaged(salvage)
        records.categories = try salvaged(salvage)
        records.items = try salvaged(salvage)
        records.places = try salvaged(salvage)
        records.settings = try salvaged(salvage)
        records.reminders = try salvaged(salvage)
        return records
    }

    private static func salvaged<Record: JSONRecord>(_ salvage: Salvage) throws -> [ExchangedRecord<Record>] {
        try salvage.records(Record.self).filter { !$0.isDeleted }.map { ExchangedRecord($0.record) }
    }
}

extension StoreError {
    /// Whether something in the file cannot be read any more.
    fileprivate var meansDamage: Bool {
        switch self {
        case .database(.corrupt), .database(.inputOutput): true
        default: false
        }
    }
}
