// Where a server is: scheme, host and port.

/// The address of a server (RFC 6454): `https://packmule.example.org`, `http://127.0.0.1:8080`. Plain HTTP is for this
/// machine alone (docs/design, security).
public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// Whether the connection is encrypted.
    public let isEncrypted: Bool
    /// A name in lower case, an IPv4 address, or an IPv6 address in brackets.
    public let host: String
    /// 1…65535.
    public let port: Int

    /// Why a text is no address of a server.
    public enum Problem: Error, Equatable, Sendable {
        /// It is not of the form `https://HOST[:PORT]`.
        case malformed
        /// It would send everything readable over the network.
        case plainBeyondLoopback
    }

    /// Reads `https://HOST[:PORT]`, with or without one slash at its end. `http` is accepted for `localhost`,
    /// `127.0.0.0/8` and `[::1]`.
    public init(_ text: String) throws(Problem) {
        let isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { throw .malformed }
        var authority = text.dropFirst(isEncrypted ? 8 : 7)
        if authority.hasSuffix("/") { authority = authority.dropLast() }
        let isBracketed = authority.hasPrefix("[")
        let hostEnd =
            isBracketed ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let host = authority[..<(hostEnd ?? authority.endIndex)].lowercased()
        let rest = authority[(hostEnd ?? authority.endIndex)...]
        guard Self.isHost(host, isBracketed: isBracketed), rest.isEmpty || rest.hasPrefix(":") else { throw .malformed }
        guard let port = rest.isEmpty ? (isEncrypted ? 443 : 80) : Self.port(rest.dropFirst()) else { throw .malformed }
        guard isEncrypted || Self.isLoopback(host) else { throw .plainBeyondLoopback }
        (self.isEncrypted, self.host, self.port) = (isEncrypted, host, port)
    }

    /// `https://HOST`, with the port where it is not the scheme's own.
    public var description: String {
        let scheme = isEncrypted ? "https" : "http"
        return port == (isEncrypted ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static func port(_ digits: Substring) -> Int? {
        guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int(digits).flatMap { 1...65_535 ~= $0 ? $0 : nil }
    }

    private static func isHost(_ host: String, isBracketed: Bool) -> Bool {
        guard 1...253 ~= host.utf8.count else { return false }
        guard isBracketed else { return host.utf8.allSatisfy(isNamePart) }
        return host.hasSuffix("]") && host.utf8.count > 4
            && host.utf8.dropFirst().dropLast().allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: ":") }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isHexadecimal(byte) || UInt8(ascii: "g")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
