// Which rules a record breaks, field by field and across its fields.

/// One broken rule.
public struct Problem: Error, Equatable, Sendable {
    /// The name of the field to change.
    public let field: String
    /// What it must be, following the field's name: `must be given`.
    public let clause: String

    /// One broken rule of a field, by the field's name.
    public init(field: String, clause: String) {
        self.field = field
        self.clause = clause
    }
}

extension Problem: CustomStringConvertible {
    /// A clear sentence without a full stop: `nights must be a whole number from 0 to 3650`.
    public var description: String { "\(field) \(clause)" }
}

extension Entity {
    /// None, where no rule binds several fields.
    public var disagreements: [Problem] { [] }

    /// Everything that keeps this record from being written: missing fields, broken rules of single fields in the order
    /// of the schema, then ``disagreements``.
    public static func problems(in record: Self) -> [Problem] {
        let single = zip(schema.description.fields, schema.read(record)).compactMap { field, value in
            field.brokenRule(of: value).map { Problem(field: field.name, clause: $0) }
        }
        return single + record.disagreements
    }
}

extension FieldSchema {
    /// The rule that a value breaks as the content of this field, as a clause that follows its name; nil when it may be
    /// written.
    public func brokenRule(of value: Value) -> String? {
        if isRequired, value.isBlank { return "must be given" }
        if kind.accepts(value) { return nil }
        return kind.brokenRule(value) ?? "must be a \(kind.name)"
    }
}

extension Value {
    /// Null, or a text without characters: what a required field must not hold.
    fileprivate var isBlank: Bool {
        switch self {
        case .null: true
        case .text(let text): text.isEmpty
        default: false
        }
    }
}
