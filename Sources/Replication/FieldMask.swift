// A set of field numbers of one record.

/// A field's stable small number. 0 is the deletion; 1…62 are the entity's own.
public typealias FieldNumber = UInt8

/// A set of field numbers 0…62, one bit each.
public struct FieldMask: Hashable, Sendable {
    /// Bit n stands for field n; bit 63 is never set.
    public var bits: UInt64

    public init(bits: UInt64 = 0) {
        self.bits = bits & Self.all.bits
    }

    public init(_ number: FieldNumber) {
        self.init(bits: 1 << UInt64(number))
    }

    /// All numbers that a field can have.
    public static var all: FieldMask { FieldMask(validBits: (1 << 63) - 1) }

    public var isEmpty: Bool { bits == 0 }

    public var count: Int { bits.nonzeroBitCount }

    public func contains(_ number: FieldNumber) -> Bool { bits >> UInt64(number) & 1 == 1 }

    public mutating func insert(_ number: FieldNumber) { bits |= FieldMask(number).bits }

    public mutating func remove(_ number: FieldNumber) { bits &= ~FieldMask(number).bits }

    public func union(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits | other.bits) }

    public func intersection(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits & other.bits) }

    public func subtracting(_ other: FieldMask) -> FieldMask { FieldMask(bits: bits & ~other.bits) }

    private init(validBits bits: UInt64) {
        self.bits = bits
    }
}

extension FieldMask: Sequence {
    /// The numbers in ascending order.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: UInt64

        public mutating func next() -> FieldNumber? {
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return FieldNumber(rest.trailingZeroBitCount)
        }
    }

    public func makeIterator() -> Iterator { Iterator(rest: bits) }
}
