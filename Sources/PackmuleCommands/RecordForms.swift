// Records as JSON, derived from their schemas.

import JSONText
import PackmuleKit

/// A record as scripts get it.
protocol JSONRecord: NamedEntity {
    /// Members that follow from the fields.
    var derivedMembers: [JSONValue.Member] { get }
}

extension JSONRecord {
    var derivedMembers: [JSONValue.Member] { [] }
}

extension Trip: JSONRecord {
    /// The title as shown, and the last day.
    var derivedMembers: [JSONValue.Member] {
        [.init("displayTitle", .string(displayTitle)), .init("lastDay", lastDay.json)]
    }
}

extension PackingCategory: JSONRecord {}
extension PackingItem: JSONRecord {}
extension Place: JSONRecord {}
extension Setting: JSONRecord {}

extension Reminder: JSONRecord {
    /// What sets it off, in words; null where this version cannot read it.
    var derivedMembers: [JSONValue.Member] { [.init("when", (Trigger(trigger)?.words).json)] }
}

extension Stored where Record: JSONRecord {
    /// `id`, `number`, every field by its name, members derived from them, and `deleted`.
    var json: JSONValue {
        let schema = Record.schema
        let fields = zip(schema.description.fields, schema.read(record)).map { field, value in
            JSONValue.Member(field.name, value.json(field.kind))
        }
        return .object(
            [.init("id", .string(record.id.description)), .init("number", .integer(Int64(number)))] + fields
                + record.derivedMembers + [.init("deleted", .bool(isDeleted))])
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
        case .bytes where kind.name == FieldKind.textMap.name: TextMap(fieldValue: self)?.json ?? .null
        case .bytes: .string(kind.format(self))
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

extension CalendarDay? {
    var json: JSONValue { map { .string($0.description) } ?? .null }
}

extension Int? {
    var json: JSONValue { map { .integer(Int64($0)) } ?? .null }
}

extension String? {
    var json: JSONValue { map { .string($0) } ?? .null }
}
