// Whom the transport trusts: TLS with a certificate that only a pin vouches for.

import HTTPMessages
import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(1)))
struct TrustTests {
    @Test("A certificate that nobody signed is refused, and the request stays here")
    func selfSigned() async throws {
        let server = try secretServer()
        let transport = CurlTransport(origin: try origin(server, isEncrypted: true))
        #expect(await failure { try Self.ask(transport) }?.isUntrusted == true)
        #expect(server.requests.isEmpty)
    }

    @Test("The same certificate is accepted when its key is pinned, call after call over one connection")
    func pinned() async throws {
        let server = try secretServer()
        let transport = CurlTransport(origin: try origin(server, isEncrypted: true), pin: try pin())
        for _ in 0..<3 {
            #expect(try await send(HTTPRequest(.get, "/"), over: transport).body == Array("hi".utf8))
        }
        #expect(server.connections == 1)
    }

    @Test("A pin of another key is refused, and the request stays here", arguments: [0, 128, 255])
    func wrongPin(bit: Int) async throws {
        let server = try secretServer()
        var pin = try pin()
        pin[bit / 8] ^= 1 << UInt8(bit % 8)
        let transport = CurlTransport(origin: try origin(server, isEncrypted: true), pin: pin)
        #expect(await failure { try Self.ask(transport) }?.isUntrusted == true)
        #expect(server.requests.isEmpty)
    }

    @Test("A server that does not encrypt is not spoken to")
    func plainServer() async throws {
        let server = try ScriptedServer { peer in
            peer.write(CurlTransportTests.ok)
            peer.waitForEnd()
        }
        let transport = CurlTransport(origin: try origin(server, isEncrypted: true), pin: try pin())
        #expect(await failure { try Self.ask(transport) }?.isUnreachable == true)
    }

    private func secretServer() throws -> ScriptedServer {
        try ScriptedServer(withTLS: true) { while $0.answer(CurlTransportTests.ok) {} }
    }

    private func pin() throws -> [UInt8] {
        let digits = try Fixtures.lines("HTTPClient/pin.txt")[0].compactMap(\.hexDigitValue).map { UInt8($0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func ask(_ transport: CurlTransport) throws -> HTTPResponse {
        try transport.send(HTTPRequest(.get, "/"), limitBytes: 1000, timeoutSeconds: 10)
    }
}
