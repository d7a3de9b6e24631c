// Sealed bodies against those that Python's cryptography made, and against everybody who changes them.

import Cryptography
import Replication
import TestSupport
import Testing

@testable import Sealing

struct SealerTests {
    @Test("A body made by another program opens as the change it was", arguments: try BodyFixture.all())
    func opens(fixture: BodyFixture) throws {
        #expect(try fixture.sealer.open(fixture.sealed()) == fixture.change)
    }

    @Test("Sealing makes the bytes that another program made", arguments: try BodyFixture.all())
    func seals(fixture: BodyFixture) throws {
        #expect(fixture.sealer.seal(fixture.change) == (try fixture.sealed()))
    }

    @Test("One flipped bit of the body does not open", arguments: try BodyFixture.all().prefix(5))
    func flippedBody(fixture: BodyFixture) throws {
        let (sealer, header) = (fixture.sealer, try fixture.sealed().header)
        for bit in 0..<8 * fixture.body.count {
            var body = fixture.body
            body[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SealingError.doesNotOpen) { try sealer.open(SealedChange(header: header, body: body[...])) }
        }
    }

    @Test("A body cut or lengthened by any count does not open")
    func wrongLength() throws {
        let fixture = try BodyFixture.all()[0]
        let (sealer, header) = (fixture.sealer, try fixture.sealed().header)
        let longer = fixture.body + [UInt8](repeating: 0, count: 33)
        for count in 0...longer.count where count != fixture.body.count {
            #expect(throws: SealingError.doesNotOpen) {
                try sealer.open(SealedChange(header: header, body: longer.prefix(count)))
            }
        }
    }

    @Test("A body under any other header, key or space does not open")
    func moved() throws {
        let fixture = try BodyFixture.all()[4]
        let sealed = try fixture.sealed()
        let (header, stamp) = (sealed.header, sealed.header.stamp)
        let record = RecordID(high: header.record.high, low: header.record.low ^ 1)
        let earlier = try #require(Stamp(time: stamp.time - 1, device: stamp.device))
        let otherDevice = try #require(Stamp(time: stamp.time, device: stamp.device + 1))
        let lessFields = FieldMask(bits: header.mask.bits & ~2)
        let others = [
            ChangeHeader(entity: 1, record: header.record, stamp: stamp, mask: header.mask, deletion: false),
            ChangeHeader(entity: header.entity, record: record, stamp: stamp, mask: header.mask, deletion: false),
            ChangeHeader(
                entity: header.entity, record: header.record, stamp: earlier, mask: header.mask, deletion: false),
            ChangeHeader(
                entity: header.entity, record: header.record, stamp: otherDevice, mask: header.mask, deletion: false),
            ChangeHeader(entity: header.entity, record: header.record, stamp: stamp, mask: lessFields, deletion: false),
            ChangeHeader(entity: header.entity, record: header.record, stamp: stamp, mask: header.mask, deletion: true),
        ]
        for other in others {
            let other = try #require(other)
            #expect(throws: SealingError.doesNotOpen) {
                try fixture.sealer.open(SealedChange(header: other, body: sealed.body))
            }
        }
        var key = fixture.key.bytes
        key[31] ^= 1
        let otherKey = Sealer(key: Secret(key), space: fixture.space, random: FixedRandom([]))
        #expect(throws: SealingError.doesNotOpen) { try otherKey.open(sealed) }
        let space = RecordID(high: fixture.space.high, low: fixture.space.low ^ 1)
        let otherSpace = Sealer(key: fixture.key, space: space, random: FixedRandom([]))
        #expect(throws: SealingError.doesNotOpen) { try otherSpace.open(sealed) }
    }

    @Test("A body that was not sealed is refused in a sealed space", arguments: try BodyFixture.all())
    func unsealed(fixture: BodyFixture) throws {
        #expect(throws: SealingError.doesNotOpen) { try fixture.sealer.open(PlainBodies().seal(fixture.change)) }
    }

    @Test(
        "What a member sealed, but no member makes, is told from what does not open",
        arguments: [
            (Padded.bytes([0xA1, 0x02, 0xF6]), SealingError.otherFields),
            (Padded.bytes([0xA2, 0x01, 0xF6, 0x02, 0xF6]), .otherFields),
            (Padded.bytes([0xA2, 0x00, 0xF5, 0x01, 0xF6]), .otherFields), (Padded.bytes([0xA0]), .otherFields),
            (Padded.bytes([0xA1, 0x01, 0x18]), .malformed(.malformed(.truncated, byteOffset: 3))),
            (Padded.bytes([0xA1, 0x01, 0xF6, 0x00]), .malformed(.malformed(.trailingBytes, byteOffset: 3))),
            ([UInt8](repeating: 0, count: 16), .malformed(.malformed(.truncated, byteOffset: 16))),
            ([UInt8](repeating: 0xFF, count: 16), .malformed(.malformed(.truncated, byteOffset: 16))),
        ])
    func sealedNonsense(plaintext: [UInt8], error: SealingError) throws {
        let fixture = try BodyFixture.all()[0]
        let (header, sealer) = (try fixture.sealed().header, fixture.sealer)
        let number = (0..<8).map { UInt8(truncatingIfNeeded: header.stamp.device >> UInt64(56 - 8 * $0)) }
        let key = HKDF.key(
            from: fixture.key.bytes, salt: fixture.space.bytes, info: Array("packmule body 1".utf8) + number,
            byteCount: 32)
        let body =
            fixture.nonce
            + AES256GCM(key: key).seal(
                plaintext, nonce: fixture.nonce, associatedData: fixture.space.bytes + header.encoded)
        #expect(throws: error) { try sealer.open(SealedChange(header: header, body: body[...])) }
    }

    @Test("Every change comes back, from as many devices as it takes to forget keys, and no nonce comes twice")
    func manyDevices() throws {
        let sealer = Sealer(
            key: Secret(byteCount: 32, random: SeededRandom(seed: 1)), space: RecordID(high: 1, low: 2),
            random: SeededRandom(seed: 2))
        var nonces: Set<[UInt8]> = []
        for round in 0..<2 {
            for device in 1...UInt64(Limits.keptKeys + 2) {
                let change = Change(
                    entity: 1, record: RecordID(high: device, low: 0),
                    stamp: try #require(Stamp(time: UInt64(round), device: device)),
                    fields: [.init(1, .text(String(repeating: "x", count: Int(device))))])
                let sealed = sealer.seal(change)
                #expect(try sealer.open(sealed) == change)
                #expect(nonces.insert(Array(sealed.body.prefix(12))).inserted)
            }
        }
    }

    @Test("Changes sealed together open one by one, each under a nonce of its own")
    func together() throws {
        let sealer = Sealer(
            key: Secret(byteCount: 32, random: SeededRandom(seed: 3)), space: RecordID(high: 3, low: 4),
            random: SeededRandom(seed: 4))
        let changes = try (0..<40).map { place in
            let deletion = place.isMultiple(of: 5) ? [Change.Field(0, .bool(place == 0))] : []
            let text = String(repeating: "ä", count: place)
            return Change(
                entity: 1, record: RecordID(high: 1, low: UInt64(place)),
                stamp: try #require(Stamp(time: UInt64(place), device: UInt64(1 + place % 3))),
                fields: deletion
                    + (place == 5 ? [] : [.init(2, .text(text)), .init(3, .integer(Int64(place)))]))
        }
        let sealed = sealer.seal(changes)
        #expect(sealed.map(\.header) == changes.map(ChangeHeader.init))
        #expect(try sealed.map(sealer.open) == changes)
        #expect(Set(sealed.map { Array($0.body.prefix(12)) }).count == 40)
        #expect(sealer.seal([Change]()).isEmpty)
    }
}

/// Content with its padding, as the definition says.
enum Padded {
    static func bytes(_ content: [UInt8]) -> [UInt8] {
        content + [0x80] + [UInt8](repeating: 0, count: 15 - content.count)
    }
}
