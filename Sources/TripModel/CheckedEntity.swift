// Which rules a record breaks, field by field and across its fields.

public import Replication

/// An entity whose fields must also agree with each other. The rules are for what people and imports write; what other
/// devices wrote is shown as it is, for versions may not validate differently (docs/design, replication: Unknown).
public protocol CheckedEntity: Entity {
    /// Rules broken between fields, each of which keeps its own rule.
    var disagreements: [Problem] { get }
}

extension CheckedEntity {
    /// None, where no rule binds several fields.
    public var disagreements: [Problem] { [] }

    /// Everything that keeps this record from being written: missing fields, broken rules of single fields in the order
    /// of the schema, then ``disagreements``.
    public static func problems(in record: Self) -> [Problem] {
        let single = zip(schema.description.fields, schema.read(record)).compactMap { field, value in
            switch value {
            case .null: field.isRequired ? Problem(field: field.name, clause: "must be given") : nil
            default: field.kind.brokenRule(value).map { Problem(field: field.name, clause: $0) }
            }
        }
        return single + record.disagreements
    }
}

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
