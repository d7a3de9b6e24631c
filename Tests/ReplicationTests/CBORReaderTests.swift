// What the reader refuses, with the reason and the place.

import Replication
import Testing

struct CBORReaderTests {
    static let reasons: [String: ReplicationError.Malformation] = [
        "truncated": .truncated, "trailingBytes": .trailingBytes, "notDeterministic": .notDeterministic,
        "unsortedKeys": .unsortedKeys, "duplicateKey": .duplicateKey, "invalidText": .invalidText,
        "nulInText": .nulInText, "unexpectedKind": .unexpectedKind, "outOfRange": .outOfRange,
        "wrongLength": .wrongLength,
    ]

    @Test("Malformed bytes are refused with the reason and the offset", arguments: try fixtureRows("malformed.tsv"))
    func malformed(row: [String]) throws {
        let coded = bytesOf(hexadecimal: row[3])
        let reason = try #require(Self.reasons[row[1]])
        let expected = ReplicationError.malformed(reason, byteOffset: Int(row[2])!)
        switch row[0] {
        case "value": #expect(throws: expected) { try Value(encoded: coded) }
        case "fields": #expect(throws: expected) { try [Change.Field](encoded: coded) }
        case "change": #expect(throws: expected) { try Change(encoded: coded) }
        case "textMap": #expect(TextMap(fieldValue: .bytes(coded)) == nil)
        default: Issue.record("unknown reader \(row[0])")
        }
    }

    @Test("The fixture has all its rows")
    func count() throws {
        #expect(try fixtureRows("malformed.tsv").count == 77)
    }

    @Test("A reader goes through values one after the other")
    func sequence() throws {
        var writer = CBORWriter()
        writer.writeArray(count: 3)
        writer.write(UInt64.max)
        writer.write(Int64.min)
        writer.writeMap(count: 1)
        writer.write("key")
        writer.writeNull()
        var reader = CBORReader(writer.bytes)
        #expect(try reader.nextKind() == .array)
        #expect(try reader.readArray() == 3)
        #expect(try reader.readUnsigned() == .max)
        #expect(try reader.readInteger() == .min)
        #expect(try reader.readMap() == 1)
        #expect(try reader.readText() == "key")
        #expect(try reader.nextKind() == .null)
        try reader.readNull()
        try reader.finish()
        #expect(reader.position == writer.bytes.count)
    }

    @Test("A hundred thousand opened arrays cost nothing: nothing is nested in a value")
    func nesting() {
        #expect(throws: ReplicationError.malformed(.unexpectedKind, byteOffset: 0)) {
            try Value(encoded: [UInt8](repeating: 0x81, count: 100_000))
        }
    }

    @Test("A message says what is wrong and where")
    func message() {
        #expect(
            ReplicationError.malformed(.duplicateKey, byteOffset: 3).description
                == "The data is damaged at byte 3: a key occurs twice.")
    }
}
