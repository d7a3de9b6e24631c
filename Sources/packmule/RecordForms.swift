// Records as JSON, derived from their schemas.

import JSONText
import PackmuleKit

extension Stored where Record: NamedEntity {
    /// `id`, `number`, every field by its name, and `deleted`.
    var json: JSONValue {
        let schema = Record.schema
        let fields = zip(schema.description.fields, schema.read(record)).map { field, value in
            JSONValue.Member(field.name, value.json(field.kind))
        }
        return .object(
            [.init("id", .string(record.id.description)), .init("number", .integer(Int64(number)))] + fields
                + [.init("deleted", .bool(isDeleted))])
    }
}

extension Value {
    /// Null, a boolean, a number, or text; the id of a record as its text.
    func json(_ kind: FieldKind) -> JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .double(let double): .double(double)
        case .text(let text): .string(text)
        case .bytes: TextMap(fieldValue: self).map(\.json) ?? .string(kind.format(self))
        }
    }
}

extension TextMap {
    /// An object of texts.
    var json: JSONValue { .object(entries.map { .init($0.name, .string($0.text)) }) }
}

extension Instant {
    var json: JSONValue { .string(description) }
}
