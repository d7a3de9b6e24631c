// The coding of values against cbor2, and against damage.

import Replication
import TestSupport
import Testing

struct ValueCodingTests {
    @Test("Values are coded as by the independent program, bit by bit")
    func fixtures() throws {
        let rows = try fixtureRows("values.tsv")
        #expect(rows.count == 53)
        for row in rows {
            let value = try #require(valueOf(literal: row[0]))
            let coded = bytesOf(hexadecimal: row[1])
            #expect(value.encoded == coded)
            #expect(value.encodedByteCount == coded.count)
            #expect(try Value(encoded: coded) == value)
        }
    }

    @Test("A number that is not one keeps its payload", arguments: [0x7FF0_0000_0000_0001, 0xFFF8_DEAD_0000_BEEF])
    func notANumber(bits: UInt64) throws {
        let coded = Value.double(Double(bitPattern: bits)).encoded
        guard case .double(let double) = try Value(encoded: coded) else {
            Issue.record("not a double")
            return
        }
        #expect(double.bitPattern == bits)
    }

    @Test("é and e with an accent stay two texts")
    func canonicallyEqualTexts() throws {
        #expect(Value.text("é").encoded == [0x62, 0xC3, 0xA9])
        #expect(Value.text("e\u{301}").encoded == [0x63, 0x65, 0xCC, 0x81])
        #expect(try Value(encoded: [0x63, 0x65, 0xCC, 0x81]) != .text("é"))
    }

    @Test("What decodes is written back as the same bytes; nothing traps")
    func damage() throws {
        var random = SeededGenerator(seed: 1)
        for row in try fixtureRows("values.tsv") where row[1].utf8.count < 700 {
            let changed = damaged(bytesOf(hexadecimal: row[1]), randomCount: 20, &random).filter { bytes in
                (try? Value(encoded: bytes)).map { $0.encoded != bytes || $0.encodedByteCount != bytes.count } ?? false
            }
            #expect(changed == [])
        }
    }
}
