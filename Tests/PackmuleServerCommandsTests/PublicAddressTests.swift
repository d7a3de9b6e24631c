// Tests of how clients reach a server, and of claim links.

import CommandLineTool
import HTTPListener
import HTTPMessages
import JSONText
import Replication
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Public address")
struct PublicAddressTests {
    private func address(_ line: String, isEncrypted: Bool = false) throws -> PublicAddress {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(let command) = try CommandTree.root.parse(words) else { throw Refusal("test", "no command") }
        let options = try ServeOptions(Invocation(command: command, outside: TestServer().outside()))
        let certificate = HTTPListener.Certificate(chain: try Fixtures.bytes("server/certificate.pem"), key: [])
        return PublicAddress(options, port: 4711, certificate: isEncrypted ? certificate : nil)
    }

    @Test(
        "It is what was said, else what is listened on",
        arguments: [
            ("", "http://127.0.0.1:4711", true),
            ("--listen [::1]:0", "http://[::1]:4711", true),
            ("--listen localhost:0", "http://localhost:4711", true),
            ("--listen 0.0.0.0:0 --insecure-listen", "http://127.0.0.1:4711", true),
            ("--listen 192.168.1.5:0 --insecure-listen", "http://192.168.1.5:4711", false),
            ("--behind-proxy --url https://packmule.example.org/", "https://packmule.example.org", true),
            ("--url https://packmule.example.org:8443", "https://packmule.example.org:8443", true),
        ])
    func url(line: String, url: String, isUsable: Bool) throws {
        let address = try address(line)
        #expect(address.url == url)
        #expect((address.origin != nil) == isUsable)
        #expect((address.makeClaim(TestServer().outside()) != nil) == isUsable)
    }

    @Test("With a certificate it is https")
    func encrypted() throws {
        let files = "--tls-cert c --tls-key k"
        #expect(try address("--listen 192.168.1.5:0 \(files)", isEncrypted: true).url == "https://192.168.1.5:4711")
        #expect(try address("--listen 0.0.0.0:0 \(files)", isEncrypted: true).url.hasPrefix("https://"))
        #expect(try address("--listen 127.0.0.1:0 \(files)", isEncrypted: true).pin == nil)
    }

    @Test("Links name the certificate's key when that was asked for")
    func pin() throws {
        let address = try address("--tls-cert c --tls-key k --pin", isEncrypted: true)
        let link = try #require(address.makeClaim(TestServer().outside()))
        #expect(link.pin?.hexadecimal == (try Fixtures.lines("server/pins.txt")).first.map { String($0) })
        #expect(try Link(link.text) == link)
    }

    @Test("Links are fresh, and of the kind that makes a space")
    func fresh() throws {
        let outside = TestServer().outside()
        let address = try address("")
        let links = [address.makeClaim(outside), address.makeClaim(outside)].compactMap { $0 }
        #expect(links.map(\.kind) == [.claim, .claim])
        #expect(links[0].secret != links[1].secret)
        #expect(links[0].text.hasPrefix("http://127.0.0.1:4711/#c."))
    }
}
