// Tests of starting, draining, stopping, and of certificates.

import HTTPListener
import HTTPMessages
import Platform
import Synchronization
import TestSupport
import Testing

/// Whether this machine has IPv6 at all.
private let hasIPv6 = (try? Files.read("/proc/net/if_inet6", limitBytes: 65_536))?.isEmpty == false

@Suite("The listener")
struct HTTPListenerTests {
    private static let request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let kept = "GET /kept HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("It listens where it is told", arguments: ["127.0.0.1", "localhost", "0.0.0.0"] + (hasIPv6 ? ["::"] : []))
    func hosts(host: String) throws {
        let listener = try HTTPListener(configuration: .init(host: host, port: 0), handler: ScriptedHandler())
        #expect(1...65_535 ~= listener.port)
        let client = try RawClient(port: listener.port)
        client.send(Self.request)
        #expect(client.answer()?.body == "GET /a 127.0.0.1 []")
    }

    @Test(
        "What is no address or port is refused",
        arguments: [("example.org", 0), ("", 0), ("1.2.3", 0), ("::1", 65_536), ("::1", -1)])
    func noAddress(host: String, port: Int) {
        #expect(throws: ListenerError.addressInvalid(host: host, port: port)) {
            try HTTPListener(configuration: .init(host: host, port: port), handler: ScriptedHandler())
        }
    }

    @Test("A port in use is refused in words, and free again when its listener has stopped")
    func portInUse() throws {
        let first = try listener()
        let client = try RawClient(port: first.port)
        client.send(Self.request)
        _ = client.answer()
        let configuration = HTTPListener.Configuration(port: first.port)
        let error = #expect(throws: ListenerError.self) {
            try HTTPListener(configuration: configuration, handler: ScriptedHandler())
        }
        #expect(
            error.map { "\($0)" } == "Cannot listen on 127.0.0.1 port \(first.port): Address already in use (error 98)."
        )
        first.stop()
        let second = try HTTPListener(configuration: configuration, handler: ScriptedHandler())
        #expect(second.port == first.port)
    }

    @Test("Stopping closes every connection, whatever it does, and may be repeated")
    func stop() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let clients = try (0..<4).map { _ in try RawClient(port: listener.port) }
        clients[0].send(Self.request)
        _ = clients[0].answer()
        clients[1].send(Self.kept)
        let reply = try #require(handler.takeKept())
        clients[2].send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na")
        listener.stop()
        listener.stop()
        reply.send(HTTPResponse(204))
        for client in clients { _ = client.countToEnd() }
        #expect(listener.counters.openConnections == 0)
        #expect(throws: RawClient.NotConnected.self) { try RawClient(port: listener.port) }
    }

    @Test("Answers that meet the stop, and requests that come with it, do no harm")
    func stopRace() throws {
        for _ in 0..<40 {
            let handler = ScriptedHandler()
            let listener = try listener(handler) { $0.watchMilliseconds = 1 }
            let clients = try (0..<12).map { _ in try RawClient(port: listener.port) }
            for client in clients { client.send(Self.kept) }
            let first = try #require(handler.takeKept())
            let answered = try WakeSignal()
            try BackgroundThread.run {
                first.send(HTTPResponse(204))
                for reply in handler.kept.withLock({ $0 }) { reply.resume { HTTPResponse(204) } }
                answered.give()
            }
            listener.stop()
            #expect(answered.wait(timeoutMilliseconds: 10_000))
            for client in clients { _ = client.countToEnd() }
            #expect(listener.counters.openConnections == 0)
        }
    }

    @Test("A listener that is let go stops by itself")
    func letGo() throws {
        var listener: HTTPListener? = try listener()
        let client = try RawClient(port: try #require(listener?.port))
        client.send(Self.request)
        _ = client.answer()
        listener = nil
        #expect(client.answer() == nil)
    }

    @Test("Draining has what waits answered, closes what idles, accepts nothing, and ends when all have left")
    func drain() throws {
        let handler = ScriptedHandler(drain: { handler in
            for reply in handler.kept.withLock({ $0 }) { reply.send(HTTPResponse(200, body: [UInt8(ascii: "d")])) }
        })
        let listener = try listener(handler)
        let (idle, waiting, busy) = try (
            RawClient(port: listener.port), RawClient(port: listener.port), RawClient(port: listener.port)
        )
        idle.send(Self.request)
        _ = idle.answer()
        waiting.send(Self.kept)
        _ = eventually { handler.kept.withLock { $0.isEmpty } ? nil : true }
        busy.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
        _ = eventually { listener.counters.admittedRequests == 3 ? true : nil }
        let drained = try WakeSignal()
        try BackgroundThread.run {
            listener.drain(timeoutMilliseconds: 20_000)
            drained.give()
        }
        let answer = try #require(waiting.answer())
        #expect(answer.body == "d")
        #expect(answer.isLast)
        #expect(idle.answer() == nil)
        #expect(throws: RawClient.NotConnected.self) { try RawClient(port: listener.port) }
        busy.send("b")
        let last = try #require(busy.answer())
        #expect(last.body == "POST /a 127.0.0.1 [ab]")
        #expect(last.isLast)
        #expect(drained.wait(timeoutMilliseconds: 10_000))
        try listener.reload(Self.certificate("first"))
        #expect(throws: RawClient.NotConnected.self) { try RawClient(port: listener.port) }
        #expect(listener.counters.openConnections == 0)
        listener.stop()
    }

    @Test("Draining gives up when the time is over, and stopping refuses what still waits")
    func drainTimeout() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.kept)
        let reply = try #require(handler.takeKept())
        listener.drain(timeoutMilliseconds: 30)
        #expect(listener.counters.openConnections == 1)
        listener.stop()
        _ = client.countToEnd()
        #expect(listener.counters.openConnections == 0)
        reply.send(HTTPResponse(200))
    }

    @Test("With a certificate clients speak TLS and check it; another one is taken over for new connections")
    func encrypted() throws {
        let listener = try listener(certificate: Self.certificate("first"))
        #expect(try Self.ask(listener.port, trusting: "first").hasSuffix("GET /a 127.0.0.1 []"))
        #expect(try !Self.ask(listener.port, trusting: "second").contains("HTTP/1.1"))
        try listener.reload(Self.certificate("second"))
        #expect(try Self.ask(listener.port, trusting: "second").hasSuffix("GET /a 127.0.0.1 []"))
        #expect(try !Self.ask(listener.port, trusting: "first").contains("HTTP/1.1"))
        #expect(throws: ListenerError.certificateUnusable) {
            try listener.reload(.init(chain: Self.certificate("first").chain, key: Self.certificate("second").key))
        }
        #expect(try Self.ask(listener.port, trusting: "second").hasSuffix("GET /a 127.0.0.1 []"))
        #expect(eventually { listener.counters.openConnections == 0 ? true : nil } == true)
        listener.stop()
    }

    @Test("TLS 1.2 is the least", arguments: [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)])
    func versions(option: String, isAnswered: Bool) throws {
        let listener = try listener(certificate: Self.certificate("first"))
        let answer = try Self.ask(listener.port, trusting: "first", option, "-cipher", "DEFAULT@SECLEVEL=0")
        #expect(answer.contains("200 OK") == isAnswered)
    }

    @Test("A client that never ends its handshake is cut off")
    func slowHandshake() throws {
        let listener = try listener(certificate: Self.certificate("first")) { $0.headMilliseconds = 50 }
        let client = try RawClient(port: listener.port)
        client.send([0x16, 0x03])
        #expect(client.answer() == nil)
    }

    @Test("A connection with the certificate before goes on after the change")
    func reloadKeepsConnections() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.kept)
        let reply = try #require(handler.takeKept())
        // Plain connections survive the change to TLS all the same.
        try listener.reload(Self.certificate("first"))
        reply.send(HTTPResponse(204))
        #expect(client.answer()?.status == 204)
        client.send(Self.request)
        #expect(client.answer()?.status == 200)
        #expect(try Self.ask(listener.port, trusting: "first").contains("200 OK"))
    }

    @Test("What is no certificate is refused")
    func noCertificate() {
        #expect(throws: ListenerError.certificateUnusable) {
            try listener(certificate: .init(chain: Array("no".utf8), key: [])).port
        }
    }

    private static func certificate(_ name: String) throws -> HTTPListener.Certificate {
        .init(
            chain: try Fixtures.bytes("listener/\(name)-certificate.pem"),
            key: try Fixtures.bytes("listener/\(name)-key.pem"))
    }

    /// What the server answers to a client that trusts that certificate.
    private static func ask(_ port: Int, trusting name: String, _ options: String...) throws -> String {
        let arguments =
            ["s_client", "-quiet", "-ign_eof", "-verify_return_error", "-connect", "127.0.0.1:\(port)"]
            + ["-CAfile", Fixtures.path("listener/\(name)-certificate.pem")] + options
        let client = try ChildProcess(
            "/usr/bin/openssl", arguments.map { Array($0.utf8) }, environment: [:],
            input: Array("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
        return client.wait().output
    }
}
