// Writing everything of a store as one JSON document.

public import JSONText
import Replication
import TripModel

/// Writes the document that ``Format/json`` reads back: the same records always give the same bytes.
public enum JSONExport {
    /// The document: format, version, then the lists of the catalogue in its order, each by id. Reminders came later:
    /// programs that do not know them yet should not have to name a list that holds nothing.
    public static func value(of records: ExchangedRecords) -> JSONValue {
        .object(
            [
                .init("format", .string(JSONDocument.format)),
                .init("version", .integer(JSONDocument.version)),
                list(records.trips), list(records.categories), list(records.items), list(records.places),
                list(records.settings),
            ] + (records.reminders.isEmpty ? [] : [list(records.reminders)]))
    }

    /// The document as UTF-8, one member a line, with a line feed at the end.
    public static func bytes(of records: ExchangedRecords) -> [UInt8] {
        value(of: records).bytes(.pretty) + [0x0A]
    }

    private static func list<Record>(_ records: [ExchangedRecord<Record>]) -> JSONValue.Member {
        let sorted = records.sorted { $0.record.id < $1.record.id }
        return .init(Record.schema.description.plural, .array(sorted.map(object)))
    }

    /// The id, each field that holds anything by ascending number, then what is parked.
    private static func object<Record>(_ exchanged: ExchangedRecord<Record>) -> JSONValue {
        let schema = Record.schema
        var members = [JSONValue.Member("id", .string(exchanged.record.id.description))]
        for (field, value) in zip(schema.description.fields, schema.read(exchanged.record)) {
            guard let json = JSONDocument.json(value, field.kind) else { continue }
            members.append(.init(field.name, json))
        }
        if !exchanged.parked.isEmpty {
            let parked = exchanged.parked.sorted { $0.number < $1.number }.map {
                JSONValue.Member(String($0.number), .string(Hexadecimal.text($0.value.encoded)))
            }
            members.append(.init(JSONDocument.parkedName, .object(parked)))
        }
        return .object(members)
    }
}
