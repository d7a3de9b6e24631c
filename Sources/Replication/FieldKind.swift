// What a field may hold, and how people type and read it.

/// The kind of a field: how it is stored, which rule a value must meet, and its form for people. A domain adds kinds of
/// its own (a day, a zone) by extending this type with further static members.
public struct FieldKind: Sendable {
    /// How it is called in help texts: `text`, `number`, `day`.
    public let name: String
    /// Which values it may hold besides null.
    public let storage: Storage
    /// Nil when the value may be stored; else the rule it breaks, as a clause that follows the field's name:
    /// `must be 1 to 120 characters long`. Never called with `null` or with another storage.
    public let brokenRule: @Sendable (Value) -> String?
    /// Reads what a person typed. Fails with a clause as in ``brokenRule``. Its answer still has to pass
    /// ``brokenRule``.
    public let parse: @Sendable (String) -> Result<Value, RuleBroken>
    /// The form for people. Never called with `null` or with another storage.
    public let format: @Sendable (Value) -> String

    /// The one kind of value that is stored beside null.
    public enum Storage: Sendable { case bool, integer, double, text, bytes }

    /// See the properties of the same names.
    public init(
        name: String, storage: Storage,
        brokenRule: @escaping @Sendable (Value) -> String?,
        parse: @escaping @Sendable (String) -> Result<Value, RuleBroken>,
        format: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        self.storage = storage
        self.brokenRule = brokenRule
        self.parse = parse
        self.format = format
    }

    /// Whether this version can store the value exactly and use it: null, or of this storage and within the rule. A
    /// received value that is not is parked, never refused (docs/design, replication: Unknown).
    public func accepts(_ value: Value) -> Bool {
        switch (value, storage) {
        case (.null, _): true
        case (.bool, .bool), (.integer, .integer), (.double, .double), (.text, .text), (.bytes, .bytes):
            brokenRule(value) == nil
        default: false
        }
    }
}

/// A rule that something typed does not meet.
public struct RuleBroken: Error, Equatable, Sendable {
    /// A clause that follows the field's name: `must be a whole number`.
    public let clause: String

    /// A rule, as a clause that follows the field's name.
    public init(_ clause: String) {
        self.clause = clause
    }
}
