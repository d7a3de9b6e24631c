// Tests of sockets that listen.

import Glibc
import Platform
import Testing

/// Whether this machine has IPv6 at all.
private let hasIPv6 = (try? Files.read("/proc/net/if_inet6", limitBytes: 65_536))?.isEmpty == false

@Suite("Sockets of a server")
struct ListeningSocketTests {
    @Test(
        "The system chooses a port when asked for none",
        arguments: ["127.0.0.1", "localhost"] + (hasIPv6 ? ["::1", "::"] : []))
    func chosenPort(host: String) throws {
        let socket = try #require(try ListeningSocket(host: host, port: 0, backlog: 1))
        #expect(1...65_535 ~= socket.port)
    }

    @Test(
        "Names, numbers and ports that are none are no address",
        arguments: [("example.org", 1), ("", 1), ("1.2.3", 1), ("127.0.0.1", -1), ("127.0.0.1", 65_536)])
    func noAddress(host: String, port: Int) throws {
        #expect(try ListeningSocket(host: host, port: port, backlog: 1) == nil)
    }

    @Test("A port is taken until nobody has its socket any more")
    func taken() throws {
        var first = try ListeningSocket(host: "127.0.0.1", port: 0, backlog: 1)
        let port = try #require(first).port
        let error = #expect(throws: PlatformError.self) {
            try ListeningSocket(host: "127.0.0.1", port: port, backlog: 1)
        }
        #expect(error.map { "\($0)" } == "Cannot listen on 127.0.0.1 port \(port): Address already in use (error 98).")
        first = nil
        #expect(try ListeningSocket(host: "127.0.0.1", port: port, backlog: 1)?.port == port)
    }

    @Test("A socket whose other side has closed is told from one whose has not, unread bytes or not")
    func closedByPeer() throws {
        var (one, two): ([Int32], [Int32]) = ([0, 0], [0, 0])
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &one) == 0)
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &two) == 0)
        defer { for descriptor in [one[0], two[0], two[1]] { Sockets.close(descriptor) } }
        #expect(Sockets.closedByPeer([one[0], two[0]]) == [])
        #expect(write(one[1], "a", 1) == 1)
        #expect(write(two[1], "a", 1) == 1)
        Sockets.close(one[1])
        #expect(Sockets.closedByPeer([one[0], two[0]]) == [one[0]])
        #expect(Sockets.closedByPeer([]) == [])
    }

    @Test("A socket that was shut down reads its end")
    func shutDown() throws {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { Sockets.close(descriptor) } }
        Sockets.shutDown(pair[0])
        var byte: UInt8 = 0
        #expect(read(pair[0], &byte, 1) == 0)
        #expect(read(pair[1], &byte, 1) == 0)
    }

    @Test(
        "Addresses are written in digits; IPv4 within IPv6 as what it is",
        arguments: ["192.0.2.1", "2001:db8::1", "::1", "::ffff:192.0.2.1"])
    func text(address: String) {
        var six = sockaddr_in6()
        var four = sockaddr_in()
        (six.sin6_family, four.sin_family) = (sa_family_t(AF_INET6), sa_family_t(AF_INET))
        let written: String
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            written = withUnsafeBytes(of: &four) { $0.baseAddress.map(Sockets.text(ofAddress:)) ?? "" }
        } else {
            inet_pton(AF_INET6, address, &six.sin6_addr)
            written = withUnsafeBytes(of: &six) { $0.baseAddress.map(Sockets.text(ofAddress:)) ?? "" }
        }
        #expect(written == (address == "::ffff:192.0.2.1" ? "192.0.2.1" : address))
    }

    @Test("An address of another kind has no text")
    func otherKind() {
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNIX)
        #expect(withUnsafeBytes(of: &address) { $0.baseAddress.map(Sockets.text(ofAddress:)) } == "")
    }
}
