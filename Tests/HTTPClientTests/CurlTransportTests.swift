// The transport against a server that says anything: answers, nonsense, silence.

import HTTPMessages
import Platform
import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    @Test("A request arrives as it is, and its answer comes back, in few bytes")
    func exchange() async throws {
        let server = try ScriptedServer { peer in
            _ = peer.answer(
                "HTTP/1.1 200 OK\r\nDate: Fri, 01 May 2026 12:00:00 GMT\r\nContent-Type: application/cbor\r\n"
                    + "X-Twice: 1\r\nX-Twice:\t 2 \r\nContent-Length: 3\r\n\r\nabc")
        }
        let request = HTTPRequest(
            .post, "/v1/exchange",
            headers: HTTPHeaders([
                .init("Authorization", "Bearer 0123456789abcdef0123456789abcdef0123456789a"),
                .init("Content-Type", "application/cbor"),
            ]), body: Array("body".utf8))
        let answer = try await send(request, to: server)
        #expect(
            answer
                == HTTPResponse(
                    200,
                    headers: HTTPHeaders([
                        .init("Content-Type", "application/cbor"), .init("X-Twice", "1"), .init("X-Twice", "2"),
                    ]), body: Array("abc".utf8)))
        #expect(
            server.requests == [
                "POST /v1/exchange HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Authorization: Bearer 0123456789abcdef0123456789abcdef0123456789a\r\n"
                    + "Content-Type: application/cbor\r\nContent-Length: 4\r\n\r\nbody"
            ])
        #expect(server.requests.allSatisfy { $0.utf8.count < 200 })
    }

    @Test("A question without a body sends nothing but its line and the host")
    func get() async throws {
        let server = try ScriptedServer { _ = $0.answer(Self.ok) }
        let answer = try await send(HTTPRequest(.get, "/health"), to: server)
        #expect(answer == HTTPResponse(200, body: Array("hi".utf8)))
        #expect(server.requests == ["GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"])
    }

    @Test("A body of a megabyte is sent at once, without asking first")
    func largeBody() async throws {
        let server = try ScriptedServer { _ = $0.answer(Self.ok) }
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 1_500_000)
        let answer = try await send(HTTPRequest(.post, "/v1/exchange", body: body), to: server)
        #expect(answer.status == 200)
        #expect(server.requests.map(\.utf8.count).allSatisfy { $0 > 1_500_000 })
        #expect(!server.requests.contains { $0.prefix(200).contains("Expect") })
    }

    @Test("Every status is an answer", arguments: [200, 204, 400, 401, 404, 409, 413, 429, 500, 503, 599])
    func statuses(status: Int) async throws {
        let server = try ScriptedServer { peer in
            _ = peer.answer("HTTP/1.1 \(status) Any\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")
        }
        let answer = try await send(HTTPRequest(.post, "/v1/exchange"), to: server)
        #expect(answer == HTTPResponse(status, headers: HTTPHeaders([.init("Retry-After", "7")])))
    }

    @Test(
        "A redirect is an answer, and is not followed",
        arguments: ["http://127.0.0.1:1/", "https://example.org/", "file:///etc/passwd", "/v1/exchange"])
    func redirect(target: String) async throws {
        let server = try ScriptedServer { peer in
            while peer.answer("HTTP/1.1 307 Elsewhere\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n") {}
        }
        let answer = try await send(HTTPRequest(.post, "/v1/exchange"), to: server)
        #expect(answer.status == 307)
        #expect(answer.headers["location"] == target)
        #expect(server.requests.count == 1)
    }

    @Test("A body in chunks is put together; trailers and interim answers are left out")
    func chunks() async throws {
        let server = try ScriptedServer { peer in
            _ = peer.answer(
                "HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Late: 2\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-Trailer: 3\r\n\r\n")
        }
        let answer = try await send(HTTPRequest(.get, "/"), to: server)
        #expect(answer.body == Array("abcdefg".utf8))
        #expect(answer.headers["X-Late"] == "2")
        #expect(answer.headers["X-Early"] == nil)
        #expect(answer.headers["X-Trailer"] == nil)
    }

    @Test(
        "An answer that breaks off is none",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nab",
        ])
    func brokenOff(text: String) async throws {
        let server = try ScriptedServer { _ = $0.answer(text) }
        #expect(await failure(HTTPRequest(.get, "/"), to: server)?.isUnreachable == true)
    }

    @Test(
        "What is no answer, or too long, is refused",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "hello\r\n\r\n", "HTTP/1.1 999 Strange\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 101),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n" + String(repeating: "x", count: 101) + "\r\n",
        ])
    func refused(text: String) async throws {
        let server = try ScriptedServer { _ = $0.answer(text) }
        #expect(await failure(HTTPRequest(.get, "/"), to: server, limitBytes: 100)?.isInvalidAnswer == true)
    }

    @Test("A body exactly as long as accepted is accepted")
    func atTheLimit() async throws {
        let body = String(repeating: "x", count: 100)
        let server = try ScriptedServer { _ = $0.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + body) }
        #expect(try await send(HTTPRequest(.get, "/"), to: server, limitBytes: 100).body.count == 100)
    }

    @Test(
        "A header or a body without an end is refused while it comes",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-More: 0123456789\r\n"), ("HTTP/1.1 200 OK\r\nX-Long: ", "0123456789"),
            ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1 200 OK\r\n\r\n", "0123456789"),
        ])
    func endless(start: String, more: String) async throws {
        let server = try ScriptedServer { peer in
            if peer.answer(start) { while peer.write(more) {} }
        }
        #expect(await failure(HTTPRequest(.get, "/"), to: server, limitBytes: 100_000)?.isInvalidAnswer == true)
    }

    @Test("Silence ends with the time-out")
    func silence() async throws {
        let server = try ScriptedServer { if $0.readRequest() { $0.waitForEnd() } }
        #expect(await failure(HTTPRequest(.get, "/"), to: server, timeoutSeconds: 1) == .timedOut)
    }

    @Test("Where nobody listens, nobody is reached")
    func refusedConnection() async throws {
        let port = try ScriptedServer { _ in }.port
        let transport = CurlTransport(origin: try Origin("http://127.0.0.1:\(port)"))
        let error = await failure { try transport.send(HTTPRequest(.get, "/"), limitBytes: 10, timeoutSeconds: 10) }
        #expect(error?.isUnreachable == true)
    }

    @Test("Calls one after the other use one connection, and a new one when the server has closed it")
    func keptConnection() async throws {
        let server = try ScriptedServer { peer in
            for _ in 0..<3 where !peer.answer(Self.ok) { return }
        }
        let transport = CurlTransport(origin: try origin(server))
        for _ in 0..<3 { _ = try await send(HTTPRequest(.post, "/"), over: transport) }
        #expect(server.connections == 1)
        for _ in 0..<3 { _ = try await send(HTTPRequest(.post, "/"), over: transport) }
        #expect(server.connections == 2)
        #expect(server.requests.count == 6)
    }

    @Test("Two calls run side by side")
    func sideBySide() async throws {
        let gate = Gate()
        let server = try ScriptedServer { peer in
            guard peer.readRequest() else { return }
            gate.wait()
            peer.write(Self.ok)
        }
        let transport = CurlTransport(origin: try origin(server))
        async let first = send(HTTPRequest(.get, "/first"), over: transport)
        async let other = send(HTTPRequest(.get, "/second"), over: transport)
        while server.requests.count < 2 { await Task.yield() }
        gate.open()
        #expect(try await first.status == 200)
        #expect(try await other.status == 200)
        #expect(server.connections == 2)
    }

    @Test("Cancelling ends every call that runs, and every later one")
    func cancel() async throws {
        let server = try ScriptedServer { if $0.readRequest() { $0.waitForEnd() } }
        let transport = CurlTransport(origin: try origin(server))
        async let first = failure { try Self.poll(transport) }
        async let second = failure { try Self.poll(transport) }
        while server.requests.count < 2 { await Task.yield() }
        transport.cancel()
        #expect(await first == .cancelled)
        #expect(await second == .cancelled)
        #expect(await failure { try Self.poll(transport) } == .cancelled)
    }

    private static func poll(_ transport: CurlTransport) throws -> HTTPResponse {
        try transport.send(HTTPRequest(.get, "/v1/watch"), limitBytes: 10, timeoutSeconds: 240)
    }
}
