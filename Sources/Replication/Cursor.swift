// How far a device has read in the order of a space.

/// A place in the order in which a server stored the changes of a space (docs/design, replication: Exchange).
package struct Cursor: Hashable, Sendable {
    /// The sequence number of the last change read; 0 before the first.
    package let sequence: UInt64
    /// The random tag of the transaction that stored that change: a server that was rolled back has given the same
    /// number to something else. 0 before the first change.
    package let tag: UInt32
    /// How far collection had come when the device began to read from zero: what was collected before then cannot be
    /// missing here.
    package let base: UInt64

    /// The greatest sequence number, 2⁴⁰ − 1.
    package static let greatestSequence: UInt64 = (1 << 40) - 1

    /// Nil for numbers beyond ``greatestSequence``.
    package init?(sequence: UInt64, tag: UInt32, base: UInt64) {
        guard sequence <= Self.greatestSequence, base <= Self.greatestSequence else { return nil }
        (self.sequence, self.tag, self.base) = (sequence, tag, base)
    }

    private init() { (sequence, tag, base) = (0, 0, 0) }

    /// Nothing was read yet.
    package static let zero = Cursor()

    /// Whether nothing was read yet.
    package var isZero: Bool { sequence == 0 }
}
