// The proof that two sides hold the same cells under the same stamps.

import Cryptography

/// The sum modulo 2¹²⁸ over owned cells of undeleted records (docs/design, replication: Proof of equality). Adding and
/// removing commute, so each side keeps it in constant time for a cell, whatever the order in which cells came.
///
/// One cell counts as the first 16 bytes, taken as a big-endian number, of the SHA-256 of these 34 bytes:
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 1 | entity |
/// | 1 | 16 | record |
/// | 17 | 1 | field |
/// | 18 | 8 | time of the stamp, big-endian |
/// | 26 | 8 | device number of the stamp, big-endian |
package struct EqualitySum: Hashable, Sendable {
    /// The upper 64 bits.
    package private(set) var high: UInt64 = 0
    /// The lower 64 bits.
    package private(set) var low: UInt64 = 0

    /// The sum of no cells.
    package init() {}

    /// The sum kept as 16 big-endian bytes; nil unless there are exactly 16.
    package init?(bytes: some Collection<UInt8>) {
        guard let halves = RecordID(bytes: bytes) else { return nil }
        high = halves.high
        low = halves.low
    }

    /// The 16 bytes of the sum, big-endian.
    package var bytes: [UInt8] { RecordID(high: high, low: low).bytes }

    /// Counts every cell of the mask in, once each.
    package mutating func add(entity: EntityNumber, record: RecordID, mask: FieldMask, stamp: Stamp) {
        Self.forEachCell(entity, record, mask, stamp) { word in
            let (sum, carry) = low.addingReportingOverflow(word.low)
            low = sum
            high = high &+ word.high &+ (carry ? 1 : 0)
        }
    }

    /// Counts everything in that another sum counts.
    package mutating func add(_ other: EqualitySum) {
        let (sum, carry) = low.addingReportingOverflow(other.low)
        low = sum
        high = high &+ other.high &+ (carry ? 1 : 0)
    }

    /// Takes every cell of the mask out again. They must have been counted in.
    package mutating func remove(entity: EntityNumber, record: RecordID, mask: FieldMask, stamp: Stamp) {
        Self.forEachCell(entity, record, mask, stamp) { word in
            let (difference, borrow) = low.subtractingReportingOverflow(word.low)
            low = difference
            high = high &- word.high &- (borrow ? 1 : 0)
        }
    }

    private static func forEachCell(
        _ entity: EntityNumber, _ record: RecordID, _ mask: FieldMask, _ stamp: Stamp,
        _ count: ((high: UInt64, low: UInt64)) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: 34, alignment: 8) { message in
            message[0] = entity
            message.storeBytes(of: record.high.bigEndian, toByteOffset: 1, as: UInt64.self)
            message.storeBytes(of: record.low.bigEndian, toByteOffset: 9, as: UInt64.self)
            message.storeBytes(of: stamp.time.bigEndian, toByteOffset: 18, as: UInt64.self)
            message.storeBytes(of: stamp.device.bigEndian, toByteOffset: 26, as: UInt64.self)
            for field in mask {
                message[17] = field
                count(SHA256.firstWord128(of: UnsafeRawBufferPointer(message)))
            }
        }
    }
}
