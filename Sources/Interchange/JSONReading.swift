// Reading our own JSON document record by record.

import JSONText
import Replication
import TripModel

extension JSONDocument {
    /// - Throws: ``InterchangeError/unreadable(line:reason:)`` for what is no JSON,
    ///   ``InterchangeError/wrongDocument(_:)`` for another format or a newer version.
    static func batch(reading text: String, options: ImportOptions) throws(InterchangeError) -> ImportedBatch {
        let document: JSONValue
        do {
            document = try JSONValue(reading: text)
        } catch {
            // The message begins with the line, which the error here says itself.
            let clause = error.message.split(separator: ": ", maxSplits: 1).last?.dropLast() ?? ""
            throw .unreadable(line: error.line, reason: "at column \(error.column), \(clause)")
        }
        try checkHead(document)
        var reading = JSONReading(newFields: document[newFieldsName])
        reading.batch.records.trips = reading.records(in: document)
        reading.batch.records.categories = reading.records(in: document)
        reading.batch.records.items = reading.records(in: document)
        reading.batch.records.places = reading.records(in: document)
        reading.batch.records.settings = reading.records(in: document)
        reading.batch.records.reminders = reading.records(in: document)
        reading.noteUnknownLists(in: document)
        return reading.batch
    }

    private static func checkHead(_ document: JSONValue) throws(InterchangeError) {
        guard document.members != nil else {
            throw .wrongDocument("this is \(document.kindName), and an export of Packmule is an object")
        }
        guard let name = document["format"]?.string, name.hasSameBytes(as: format) else {
            let found = document["format"]?.string.map { "its format is \(JSONValue.string($0).text())" }
            throw .wrongDocument("this is no export of Packmule; \(found ?? "it does not name its format")")
        }
        guard let found = document["version"]?.integer, found >= 1 else {
            throw .wrongDocument("the document does not say its version, a whole number from 1")
        }
        guard found <= version else {
            throw .wrongDocument(
                "the document has version \(found), and this program reads version \(version); update the program")
        }
    }
}

/// What was read of a document so far.
private struct JSONReading {
    var batch = ImportedBatch(format: .json)
    let newFields: JSONValue?
    private var knownNames: [String] = ["format", "version", JSONDocument.newFieldsName]

    init(newFields: JSONValue?) {
        self.newFields = newFields
    }

    /// The records of one list.
    mutating func records<Record: Entity>(in document: JSONValue) -> [ExchangedRecord<Record>] {
        let name = Record.schema.description.plural
        knownNames.append(name)
        guard let list = document[name] else { return [] }
        guard let elements = list.elements else {
            refuse(name, list, "must be a list, not \(list.kindName)")
            return []
        }
        var ids: Set<RecordID> = []
        return elements.enumerated().compactMap { index, element in
            let path = "\(name)[\(index)]"
            guard let record: ExchangedRecord<Record> = record(element, path) else { return nil }
            guard ids.insert(record.record.id).inserted else {
                refuse(path + ".id", element["id"], "another record above has the same id")
                return nil
            }
            return record
        }
    }

    /// Lists of a newer program.
    mutating func noteUnknownLists(in document: JSONValue) {
        for member in document.members ?? [] where !knownNames.contains(where: member.name.hasSameBytes) {
            refuse(member.name, nil, "this version does not know it; it was left out")
        }
    }

    // MARK: - One record

    private mutating func record<Record: Entity>(
        _ element: JSONValue, _ path: String
    ) -> ExchangedRecord<Record>? {
        guard let members = element.members else {
            refuse(path, element, "must be an object, not \(element.kindName)")
            return nil
        }
        guard let id = element["id"]?.string.flatMap({ RecordID($0) }) else {
            refuse(path + ".id", element["id"], "must be a UUID such as 0198f2a1-5c3e-7a44-9d10-2f6b8c1e4a77")
            return nil
        }
        var record = Record(id: id)
        var parked: [Change.Field] = []
        for member in members where member.name != "id" {
            if member.name == JSONDocument.parkedName {
                readParked(member.value, path, &record, &parked)
            } else if let field = Record.schema.fields.first(where: { $0.description.name == member.name }) {
                guard set(field, member.value, path, &record) else { return nil }
            } else {
                readUnknown(member, path, Record.self, &parked)
            }
        }
        guard let problem = Record.problems(in: record).first else {
            return ExchangedRecord(record, parked: parked.sorted { $0.number < $1.number })
        }
        refuse("\(path).\(problem.field)", element[problem.field], problem.clause)
        return nil
    }

    private mutating func set<Record>(
        _ field: Field<Record>, _ json: JSONValue, _ path: String, _ record: inout Record
    ) -> Bool {
        switch JSONDocument.value(json, field.description.kind) {
        case .success(.null): return true
        case .success(let value):
            if field.write(&record, value) { return true }
            refuse("\(path).\(field.description.name)", json, "this version cannot use it")
        case .failure(let rule): refuse("\(path).\(field.description.name)", json, rule.clause)
        }
        return false
    }

    /// Values parked by an older program are used where this version knows their field.
    private mutating func readParked<Record: Entity>(
        _ json: JSONValue, _ path: String, _ record: inout Record, _ parked: inout [Change.Field]
    ) {
        guard let members = json.members else {
            doubt("\(path).\(JSONDocument.parkedName)", json, "must be an object, not \(json.kindName)")
            return
        }
        for member in members {
            let path = "\(path).\(JSONDocument.parkedName).\(member.name)"
            guard let number = FieldNumber(member.name), (1...62).contains(number),
                let bytes = member.value.string.flatMap(Hexadecimal.bytes), let value = try? Value(encoded: bytes)
            else {
                doubt(path, member.value, "is no parked value; it was left out")
                continue
            }
            let field = Record.schema.fields.first { $0.description.number == number }
            if let field, field.description.kind.accepts(value), field.write(&record, value) { continue }
            park(number, value, path, member.value, &parked)
        }
    }

    /// A member that this version does not know is kept when the document says the number of its field.
    private mutating func readUnknown<Record: Entity>(
        _ member: JSONValue.Member, _ path: String, _ type: Record.Type, _ parked: inout [Change.Field]
    ) {
        let schema = Record.schema.description
        let path = "\(path).\(member.name)"
        guard let number = newFields?[schema.plural]?[member.name]?.integer.flatMap({ FieldNumber(exactly: $0) }),
            (1...62).contains(number), schema.index(of: number) == nil,
            let value = JSONDocument.unknownValue(member.value)
        else {
            doubt(path, member.value, "this version does not know it; it was left out")
            return
        }
        park(number, value, path, member.value, &parked)
    }

    private mutating func park(
        _ number: FieldNumber, _ value: Value, _ path: String, _ json: JSONValue, _ parked: inout [Change.Field]
    ) {
        guard !parked.contains(where: { $0.number == number }) else {
            doubt(path, json, "another value of the same field stands before; it was left out")
            return
        }
        parked.append(Change.Field(number, value))
    }

    // MARK: - Notes

    private mutating func refuse(_ path: String, _ json: JSONValue?, _ reason: String) {
        batch.refused.append(ImportNote(line: nil, field: path, text: Self.shown(json), reason: reason))
    }

    private mutating func doubt(_ path: String, _ json: JSONValue?, _ reason: String) {
        batch.doubts.append(ImportNote(line: nil, field: path, text: Self.shown(json), reason: reason))
    }

    /// A text as it is, anything else as JSON.
    private static func shown(_ json: JSONValue?) -> String {
        json.map { $0.string ?? $0.text() } ?? ""
    }
}
