// Names of devices, sealed and plain.

import Cryptography
import Replication
import TestSupport
import Testing

@testable import Sealing

struct DeviceNamesTests {
    private static let space = RecordID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
    private static let tokenHash = [UInt8](repeating: 0xAB, count: 32)

    private var sealer: Sealer {
        Sealer(
            key: Secret([UInt8](0..<32)), space: Self.space, random: FixedRandom([UInt8](repeating: 7, count: 16)))
    }

    /// Made by Python's cryptography: AESGCM(HKDF(SHA256, 32, salt=space, info=b"packmule device name 1")) over the
    /// name, 80, and zeros up to a multiple of 16, with the nonce 07 × 12.
    @Test(
        "A name is sealed as an independent program seals it",
        arguments: [
            ("phone", "070707070707070707070707983a3b9270042b1c4f6a289a93b611e6abb5bbaa07c580b12c484ffe3e325089"),
            (
                "Zoë's téléphone 📱",
                "070707070707070707070707b23d975732f70b688cc344593ac67989c89e25cc5881a282"
                    + "15fc3ebc8dc69d408a23ca21ed699a589f84be9827feb5ce"
            ),
        ])
    func fixture(name: String, sealed: String) throws {
        #expect(sealer.seal(name: name, of: Self.tokenHash) == bytes(sealed))
        #expect(try sealer.openName(bytes(sealed), of: Self.tokenHash).hasSameBytes(as: name))
    }

    @Test("A name does not open for another device, in another space, with another key, or changed")
    func elsewhere() throws {
        let sealed = sealer.seal(name: "phone", of: Self.tokenHash)
        let random = SeededRandom(seed: 1)
        let others = [
            Sealer(key: Secret([UInt8](1...32)), space: Self.space, random: random),
            Sealer(key: Secret([UInt8](0..<32)), space: RecordID(high: 0, low: 1), random: random),
        ]
        for other in others {
            #expect(throws: SealingError.doesNotOpen) { try other.openName(sealed, of: Self.tokenHash) }
        }
        #expect(throws: SealingError.doesNotOpen) {
            try sealer.openName(sealed, of: [UInt8](repeating: 0xAC, count: 32))
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: SealingError.doesNotOpen) { try sealer.openName(changed, of: Self.tokenHash) }
        }
        #expect(throws: SealingError.doesNotOpen) { try sealer.openName([], of: Self.tokenHash) }
    }

    @Test("In an open space a name is its UTF-8, and nothing else is one")
    func plain() throws {
        let bodies = PlainBodies()
        #expect(bodies.seal(name: "phone", of: Self.tokenHash) == Array("phone".utf8))
        #expect(try bodies.openName(Array("phone".utf8), of: Self.tokenHash) == "phone")
        #expect(throws: SealingError.self) { try bodies.openName([0xFF], of: Self.tokenHash) }
    }
}
