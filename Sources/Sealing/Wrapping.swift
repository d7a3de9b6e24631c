// What a trusted device leaves at the server for a device to come.

package import Cryptography
package import Platform

/// What follows from the secret of an invitation or of a recovery code (docs/design, replication: Joining). With
/// HKDF-SHA-256(secret, no salt, info), the infos in ASCII,
/// - the look-up id, 16 bytes, has the info `packmule invitation look-up 1` or `packmule recovery look-up 1`: the
///   server keeps its hash;
/// - the wrapping key, 32 bytes, has the info `packmule invitation key 1` or `packmule recovery key 1`;
/// - wrapped = nonce (12 random bytes) ‖ ciphertext ‖ tag (16), by AES-256-GCM.
package struct Wrapping: Sendable {
    /// What the secret was made for.
    package enum Purpose: Sendable {
        /// A link for one device, of ``invitationByteCount`` bytes.
        case invitation
        /// The recovery code, of ``recoveryByteCount`` bytes.
        case recovery
    }

    /// The bytes of an invitation's secret.
    package static let invitationByteCount = 16
    /// The bytes of a recovery code's secret.
    package static let recoveryByteCount = 20

    /// Under which the server knows what was left, 16 bytes.
    package let lookup: [UInt8]

    private let key: Secret

    /// - Parameters:
    ///   - secret: as many random bytes as the purpose says.
    ///   - purpose: what it was made for.
    package init(secret: Secret, purpose: Purpose) {
        precondition(
            secret.bytes.count == (purpose == .invitation ? Self.invitationByteCount : Self.recoveryByteCount))
        let name = purpose == .invitation ? "invitation" : "recovery"
        lookup = HKDF.key(from: secret.bytes, info: Array("packmule \(name) look-up 1".utf8), byteCount: 16)
        key = Secret(
            HKDF.key(
                from: secret.bytes, info: Array("packmule \(name) key 1".utf8), byteCount: AES256GCM.keyByteCount))
    }

    /// Wraps a small content under a fresh nonce; 28 bytes longer than the content.
    package func wrap(_ content: Secret, associatedData: [UInt8], random: any RandomSource) -> [UInt8] {
        SealedBytes.seal(
            content.bytes, by: AES256GCM(key: key.bytes), associatedData: associatedData, random: random)
    }

    /// The content of what ``wrap(_:associatedData:random:)`` made; throws ``SealingError/doesNotOpen``.
    package func unwrap(_ wrapped: [UInt8], associatedData: [UInt8]) throws(SealingError) -> Secret {
        guard
            let content = SealedBytes.open(
                wrapped[...], by: AES256GCM(key: key.bytes), associatedData: associatedData)
        else { throw .doesNotOpen }
        return Secret(content)
    }
}

extension Secret {
    /// Fresh random bytes: a space key, a token, the secret of an invitation.
    package init(byteCount: Int, random: any RandomSource) {
        self.init(random.bytes(count: byteCount))
    }
}
