// How a device proves to a server who it is.

package import Cryptography
internal import Replication

/// The space and the token of a device as a header field (RFC 6750 section 2.1). One function writes it and one reads
/// it.
///
/// The space is named because others can bring the hash of a token into their own space: a device shall never be let in
/// anywhere but where it means to be.
package enum Credentials {
    /// The bytes of a token, 256 bits.
    package static let tokenByteCount = 32

    /// The name of the header field.
    package static let headerName = "Authorization"

    /// The value of the header field: `Bearer`, a blank, and the 16 bytes of the space and the token as base64url
    /// without padding. A token must have ``tokenByteCount`` bytes.
    package static func headerValue(for token: Secret, of space: SpaceID) -> String {
        precondition(token.bytes.count == tokenByteCount)
        return scheme + Base64URL.text(of: space.bytes + token.bytes)
    }

    /// Reads ``headerValue(for:of:)`` and nothing else: nil for another scheme, other blanks, another length.
    package static func read(_ headerValue: String) -> (space: SpaceID, token: Secret)? {
        guard headerValue.utf8.starts(with: scheme.utf8),
            let bytes = Base64URL.bytes(
                of: headerValue.utf8.dropFirst(scheme.utf8.count), count: spaceByteCount + tokenByteCount),
            let space = SpaceID(bytes: bytes.prefix(spaceByteCount))
        else { return nil }
        return (space, Secret(Array(bytes.dropFirst(spaceByteCount))))
    }

    /// The SHA-256 of a token: under which the server and the list of devices know it.
    package static func hash(of token: Secret) -> [UInt8] {
        SHA256.digest(of: token.bytes)
    }

    private static let scheme = "Bearer "
    private static let spaceByteCount = 16
}
