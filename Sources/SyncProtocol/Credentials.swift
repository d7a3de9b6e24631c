// How a device proves to a server who it is.

package import Cryptography

/// The token of a device as a header field (RFC 6750 section 2.1). One function writes it and one reads it.
package enum Credentials {
    /// The bytes of a token, 256 bits.
    package static let tokenByteCount = 32

    /// The name of the header field.
    package static let headerName = "Authorization"

    /// The value of the header field: `Bearer TOKEN`, the token as base64url without padding. A token must have
    /// ``tokenByteCount`` bytes.
    package static func headerValue(for token: Secret) -> String {
        precondition(token.bytes.count == tokenByteCount)
        return scheme + Base64URL.text(of: token.bytes)
    }

    /// Reads ``headerValue(for:)`` and nothing else: nil for another scheme, other blanks, another length.
    package static func token(in headerValue: String) -> Secret? {
        guard headerValue.utf8.starts(with: scheme.utf8) else { return nil }
        return Base64URL.bytes(of: headerValue.utf8.dropFirst(scheme.utf8.count), count: tokenByteCount).map(
            Secret.init)
    }

    /// The SHA-256 of a token: under which the server and the list of devices know it.
    package static func hash(of token: Secret) -> [UInt8] {
        SHA256.digest(of: token.bytes)
    }

    private static let scheme = "Bearer "
}
