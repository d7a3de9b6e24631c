// Our own document: everything of a store as JSON. What it is called, and how values are written in it.

import JSONText
import Replication
import TripModel

/// The document `{"format": "packmule", "version": 1, …}` (docs/formats.md).
enum JSONDocument {
    static let format = "packmule"
    /// Raised when an older program could no longer read a document rightly.
    static let version: Int64 = 1

    /// Values that this version cannot use, by field number, as hexadecimal digits of their deterministic CBOR.
    static let parkedName = "parked"
    /// Of a document from a newer program: the numbers of fields that came later, by list and name, so that a program
    /// that does not know them can keep them.
    static let newFieldsName = "newFields"

    /// A value as JSON; nil for null, which is not written.
    static func json(_ value: Value, _ kind: FieldKind) -> JSONValue? {
        switch value {
        case .null: nil
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .text(let value): .string(value)
        case .bytes:
            if let map = isTextMap(kind) ? TextMap(fieldValue: value) : nil {
                .object(map.entries.map { JSONValue.Member($0.name, .string($0.text)) })
            } else {
                RecordID(fieldValue: value).map { .string($0.description) }
            }
        }
    }

    /// The value of a member within the rule of its field; else the rule that it breaks. Texts are read as a person
    /// types them: trimmed, a country by its name.
    static func value(_ json: JSONValue, _ kind: FieldKind) -> Result<Value, RuleBroken> {
        let value: Value
        switch (json, kind.storage) {
        case (.null, _): return .success(.null)
        case (.bool(let bool), .bool): value = .bool(bool)
        case (.integer(let integer), .integer): value = .integer(integer)
        case (.integer(let integer), .double): value = .double(Double(integer))
        case (.double(let double), .double): value = double.fieldValue
        case (.object(let members), .bytes) where isTextMap(kind):
            guard members.allSatisfy({ $0.value.string != nil }) else {
                return .failure(RuleBroken("must be an object of texts"))
            }
            value = TextMap(members.map { ($0.name, $0.value.string ?? "") }).fieldValue
        case (.string(let text), .bytes) where !isTextMap(kind), (.string(let text), .text):
            switch kind.parse(text) {
            case .success(let parsed): value = parsed
            case .failure(let rule): return .failure(rule)
            }
        default: return .failure(RuleBroken("must be a \(kind.name), not \(json.kindName)"))
        }
        if case .text(let text) = value, text.utf8.contains(0) {
            return .failure(RuleBroken("must not contain a zero character"))
        }
        return kind.brokenRule(value).map { .failure(RuleBroken($0)) } ?? .success(value)
    }

    /// A value of a field that this version does not know: only what needs no knowledge of its kind.
    static func unknownValue(_ json: JSONValue) -> Value? {
        switch json {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .double(let value): value.fieldValue
        case .string(let value): value.utf8.contains(0) ? nil : .text(value)
        case .array, .object: nil
        }
    }

    private static func isTextMap(_ kind: FieldKind) -> Bool { kind.name == FieldKind.textMap.name }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Nil unless there is an even number of digits and nothing else.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.unicodeScalars.map { Character($0).isASCII ? Character($0).hexDigitValue : nil }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
