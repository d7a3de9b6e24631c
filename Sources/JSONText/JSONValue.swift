// A JSON text as a value: what the programs print for scripts and what exchange formats are read into.

/// One JSON value (RFC 8259 section 3). Members keep their order, integers are exact, and two values are equal when
/// their texts have the same bytes: "é" and "e" with a combining accent are different names.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Every other number. Infinity and NaN do not exist in JSON and are written as `null`.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order written. A reader never returns two of one name; who builds a value keeps to that.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable {
        /// The name, any text.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// A name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

// MARK: - Looking in

extension JSONValue {
    /// The member of this name, or nil when this is no object or has no such member.
    public subscript(name: String) -> JSONValue? {
        members?.first { hasSameBytes($0.name, name) }?.value
    }

    /// The value of a boolean, otherwise nil.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of an integer, otherwise nil: `1.0` is a double.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The value of any number, an integer beyond 2^53 rounded to the nearest double; otherwise nil.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The value of a string, otherwise nil.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array, otherwise nil.
    public var elements: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object in their order, otherwise nil.
    public var members: [Member]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// What kind of value this is, as a person would say it: "text", "a list".
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .double: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

// MARK: - Equality

extension JSONValue: Equatable {
    /// Equal kind and content; members in the same order, texts byte for byte, doubles by value.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): hasSameBytes(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue.Member: Equatable {
    /// The same name byte for byte, and equal values.
    public static func == (left: Self, right: Self) -> Bool {
        hasSameBytes(left.name, right.name) && left.value == right.value
    }
}

/// Swift's `==` on strings is canonical equivalence; JSON compares code units (RFC 8259 section 8.3). Same bytes are
/// always equivalent, so the quick `==` decides most cases before bytes are looked at.
func hasSameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `nil` is `null`.
    public init(nilLiteral: ()) { self = .null }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double, also for a whole number with a point.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
