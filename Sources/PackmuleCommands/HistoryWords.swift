// Transactions of the history, in words and as JSON.

import CommandLineTool
import JSONText
import PackmuleKit

/// Makes what the history holds readable; works within one snapshot.
struct HistoryWords {
    let reader: Reader
    let surroundings: Surroundings
    private let deviceNames: [UInt64: String]

    init(_ reader: Reader, _ surroundings: Surroundings) throws {
        self.reader = reader
        self.surroundings = surroundings
        deviceNames = try reader.deviceNames()
    }

    // MARK: For people

    /// `item 3 Socks: packed no → yes, quantity 1 → 2`, and a line for each value that lost.
    func lines(_ record: HistoryRecord) throws -> [String] {
        let occurrence = try occurrence(record)
        let name = try occurrence ?? reader.spoken(record.entity, record.id)?.shortWords ?? "record \(record.id)"
        var parts: [String] = record.isCreation && occurrence == nil ? ["added"] : []
        for field in record.fields {
            if field.number == 0 {
                parts.append(field.to == .bool(true) ? "deleted" : "restored")
            } else if let schema = schema(record.entity, field.number), schema.isSpokenOf(inCreation: record.isCreation)
            {
                let to = try words(field.to, record, schema)
                let from = record.isCreation ? "" : try words(field.from, record, schema) + " → "
                parts.append("\(schema.words) \(from)\(to)")
            }
        }
        if parts.isEmpty, record.lost.isEmpty { parts = ["moved"] }
        let lost = try record.lost.map { lost in
            let schema = schema(record.entity, lost.number)
            let value = try schema.map { "\($0.words) \(try words(lost.value, record, $0))" } ?? "deletion"
            return "\(name): \(value) came too late and lost"
        }
        return (parts.isEmpty ? [] : ["\(name): \(parts.joined(separator: ", "))"]) + lost
    }

    /// `reminder 3 Call the hotel, due 2027-06-03T09:00`, where the record is of something that was due.
    private func occurrence(_ record: HistoryRecord) throws -> String? {
        guard record.entity == ReminderOccurrence.schema.description.number,
            let occurrence = try reader.record(ReminderOccurrence.self, record.id)?.record,
            let reminder = try occurrence.reminder.flatMap({ try reader.spoken(Reminder.schema.description.number, $0) }
            )
        else { return nil }
        return "\(reminder.shortWords), due \(occurrence.key)"
    }

    /// `this device`, or what another one is called.
    func device(_ record: HistoryRecord) -> String {
        record.isOwn ? "this device" : deviceNames[record.stamp.device] ?? "another device"
    }

    /// The value as people read it; of another record its name.
    private func words(_ value: Value, _ record: HistoryRecord, _ field: FieldSchema) throws -> String {
        let value = value == .null ? defaultValue(record, field) : value
        if value == .null { return "nothing" }
        if let id = RecordID(fieldValue: value), field.kind.name == FieldKind.record.name {
            return try name(of: id) ?? "a record that is gone"
        }
        guard field.kind.accepts(value) else { return "?" }
        let text = field.kind.format(value)
        return text.isEmpty ? "nothing" : text.contains(" ") ? "“\(text.shortened)”" : text.shortened
    }

    /// What a record holds where nothing was ever written.
    private func defaultValue(_ record: HistoryRecord, _ field: FieldSchema) -> Value {
        func read<Record: JSONRecord>(_ type: Record.Type) -> Value {
            type.schema.fields.first { $0.description.number == field.number }?.read(Record(id: record.id)) ?? .null
        }
        return Kinds.kind(of: record.entity).map { read($0) } ?? .null
    }

    private func name(of id: RecordID) throws -> String? {
        for kind in Kinds.all {
            if let spoken = try reader.spoken(kind.entity.number, id) { return spoken.name }
        }
        return nil
    }

    private func schema(_ entity: EntityNumber, _ field: FieldNumber) -> FieldSchema? {
        let occurrence = ReminderOccurrence.schema.description
        let fields = entity == occurrence.number ? occurrence.fields : Kinds.kind(of: entity)?.entity.fields
        return fields?.first { $0.number == field }
    }

    // MARK: For scripts

    /// `{change, at, kind, words, undone, records: […]}`
    func json(_ transaction: HistoryTransaction) throws -> JSONValue {
        [
            "change": .integer(Int64(transaction.number)),
            "at": Instant(millisecondsSince1970: transaction.wallMilliseconds).json,
            "kind": .string(transaction.kind.name), "words": .string(transaction.words),
            "undone": .bool(transaction.isUndone), "records": .array(try transaction.records.map(json)),
        ]
    }

    private func json(_ record: HistoryRecord) throws -> JSONValue {
        let spoken = try reader.spoken(record.entity, record.id)
        return [
            "kind": (Kinds.kind(of: record.entity)?.kindName).json, "id": .string(record.id.description),
            "number": (spoken?.number).json, "name": (spoken?.name).json, "created": .bool(record.isCreation),
            "device": .string(device(record)),
            "fields": .array(
                record.fields.map { field in
                    [
                        "field": .string(fieldName(record.entity, field.number)),
                        "from": json(field.from, record, field.number), "to": json(field.to, record, field.number),
                    ]
                }),
            "lost": .array(
                record.lost.map { lost in
                    [
                        "field": .string(fieldName(record.entity, lost.number)),
                        "value": json(lost.value, record, lost.number),
                    ]
                }),
        ]
    }

    private func json(_ value: Value, _ record: HistoryRecord, _ field: FieldNumber) -> JSONValue {
        guard let schema = schema(record.entity, field) else {
            return field == 0 ? .bool(value == .bool(true)) : .null
        }
        let value = value == .null ? defaultValue(record, schema) : value
        return schema.kind.accepts(value) ? value.json(schema.kind) : .null
    }

    /// The name of a field, `deleted` for the deletion.
    func fieldName(_ entity: EntityNumber, _ field: FieldNumber) -> String {
        field == 0 ? "deleted" : schema(entity, field)?.name ?? "field \(field)"
    }
}

extension FieldSchema {
    /// Whether people get to see it: a place in a list is a key that says nothing to them, and a new record is called
    /// by its name anyway.
    fileprivate func isSpokenOf(inCreation isCreation: Bool) -> Bool {
        kind.name != FieldKind.position.name && name != "since"
            && !(isCreation && ["name", "label", "key", "source", "title", "reminder"].contains(name))
    }

    /// Its name as words: `weight grams`.
    fileprivate var words: String {
        name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}

extension String {
    /// Enough of it for one line.
    fileprivate var shortened: String { count > 40 ? prefix(39) + "…" : self }
}

extension SpokenRecord {
    /// `item 3 Socks`, with enough of a long name.
    fileprivate var shortWords: String {
        name.isEmpty ? "\(kindName) \(number)" : "\(kindName) \(number) \(name.shortened)"
    }
}

extension LogKind {
    /// As scripts get it.
    var name: String {
        switch self {
        case .edit: "edit"
        case .undo: "undo"
        case .redo: "redo"
        case .received: "received"
        case .automatic: "automatic"
        }
    }
}
