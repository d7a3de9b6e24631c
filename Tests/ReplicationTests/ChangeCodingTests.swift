// The coding of changes against cbor2, against damage, and the limits of what is written.

import Replication
import TestSupport
import Testing

struct ChangeCodingTests {
    static func change(_ fields: [Change.Field]) -> Change {
        Change(entity: 1, record: RecordID(high: 1, low: 2), stamp: Stamp(time: 3, device: 4)!, fields: fields)
    }

    @Test("Changes and their bodies are coded as by the independent program")
    func fixtures() throws {
        let changes = try fixtureChanges()
        #expect(changes.count == 6)
        for (change, body, coded) in changes {
            #expect(change.fields.encoded == body)
            #expect(change.fields.encodedByteCount == body.count)
            #expect(change.encoded == coded)
            #expect(change.encodedByteCount == coded.count)
            #expect(try Change(encoded: coded) == change)
            #expect(try [Change.Field](encoded: body) == change.fields)
        }
    }

    @Test("What decodes is written back as the same bytes; nothing traps")
    func damage() throws {
        var random = SeededGenerator(seed: 2)
        for (_, body, coded) in try fixtureChanges() {
            let changes = damaged(coded, randomCount: 200, &random).filter { bytes in
                (try? Change(encoded: bytes)).map { $0.encoded != bytes } ?? false
            }
            #expect(changes == [])
            let bodies = damaged(body, randomCount: 200, &random).filter { bytes in
                (try? [Change.Field](encoded: bytes)).map { $0.encoded != bytes } ?? false
            }
            #expect(bodies == [])
        }
    }

    @Test("A change longer than the limit is not read")
    func tooLong() {
        let bytes = Self.change([Change.Field(1, .bytes([UInt8](repeating: 0, count: 256 * 1024)))]).encoded
        #expect(throws: ReplicationError.malformed(.tooLong, byteOffset: 256 * 1024)) { try Change(encoded: bytes) }
    }

    @Test("A value over its own limit is read: received changes are not judged")
    func largeValueIsRead() throws {
        let change = Self.change([Change.Field(1, .text(String(repeating: "a", count: 200_000)))])
        #expect(try Change(encoded: change.encoded) == change)
    }

    @Test("What is within the limits may be written")
    func writable() throws {
        let full = Value.bytes([UInt8](repeating: 0, count: 64 * 1024))
        try Self.change([Change.Field(0, .bool(false)), Change.Field(1, full), Change.Field(2, full)])
            .requireWritable()
    }

    @Test(
        "What is beyond a limit must not be written",
        arguments: [
            ([Change.Field(3, .text("a\u{0}b"))], ReplicationError.textWithNUL(field: 3)),
            (
                [Change.Field(4, .text(String(repeating: "ü", count: 32 * 1024) + "a"))],
                .valueTooLarge(field: 4, byteCount: 64 * 1024 + 1)
            ),
            (
                [Change.Field(5, .bytes([UInt8](repeating: 0, count: 64 * 1024 + 1)))],
                .valueTooLarge(field: 5, byteCount: 64 * 1024 + 1)
            ),
            (
                (1...4).map { Change.Field($0, .bytes([UInt8](repeating: 0, count: 64 * 1024))) },
                .changeTooLarge(byteCount: 1 + 1 + 17 + 1 + 1 + 1 + 4 * (1 + 5 + 64 * 1024))
            ),
        ] as [([Change.Field], ReplicationError)])
    func unwritable(fields: [Change.Field], error: ReplicationError) {
        #expect(throws: error) { try Self.change(fields).requireWritable() }
    }
}
