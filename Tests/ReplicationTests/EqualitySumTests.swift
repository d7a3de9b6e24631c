// The proof of equality against sums made by hashlib.

import Replication
import TestSupport
import Testing

struct EqualitySumTests {
    struct Cells: Sendable {
        let entity: EntityNumber
        let record: RecordID
        let mask: FieldMask
        let stamp: Stamp
        /// The sum of these and all cells above.
        let sum: [UInt8]
    }

    private let cells: [Cells]

    init() throws {
        cells = try fixtureRows("equality-sums.tsv").map { row in
            Cells(
                entity: EntityNumber(row[0])!, record: RecordID(bytes: bytesOf(hexadecimal: row[1]))!,
                mask: FieldMask(bits: UInt64(row[2])!), stamp: Stamp(time: UInt64(row[3])!, device: UInt64(row[4])!)!,
                sum: bytesOf(hexadecimal: row[5]))
        }
    }

    @Test("Sums are those of the independent program")
    func fixtures() {
        var sum = EqualitySum()
        #expect(sum.bytes == [UInt8](repeating: 0, count: 16))
        #expect(cells.count == 4)
        for cells in cells {
            sum.add(entity: cells.entity, record: cells.record, mask: cells.mask, stamp: cells.stamp)
            #expect(sum.bytes == cells.sum)
        }
    }

    @Test("Removing undoes adding, in any order", arguments: 0..<20 as Range<UInt64>)
    func remove(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sum = EqualitySum()
        for cells in cells {
            sum.add(entity: cells.entity, record: cells.record, mask: cells.mask, stamp: cells.stamp)
        }
        for cells in random.shuffled(cells) {
            let part = FieldMask(bits: random.next())
            sum.remove(
                entity: cells.entity, record: cells.record, mask: cells.mask.intersection(part), stamp: cells.stamp)
            sum.remove(
                entity: cells.entity, record: cells.record, mask: cells.mask.subtracting(part), stamp: cells.stamp)
        }
        #expect(sum == EqualitySum())
    }

    @Test("An empty mask adds nothing")
    func emptyMask() {
        var sum = EqualitySum()
        sum.add(entity: 1, record: RecordID(high: 1, low: 2), mask: FieldMask(), stamp: cells[0].stamp)
        #expect(sum == EqualitySum())
    }

    @Test("The 16 bytes are read back, and only 16")
    func coding() {
        let bytes = (0..<16).map { UInt8($0) }
        #expect(EqualitySum(bytes: bytes)?.bytes == bytes)
        #expect(EqualitySum(bytes: bytes.dropLast()) == nil)
        #expect(EqualitySum(bytes: bytes + [0]) == nil)
    }
}
