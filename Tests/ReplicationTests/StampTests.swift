// The moment of writing: its order and its range.

import Replication
import Testing

struct StampTests {
    @Test("The time decides, then the device number")
    func order() throws {
        let parts: [(UInt64, UInt64)] = [(1, 9), (2, 1), (2, 2), (Stamp.latestTime, 1)]
        let stamps = try parts.map { try #require(Stamp(time: $0, device: $1)) }
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
        #expect(!(stamps[0] < stamps[0]))
    }

    @Test(
        "Times beyond the latest, and numbers of 0 or above 63 bits, are refused",
        arguments: [(1 << 63, 1), (.max, 1), (1, 0), (1, 1 << 63), (1, .max)] as [(UInt64, UInt64)])
    func refused(time: UInt64, device: UInt64) {
        #expect(Stamp(time: time, device: device) == nil)
    }

    @Test("The latest time is the last before 2⁴⁷ milliseconds")
    func latest() {
        #expect(Stamp.latestTime == 0x7FFF_FFFF_FFFF_FFFF)
        #expect(Stamp(time: Stamp.latestTime, device: 1)?.milliseconds == (1 << 47) - 1)
    }

    @Test(
        "Milliseconds become a time, clamped",
        arguments: [
            (0, 0), (1, 65_536), (-1, 0), (.min, 0), ((1 << 47) - 1, 0x7FFF_FFFF_FFFF_0000),
            (1 << 47, 0x7FFF_FFFF_FFFF_0000), (.max, 0x7FFF_FFFF_FFFF_0000),
        ] as [(Int64, UInt64)])
    func time(milliseconds: Int64, expected: UInt64) {
        #expect(Stamp.time(milliseconds: milliseconds) == expected)
    }
}
