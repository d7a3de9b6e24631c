// Sets of field numbers.

import Replication
import Testing

struct FieldMaskTests {
    @Test("Numbers are put in, taken out, counted and given in ascending order")
    func operations() {
        var mask = FieldMask(5)
        mask.insert(62)
        mask.insert(0)
        mask.insert(5)
        #expect(Array(mask) == [0, 5, 62])
        #expect(mask.count == 3)
        #expect(mask.contains(62) && !mask.contains(61))
        mask.remove(5)
        #expect(Array(mask) == [0, 62])
        #expect(!mask.isEmpty && FieldMask().isEmpty)
    }

    @Test("Union, intersection and difference")
    func sets() {
        let (left, right) = (FieldMask(bits: 0b0110), FieldMask(bits: 0b0011))
        #expect(left.union(right).bits == 0b0111)
        #expect(left.intersection(right).bits == 0b0010)
        #expect(left.subtracting(right).bits == 0b0100)
    }

    @Test("Field 63 and beyond are never in a mask", arguments: [63, 64, 255] as [FieldNumber])
    func outOfRange(number: FieldNumber) {
        #expect(FieldMask(number).isEmpty)
        #expect(!FieldMask.all.contains(number))
        #expect(FieldMask(bits: .max) == .all)
        #expect(FieldMask.all.count == 63)
    }
}
