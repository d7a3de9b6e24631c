// A value of one field, as it is stored, compared, merged and sent.

/// One field's value. Equality is exact: texts are equal when their UTF-8 bytes are (Swift's own `String` equality
/// takes é and e + ´ for the same, which would swallow an edit), and doubles when their bits are.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// UTF-8 without U+0000.
    case text(String)
    case bytes([UInt8])
}

extension Value: Equatable {
    /// Whether both are the same, byte by byte and bit by bit.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
        case (.bytes(let left), .bytes(let right)): left == right
        default: false
        }
    }
}

extension String {
    /// Whether both texts are the same bytes of UTF-8, which `==` does not ask.
    package func hasSameBytes(as other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { left.count == $0.count && left.elementsEqual($0) } }
    }
}

/// A Swift type that a field can hold: it knows its value and is read back from it.
public protocol FieldValue: Sendable {
    /// The value stored for it. `init(value)` gives it back unchanged.
    var fieldValue: Value { get }

    /// Nil when the value is of another kind or out of this type's range: this version cannot use it.
    init?(fieldValue: Value)
}

extension Bool: FieldValue {
    /// `.bool`.
    @inlinable
    public var fieldValue: Value { .bool(self) }

    /// Nil for anything but `.bool`.
    @inlinable
    public init?(fieldValue: Value) {
        guard case .bool(let bool) = fieldValue else { return nil }
        self = bool
    }
}

extension Int: FieldValue {
    /// `.integer`.
    @inlinable
    public var fieldValue: Value { .integer(Int64(self)) }

    /// Nil for anything but `.integer` within the range of `Int`.
    @inlinable
    public init?(fieldValue: Value) {
        guard case .integer(let integer) = fieldValue, let exact = Int(exactly: integer) else { return nil }
        self = exact
    }
}

extension Double: FieldValue {
    /// `.double`. Negative zero becomes zero: no file keeps the difference, and no person means it.
    @inlinable
    public var fieldValue: Value { .double(self == 0 ? 0 : self) }

    /// Nil for anything but `.double`.
    @inlinable
    public init?(fieldValue: Value) {
        guard case .double(let double) = fieldValue else { return nil }
        self = double
    }
}

extension String: FieldValue {
    /// `.text`.
    @inlinable
    public var fieldValue: Value { .text(self) }

    /// Nil for anything but `.text`.
    @inlinable
    public init?(fieldValue: Value) {
        guard case .text(let text) = fieldValue else { return nil }
        self = text
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    /// The value wrapped, or null.
    @inlinable
    public var fieldValue: Value { self?.fieldValue ?? .null }

    /// Nil (not `.some(nil)`) when the value is neither null nor one that can be wrapped.
    @inlinable
    public init?(fieldValue: Value) {
        if case .null = fieldValue {
            self = nil
        } else if let wrapped = Wrapped(fieldValue: fieldValue) {
            self = wrapped
        } else {
            return nil
        }
    }
}
