// What invitations carry, against bytes that Python's cryptography made.

import Cryptography
import TestSupport
import Testing

@testable import Sealing

struct WrappingTests {
    struct Fixture: Sendable, CustomTestStringConvertible {
        let purpose: Wrapping.Purpose
        let secret: Secret
        let lookup: [UInt8]
        let nonce: [UInt8]
        let content: Secret
        let associatedData: [UInt8]
        let wrapped: [UInt8]
        var testDescription: String { "\(purpose) of \(content.bytes.count) bytes" }

        var wrapping: Wrapping { Wrapping(secret: secret, purpose: purpose) }

        static func all() throws -> [Fixture] {
            try Fixtures.lines("Sealing/wrapped.tsv").map { line in
                let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                return Fixture(
                    purpose: columns[0] == "recovery" ? .recovery : .invitation, secret: Secret(bytes(columns[1])),
                    lookup: bytes(columns[2]), nonce: bytes(columns[3]), content: Secret(bytes(columns[4])),
                    associatedData: bytes(columns[5]), wrapped: bytes(columns[6]))
            }
        }
    }

    @Test("The look-up id and the wrapped bytes are those of another program", arguments: try Fixture.all())
    func wraps(fixture: Fixture) throws {
        let wrapped = fixture.wrapping.wrap(
            fixture.content, associatedData: fixture.associatedData, random: FixedRandom(fixture.nonce))
        #expect(fixture.wrapping.lookup == fixture.lookup)
        #expect(wrapped == fixture.wrapped)
        #expect(try fixture.wrapping.unwrap(wrapped, associatedData: fixture.associatedData) == fixture.content)
    }

    @Test("Bytes that were changed or cut, or stand elsewhere, do not unwrap", arguments: try Fixture.all())
    func changed(fixture: Fixture) throws {
        for bit in 0..<8 * fixture.wrapped.count {
            var wrapped = fixture.wrapped
            wrapped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SealingError.doesNotOpen) {
                try fixture.wrapping.unwrap(wrapped, associatedData: fixture.associatedData)
            }
        }
        for count in 0..<fixture.wrapped.count {
            #expect(throws: SealingError.doesNotOpen) {
                try fixture.wrapping.unwrap(
                    Array(fixture.wrapped.prefix(count)), associatedData: fixture.associatedData)
            }
        }
        #expect(throws: SealingError.doesNotOpen) {
            try fixture.wrapping.unwrap(fixture.wrapped, associatedData: fixture.associatedData + [0])
        }
    }

    @Test("A fresh secret has the bytes of its chance, first word first")
    func freshSecret() {
        let words = FixedRandom(Array(1...24))
        #expect(Secret(byteCount: 20, random: words).bytes == Array(1...20))
    }
}
