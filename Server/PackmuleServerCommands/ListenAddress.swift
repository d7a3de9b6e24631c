// Where to listen, as it is typed: HOST:PORT.

/// An address in digits and a port: `127.0.0.1:8484`, `[::1]:8484`, `localhost:0`.
struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 address in digits without brackets, or `localhost`.
    let host: String
    /// 0…65535; 0 lets the system choose.
    let port: Int

    /// Where a server listens that is told nothing.
    static let usual = ListenAddress(host: "127.0.0.1", port: 8484)

    /// An address of these parts.
    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, the host in brackets when it is IPv6; nil when it is something else. Whether the digits are
    /// an address is said by the system.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = Int(digits), port <= 65_535
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("[") {
            guard host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isPart) else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only programs of this machine can connect.
    var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether it stands for every address of the machine.
    var isEveryAddress: Bool { host == "0.0.0.0" || host == "::" }

    /// The host as it stands in an address of the web.
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }

    /// As it is typed.
    var description: String { "\(hostInURL):\(port)" }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
