// The packed form of living changes: its exact bytes, its size, and that nothing else is read.

import Replication
import TestSupport
import Testing

struct LivingChangesCodingTests {
    static let devices: [UInt64] = [0x7FFF_FFFF_FFFF_FFFF, 42, 7]

    static func packed(_ living: LivingChanges) -> [UInt8] {
        living.packed { number in UInt32(devices.firstIndex(of: number)!) }
    }

    static func unpacked(_ bytes: [UInt8]) -> LivingChanges? {
        LivingChanges(packed: bytes) { devices.indices.contains(Int($0)) ? devices[Int($0)] : nil }
    }

    static let creation = LivingChanges(
        FieldMask(bits: 0b1_1111_1111), stamp: Stamp(time: 1_777_636_800_000 << 16, device: 42)!, state: .offered)

    @Test("Nothing written is no bytes")
    func nothing() {
        #expect(Self.packed(LivingChanges()) == [])
        #expect(Self.unpacked([]) == LivingChanges())
    }

    @Test("A creation takes 10 bytes: time, device and state, counter, mask")
    func creation() {
        let bytes: [UInt8] = [0x01, 0x9D, 0xE3, 0x68, 0xF6, 0x00, 0x05, 0x00, 0xFF, 0x03]
        #expect(Self.packed(Self.creation) == bytes)
        #expect(Self.unpacked(bytes) == Self.creation)
    }

    @Test("The greatest time, device number and mask are kept")
    func extremes() {
        var living = LivingChanges(
            FieldMask(bits: FieldMask.all.bits & ~1), stamp: Stamp(time: Stamp.latestTime, device: Self.devices[0])!,
            state: .confirmed)
        living.write(FieldMask(0), stamp: Stamp(time: 0, device: 7)!, state: .new)
        #expect(Self.unpacked(Self.packed(living)) == living)
    }

    @Test(
        "Bytes that no value gives are refused",
        arguments: [
            ("half a time", [1, 2, 3]),
            ("no mask", [0, 0, 0, 0, 0, 1, 4, 0]),
            ("an empty mask", [0, 0, 0, 0, 0, 1, 4, 0, 0]),
            ("field 63", [0, 0, 0, 0, 0, 1, 4, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
            ("state 3", [0, 0, 0, 0, 0, 1, 7, 0, 1]),
            ("a device that the table lacks", [0, 0, 0, 0, 0, 1, 12, 0, 1]),
            ("a counter of 17 bits", [0, 0, 0, 0, 0, 1, 4, 0x80, 0x80, 4, 1]),
            ("a number longer than it needs", [0, 0, 0, 0, 0, 1, 4, 0x80, 0, 1]),
            ("a time beyond the latest", [0x80, 0, 0, 0, 0, 0, 4, 0, 1]),
            ("two owners of a field", [0, 0, 0, 0, 0, 1, 4, 0, 1, 0, 0, 0, 0, 0, 2, 4, 0, 3]),
            ("a later entry first", [0, 0, 0, 0, 0, 2, 4, 0, 1, 0, 0, 0, 0, 0, 1, 4, 0, 2]),
            ("two entries of one stamp and state", [0, 0, 0, 0, 0, 1, 4, 0, 1, 0, 0, 0, 0, 0, 1, 4, 0, 2]),
        ] as [(String, [UInt8])])
    func refused(name: String, bytes: [UInt8]) {
        #expect(Self.unpacked(bytes) == nil, "\(name)")
    }

    @Test("Whatever is read is written back as the same bytes", arguments: 0..<20 as Range<UInt64>)
    func flips(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var living = LivingChanges()
        for _ in 0..<random.int(in: 1...4) {
            let time = random.next() >> UInt64(random.int(in: 1...30))
            living.write(
                FieldMask(bits: random.next() & random.next()),
                stamp: Stamp(time: time, device: random.pick(from: Self.devices))!,
                state: random.pick(from: [.new, .offered, .confirmed]))
        }
        let bytes = Self.packed(living)
        let changed = damaged(bytes, randomCount: 500, &random).filter { bytes in
            Self.unpacked(bytes).map { Self.packed($0) != bytes } ?? false
        }
        #expect(changed == [])
    }
}
