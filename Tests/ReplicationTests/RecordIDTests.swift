// The identity of a record: its bytes, order, text and making.

import Replication
import Testing

struct RecordIDTests {
    static let id = RecordID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
    static let text = "00112233-4455-6677-8899-aabbccddeeff"

    @Test("Bytes and text are big-endian and lower case")
    func forms() {
        #expect(Self.id.bytes == (0..<16).map { UInt8($0 * 17) })
        #expect(Self.id.description == Self.text)
        #expect(RecordID(Self.text) == Self.id)
        #expect(RecordID(Self.text.uppercased()) == Self.id)
        #expect(RecordID(bytes: Self.id.bytes) == Self.id)
        #expect(RecordID(fieldValue: Self.id.fieldValue) == Self.id)
    }

    @Test(
        "Other texts are not identities",
        arguments: [
            "", "00112233445566778899aabbccddeeff", "00112233-4455-6677-8899-aabbccddeef",
            "00112233-4455-6677-8899-aabbccddeefff", "0011223-34455-6677-8899-aabbccddeeff",
            "g0112233-4455-6677-8899-aabbccddeeff", "{0112233-4455-6677-8899-aabbccddeef}",
            "é0112233-4455-6677-8899-aabbccddeef", "00112233 4455 6677 8899 aabbccddeeff",
        ])
    func notText(text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test("Only 16 bytes are an identity", arguments: [0, 15, 17])
    func notBytes(count: Int) {
        #expect(RecordID(bytes: [UInt8](repeating: 1, count: count)) == nil)
        #expect(RecordID(fieldValue: .bytes([UInt8](repeating: 1, count: count))) == nil)
    }

    @Test("The order is that of the bytes")
    func order() {
        #expect(RecordID(high: 1, low: .max) < RecordID(high: 2, low: 0))
        #expect(RecordID(high: 1, low: 1) < RecordID(high: 1, low: 1 << 63))
        #expect(!(Self.id < Self.id))
    }

    @Test("A UUIDv7 holds the milliseconds, version, variant and the random bits")
    func version7() {
        let id = RecordID.version7(milliseconds: 0x017F_22E2_79B0, random: (0xCC3, 0x18C4_DC0C_0C07_398F << 2))
        // The example of RFC 9562, appendix A.6.
        #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    }

    @Test("Milliseconds out of range are clamped", arguments: [(-1, "00000000-0000"), (Int64.max, "ffffffff-ffff")])
    func clamped(milliseconds: Int64, start: String) {
        let id = RecordID.version7(milliseconds: milliseconds, random: (.max, .max))
        #expect(id.description == start + "-7fff-bfff-ffffffffffff")
    }
}
