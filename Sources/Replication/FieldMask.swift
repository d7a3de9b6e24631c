// A set of field numbers of one record.

/// A field's stable small number. 0 is the deletion; 1…62 are the entity's own.
public typealias FieldNumber = UInt8

/// A set of field numbers 0…62, one bit each.
public struct FieldMask: Hashable, Sendable {
    /// Bit n stands for field n; bit 63 is never set.
    public var bits: UInt64

    /// The set with bit n for field n; bit 63 is dropped.
    public init(bits: UInt64 = 0) {
        self.bits = bits & Self.all.bits
    }

    /// The set of one field; of none when the number is above 62.
    public init(_ number: FieldNumber) {
        self.init(bits: 1 << UInt64(number))
    }

    /// All numbers that a field can have.
    public static var all: FieldMask { FieldMask(validBits: (1 << 63) - 1) }

    /// Whether no field is in it.
    public var isEmpty: Bool { bits == 0 }

    /// How many fields are in it.
    public var count: Int { bits.nonzeroBitCount }

    /// Whether a field is in it.
    public func contains(_ number: FieldNumber) -> Bool { bits >> UInt64(number) & 1 == 1 }

    /// Puts a field in; a number above 62 changes nothing.
    public mutating func insert(_ number: FieldNumber) { bits |= FieldMask(number).bits }

    /// Takes a field out.
    public mutating func remove(_ number: FieldNumber) { bits &= ~FieldMask(number).bits }

    /// The fields that are in one or both.
    public func union(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits | other.bits) }

    /// The fields that are in both.
    public func intersection(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits & other.bits) }

    /// The fields that are here and not in the other.
    public func subtracting(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits & ~other.bits) }

    private init(validBits bits: UInt64) {
        self.bits = bits
    }
}

extension FieldMask: Sequence {
    /// The numbers in ascending order.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: UInt64

        /// The next greater number.
        public mutating func next() -> FieldNumber? {
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return FieldNumber(rest.trailingZeroBitCount)
        }
    }

    /// Starts at the least number.
    public func makeIterator() -> Iterator { Iterator(rest: bits) }
}
