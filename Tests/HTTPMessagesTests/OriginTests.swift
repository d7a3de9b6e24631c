// Addresses of servers: what is read, what is refused, and how they are written.

import HTTPMessages
import Testing

@Suite("Origin")
struct OriginTests {
    @Test(
        "An address has a scheme, a host and a port",
        arguments: [
            ("https://packmule.example.org", "packmule.example.org", 443, "https://packmule.example.org"),
            ("https://Packmule.Example.org/", "packmule.example.org", 443, "https://packmule.example.org"),
            ("https://example.org:8443", "example.org", 8443, "https://example.org:8443"),
            ("https://example.org:443", "example.org", 443, "https://example.org"),
            ("https://[2001:db8::1]:8443/", "[2001:db8::1]", 8443, "https://[2001:db8::1]:8443"),
            ("http://localhost:8484", "localhost", 8484, "http://localhost:8484"),
            ("http://127.0.0.1", "127.0.0.1", 80, "http://127.0.0.1"),
            ("http://127.255.0.9:1", "127.255.0.9", 1, "http://127.255.0.9:1"),
            ("http://[::1]:65535", "[::1]", 65_535, "http://[::1]:65535"),
        ])
    func parts(text: String, host: String, port: Int, written: String) throws {
        let origin = try Origin(text)
        #expect((origin.host, origin.port, origin.description) == (host, port, written))
        #expect(origin.isEncrypted == text.hasPrefix("https"))
        #expect(try Origin(written) == origin)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "example.org", "ftp://example.org", "HTTPS://example.org", "https://", "https:///", "https://a b",
            "https://example.org/path", "https://example.org?x=1", "https://example.org#x", "https://user@example.org",
            "https://example.org:", "https://example.org:0", "https://example.org:65536", "https://example.org:+80",
            "https://example.org:８０", "https://exämple.org", "https://[::1", "https://[]", "https://[::1]x",
            "https://[::g]", "https://\(String(repeating: "a", count: 254))",
        ])
    func malformed(text: String) {
        #expect(throws: Origin.Problem.malformed) { try Origin(text) }
    }

    @Test(
        "Nothing goes out in the clear but to this machine",
        arguments: [
            "http://example.org", "http://192.168.1.2:8484", "http://127.0.0.1.example.org", "http://[::2]",
            "http://localhost.example.org", "http://127.0.0.256", "http://127.1",
        ])
    func plain(text: String) {
        #expect(throws: Origin.Problem.plainBeyondLoopback) { try Origin(text) }
    }
}
