// Bodies that only members of the space can read.

package import Cryptography
package import Platform
package import Replication

/// Seals and opens the bodies of one space, for one thread at a time (docs/design, replication: Sealing).
///
/// body = nonce (12 random bytes) ‖ ciphertext ‖ tag (16), by AES-256-GCM, where
/// - plaintext = the map of the fields other than 0 in CBOR, padded by ``Padding``;
/// - associated data = space id (16 bytes) ‖ `ChangeHeader.encoded`;
/// - key = HKDF-SHA-256(secret: the space key, salt: space id (16 bytes), info: `packmule body 1` in ASCII ‖ device
///   number of the stamp (8 bytes, big-endian)), 32 bytes.
///
/// The key follows from the stamp, so that any member may seal a change anew.
package final class Sealer: BodyCoding {
    let key: Secret
    let space: [UInt8]
    let random: any RandomSource
    private var ciphers: [UInt64: AES256GCM] = [:]
    /// The one that was used last: most often it is used again.
    private var latest: (device: UInt64, cipher: AES256GCM)?

    /// - Parameters:
    ///   - key: the space key, ``keyByteCount`` bytes.
    ///   - space: the id of the space.
    ///   - random: where nonces come from. It has to be the system's, except in tests.
    package init(key: Secret, space: RecordID, random: any RandomSource) {
        precondition(key.bytes.count == Self.keyByteCount)
        self.key = key
        self.space = space.bytes
        self.random = random
    }

    /// The bytes of a space key.
    package static let keyByteCount = 32

    /// The changes with their bodies sealed, each under a fresh nonce. All bodies stand in one piece of memory.
    package func seal(_ changes: [Change]) -> [SealedChange] {
        let nonces = random.bytes(count: changes.count * AES256GCM.nonceByteCount)
        let headers = changes.map(ChangeHeader.init)
        var bodies = CBORWriter(
            reservedByteCount: changes.reduce(0) { $0 + $1.encodedByteCount + Padding.stepBytes }
                + changes.count * SealedBytes.addedByteCount)
        var associatedData = CBORWriter(reservedByteCount: space.count + ChangeHeader.greatestByteCount)
        var places: [Range<Int>] = []
        places.reserveCapacity(changes.count)
        for (index, change) in changes.enumerated() {
            let start = bodies.bytes.count
            nonces.withUnsafeBytes {
                let nonce = index * AES256GCM.nonceByteCount
                bodies.append(UnsafeRawBufferPointer(rebasing: $0[nonce..<nonce + AES256GCM.nonceByteCount]))
            }
            bodies.write(BodyText.fields(of: change))
            bodies.appendPadding(from: start + AES256GCM.nonceByteCount)
            bodies.append(0, count: AES256GCM.tagByteCount)
            let place = start..<bodies.bytes.count
            write(headers[index], to: &associatedData)
            let cipher = cipher(for: change.stamp.device)
            bodies.withUnsafeMutableBytes { bodies in
                associatedData.bytes.withUnsafeBytes {
                    SealedBytes.seal(
                        UnsafeMutableRawBufferPointer(rebasing: bodies[place]), by: cipher, associatedData: $0)
                }
            }
            places.append(place)
        }
        return zip(headers, places).map { SealedChange(header: $0, body: bodies.bytes[$1]) }
    }

    /// The change; throws ``SealingError/doesNotOpen``, ``SealingError/malformed(_:)`` and
    /// ``SealingError/otherFields``. A body that was not sealed does not open.
    package func open(_ sealed: SealedChange) throws(SealingError) -> Change {
        let header = sealed.header
        var associatedData = CBORWriter(reservedByteCount: space.count + ChangeHeader.greatestByteCount)
        write(header, to: &associatedData)
        guard (sealed.body.count - SealedBytes.addedByteCount).isMultiple(of: Padding.stepBytes),
            var plaintext = SealedBytes.open(
                sealed.body, by: cipher(for: header.stamp.device), associatedData: associatedData.bytes)
        else { throw .doesNotOpen }
        guard let byteCount = Padding.contentByteCount(plaintext) else {
            throw .malformed(.malformed(.truncated, byteOffset: plaintext.count))
        }
        plaintext.removeLast(plaintext.count - byteCount)
        return try BodyText.change(header, plaintext)
    }

    /// What is authenticated beside a body.
    private func write(_ header: ChangeHeader, to associatedData: inout CBORWriter) {
        associatedData.removeAll()
        space.withUnsafeBytes { associatedData.append($0) }
        associatedData.write(header)
    }

    private func cipher(for device: UInt64) -> AES256GCM {
        if let latest, latest.device == device { return latest.cipher }
        let cipher = ciphers[device] ?? makeCipher(for: device)
        latest = (device, cipher)
        return cipher
    }

    private func makeCipher(for device: UInt64) -> AES256GCM {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: device >> UInt64(56 - 8 * $0)) }
        let cipher = AES256GCM(
            key: HKDF.key(
                from: key.bytes, salt: space, info: Array("packmule body 1".utf8) + number,
                byteCount: AES256GCM.keyByteCount))
        if ciphers.count >= Limits.keptKeys { ciphers.removeAll() }
        ciphers[device] = cipher
        return cipher
    }
}

extension CBORWriter {
    /// Pads what was written from this offset on, as ``Padding`` says.
    fileprivate mutating func appendPadding(from start: Int) {
        let byteCount = bytes.count - start
        append(Padding.mark, count: 1)
        append(0, count: Padding.paddedByteCount(byteCount) - byteCount - 1)
    }
}
