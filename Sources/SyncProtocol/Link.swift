// The link by which a device comes into a space.

public import Cryptography
public import HTTPMessages

/// What a person pastes, or reads as a QR code (docs/design, replication: Joining). The secret stands behind the `#`,
/// which no program sends to a server:
///
///     https://packmule.example.org/#i.SECRET.PIN
///
/// `c` claims a new space and `i` is an invitation into one. SECRET is 16 bytes and PIN, which may be missing, the
/// SHA-256 of the public key of the server's certificate; both as base64url without padding.
public struct Link: Equatable, Sendable {
    /// What a link is for.
    public enum Kind: String, Sendable {
        /// To make a space on a server.
        case claim = "c"
        /// To come into a space that is there.
        case invitation = "i"
    }

    /// What it is for.
    public let kind: Kind
    /// The server.
    public let origin: Origin
    /// 16 bytes, of which both sides' keys are made.
    public let secret: Secret
    /// The SHA-256 of the public key of the server's certificate, 32 bytes; nil where certificates are judged as
    /// usual.
    public let pin: [UInt8]?

    /// The bytes of a secret, 128 bits: more than anybody can try.
    public static let secretByteCount = 16

    /// A link of these parts.
    package init(kind: Kind, origin: Origin, secret: Secret, pin: [UInt8]? = nil) {
        precondition(secret.bytes.count == Self.secretByteCount && pin.map { $0.count == SHA256.byteCount } ?? true)
        (self.kind, self.origin, self.secret, self.pin) = (kind, origin, secret, pin)
    }

    /// The 16 bytes under which the server knows the link, of which it keeps the SHA-256: HKDF-SHA-256 of the secret,
    /// without salt, with the info `packmule claim look-up 1` or `packmule invitation look-up 1`.
    package var lookup: [UInt8] {
        let name = kind == .claim ? "claim" : "invitation"
        return HKDF.key(from: secret.bytes, info: Array("packmule \(name) look-up 1".utf8), byteCount: 16)
    }

    /// The link as text, with its secret in it: for the eyes of the one who is invited.
    public var text: String {
        let pin = pin.map { "." + Base64URL.text(of: $0) } ?? ""
        return "\(origin)/#\(kind.rawValue).\(Base64URL.text(of: secret.bytes))\(pin)"
    }

    /// Reads what a person pasted: ``text``, with or without blanks, line ends or angle brackets around it.
    public init(_ pasted: String) throws(Problem) {
        let text = Self.trimmed(pasted)
        guard let fragmentStart = text.firstIndex(of: "#") else { throw .noFragment }
        let parts = text[text.index(after: fragmentStart)...].split(separator: ".", omittingEmptySubsequences: false)
        do throws(Origin.Problem) {
            origin = try Origin(String(text[..<fragmentStart]))
        } catch {
            throw .server(error)
        }
        guard let kind = Kind(rawValue: String(parts[0])) else { throw .unknownKind }
        guard 2...3 ~= parts.count else { throw parts.count < 2 ? .wrongSecret : .wrongPin }
        guard let secret = Base64URL.bytes(of: parts[1].utf8, count: Self.secretByteCount) else { throw .wrongSecret }
        if parts.count == 3 {
            guard origin.isEncrypted else { throw .pinWithoutEncryption }
            guard let pin = Base64URL.bytes(of: parts[2].utf8, count: SHA256.byteCount) else { throw .wrongPin }
            self.pin = pin
        } else {
            pin = nil
        }
        (self.kind, self.secret) = (kind, Secret(secret))
    }

    private static func trimmed(_ pasted: String) -> Substring {
        var text = pasted[...]
        while let first = text.first, first.isWhitespace || first == "<" { text.removeFirst() }
        while let last = text.last, last.isWhitespace || last == ">" { text.removeLast() }
        return text
    }
}

extension Link {
    /// Why a text is no link: what to look at.
    public enum Problem: Error, Equatable, Sendable {
        /// It has no `#`: the part that counts was not copied, or it is the address of a server only.
        case noFragment
        /// What stands before the `#` is no address of a server.
        case server(Origin.Problem)
        /// It is for something that this version does not know.
        case unknownKind
        /// The secret is cut off, or was changed on its way.
        case wrongSecret
        /// The pin is cut off, or was changed on its way.
        case wrongPin
        /// It has a pin but leads to a server without a certificate.
        case pinWithoutEncryption
    }
}

extension Link.Problem: CustomStringConvertible {
    /// One sentence for people; it repeats nothing of the link.
    public var description: String {
        switch self {
        case .noFragment:
            "This is not a whole link: the part from # on is missing; copy all of it."
        case .server(.malformed):
            "The link does not begin with the address of a server, as in https://packmule.example.org; copy all of it."
        case .server(.plainBeyondLoopback):
            "The link leads to a server without encryption; only https is safe beyond this machine."
        case .unknownKind:
            "The link is neither a claim nor an invitation; copy all of it, or update this program."
        case .wrongSecret:
            "The secret in the link is not complete; copy all of it, or ask for a new link."
        case .wrongPin:
            "The end of the link, which names the server's certificate, is not complete; copy all of it."
        case .pinWithoutEncryption:
            "The link names a certificate but leads to a server without encryption; ask for a new link."
        }
    }
}
