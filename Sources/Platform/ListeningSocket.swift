// TCP sockets of a server: the one that listens, and what can be asked about those it accepted.

#if canImport(Glibc)
import Glibc
#endif

/// A socket that listens and does not block; closed when the last reference goes.
package final class ListeningSocket: Sendable {
    private let file: OpenFile
    /// 1…65535: the one asked for, or the one that the system chose.
    package let port: Int

    /// Starts listening. A port that a stopped server has just left is taken over at once.
    ///
    /// - Parameters:
    ///   - host: an IPv4 or IPv6 address as digits, or `localhost`, which is 127.0.0.1. `::` listens to IPv4 too.
    ///   - port: 0…65535; at 0 the system chooses one that is free.
    ///   - backlog: how many connections may wait to be accepted.
    /// - Returns: nil when the host is no address.
    package init?(host: String, port: Int, backlog: Int) throws(PlatformError) {
        guard let port = UInt16(exactly: port), let address = SocketAddress(host: host, port: port) else { return nil }
        let name = "\(host) port \(port)"
        file = OpenFile(
            descriptor: try systemCall(.listen, name) {
                socket(address.family, Int32(SOCK_STREAM.rawValue) | Self.flags, Int32(IPPROTO_TCP))
            }, path: name)
        let descriptor = file.descriptor
        var yes: Int32 = 1
        try systemCall(.listen, name) { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4) }
        try systemCall(.listen, name) { address.withPointer { bind(descriptor, $0, $1) } }
        try systemCall(.listen, name) { listen(descriptor, Int32(clamping: backlog)) }
        self.port = Int(try SocketAddress.port(of: descriptor, name))
    }

    /// Another descriptor of the same socket, for whoever accepts from it; theirs to close.
    package func duplicate() throws(PlatformError) -> Int32 {
        try systemCall(.listen, "port \(port)") { fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0) }
    }

    /// Listens no more, whatever descriptors are open; connections that wait to be accepted are refused.
    package func end() {
        Sockets.shutDown(file.descriptor)
    }

    private static let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
}

/// What can be done with a socket by its descriptor, which must be open meanwhile.
package enum Sockets {
    /// Ends both directions: whoever reads from it or writes to it learns so at once.
    package static func shutDown(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Gives the descriptor back.
    package static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }

    /// Those of the sockets whose other side has closed, or is lost. Does not wait.
    package static func closedByPeer(_ descriptors: [Int32]) -> [Int32] {
        var sources = descriptors.map { pollfd(fd: $0, events: hasHungUp, revents: 0) }
        guard poll(&sources, nfds_t(sources.count), 0) > 0 else { return [] }
        return sources.filter { $0.revents != 0 }.map(\.fd)
    }

    /// The address in digits, without a port: `192.0.2.1`, `2001:db8::1`; an IPv4 address that came through an IPv6
    /// socket is written as what it is. Empty for another kind of address.
    ///
    /// - Parameter address: points to a `sockaddr` as long as its family says.
    package static func text(ofAddress address: UnsafeRawPointer) -> String {
        let text: String
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            text = SocketAddress.text(AF_INET, address + SocketAddress.offsetIPv4)
        case AF_INET6:
            text = SocketAddress.text(AF_INET6, address + SocketAddress.offsetIPv6)
        default: return ""
        }
        return text.hasPrefix("::ffff:") && text.utf8.contains(UInt8(ascii: ".")) ? String(text.dropFirst(7)) : text
    }

    /// POLLRDHUP, which Swift's Glibc module lacks.
    private static let hasHungUp: Int16 = 0x2000
}

/// An address of the internet, of either version.
private struct SocketAddress {
    static let offsetIPv4 = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4
    static let offsetIPv6 = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8

    private var version4: sockaddr_in?
    private var version6 = sockaddr_in6()

    init?(host: String, port: UInt16) {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        version6.sin6_family = sa_family_t(AF_INET6)
        version6.sin6_port = port.bigEndian
        if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &four.sin_addr) == 1 {
            version4 = four
        } else if inet_pton(AF_INET6, host, &version6.sin6_addr) != 1 {
            return nil
        }
    }

    var family: Int32 { version4 == nil ? AF_INET6 : AF_INET }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if let version4 { return Self.withPointer(to: version4, body) }
        return Self.withPointer(to: version6, body)
    }

    static func port(of descriptor: Int32, _ name: String) throws(PlatformError) -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        try systemCall(.listen, name) {
            withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
                guard let base = bytes.baseAddress else { return -1 }
                return getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
            }
        }
        // The port stands at the same place in both versions.
        return UInt16(bigEndian: address.sin6_port)
    }

    static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        String(unsafeUninitializedCapacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            let text = UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
            guard inet_ntop(family, address, text, socklen_t(buffer.count)) != nil else { return 0 }
            return strlen(text)
        }
    }

    private static func withPointer<Address, Result>(
        to address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
