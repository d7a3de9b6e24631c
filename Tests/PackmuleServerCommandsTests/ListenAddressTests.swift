// Tests of addresses to listen on.

import Testing

@testable import PackmuleServerCommands

@Suite("Listen address")
struct ListenAddressTests {
    @Test(
        "An address is read, and written as it was typed",
        arguments: [
            ("127.0.0.1:8484", "127.0.0.1", 8484, true), ("127.255.0.9:1", "127.255.0.9", 1, true),
            ("localhost:0", "localhost", 0, true), ("[::1]:65535", "::1", 65_535, true),
            ("0.0.0.0:80", "0.0.0.0", 80, false), ("[::]:80", "::", 80, false),
            ("192.168.1.5:8484", "192.168.1.5", 8484, false), ("[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1, false),
            ("127.1:80", "127.1", 80, false), ("128.0.0.1:80", "128.0.0.1", 80, false),
            ("127.0.0.1.example.org:80", "127.0.0.1.example.org", 80, false),
        ])
    func reads(text: String, host: String, port: Int, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address.isLoopback == isLoopback)
        #expect(address.description == text)
    }

    @Test(
        "What is no address and port is refused",
        arguments: [
            "", ":", "8484", "127.0.0.1", "127.0.0.1:", ":8484", "127.0.0.1:65536", "127.0.0.1:99999999999999999999",
            "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1:8a", "::1:8484", "[::1]", "[::1:8484", "[127.0.0.1]:80",
            "http://127.0.0.1:80", "127.0.0.1 :80", "a b:1", "*:80", "é:80",
        ])
    func refuses(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("Only the two wildcards stand for every address")
    func everyAddress() throws {
        #expect(try #require(ListenAddress("0.0.0.0:1")).isEveryAddress)
        #expect(try #require(ListenAddress("[::]:1")).isEveryAddress)
        #expect(try !#require(ListenAddress("0.0.0.1:1")).isEveryAddress)
        #expect(try !#require(ListenAddress("127.0.0.1:1")).isEveryAddress)
    }
}
