// Tests of who is let in, for how long, and how it ends.

import HTTPListener
import HTTPMessages
import Testing

@Suite("The door")
struct DoorTests {
    private static let request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Whether a request on the connection is answered.
    private func isServed(_ client: RawClient) -> Bool {
        client.send(Self.request)
        return client.answer()?.status == 200
    }

    @Test("As many connections are let in as the limit says, and the next when one has left")
    func connections() throws {
        let listener = try listener { $0.connections = 5 }
        var clients = try (1...5).map { _ in try RawClient(port: listener.port) }
        #expect(clients.allSatisfy(isServed))
        #expect(try !isServed(RawClient(port: listener.port)))
        #expect(listener.counters.refused(.tooManyConnections) == 1)
        #expect(clients.allSatisfy(isServed))
        clients.removeLast()
        #expect(eventually { listener.counters.openConnections == 4 ? true : nil } == true)
        #expect(try isServed(RawClient(port: listener.port)))
        #expect(listener.counters.acceptedConnections == 6)
    }

    @Test("The connections of an address are counted by themselves")
    func addresses() throws {
        let listener = try listener { $0.connectionsPerAddress = 3 }
        let clients = try (1...3).map { _ in try RawClient(port: listener.port) }
        #expect(clients.allSatisfy(isServed))
        #expect(try !isServed(RawClient(port: listener.port)))
        let others = try (1...3).map { _ in try RawClient(port: listener.port, from: "127.0.0.2") }
        #expect(others.allSatisfy(isServed))
        #expect(try !isServed(RawClient(port: listener.port, from: "127.0.0.2")))
        #expect(listener.counters.refused(.tooManyConnectionsOfAddress) == 2)
        withExtendedLifetime((clients, others)) { #expect(listener.counters.openConnections == 6) }
    }

    @Test("Behind a proxy all connections come from one address, and are not counted by it")
    func proxy() throws {
        let listener = try listener(isBehindProxy: true) { $0.connectionsPerAddress = 1 }
        let clients = try (1...3).map { _ in try RawClient(port: listener.port) }
        #expect(clients.allSatisfy(isServed))
    }

    @Test("A head that does not come in time ends the connection", arguments: ["", "GET", "GET /a HTTP/1.1\r\nHo"])
    func slowHead(begun: String) throws {
        let listener = try listener { $0.headMilliseconds = 50 }
        let client = try RawClient(port: listener.port)
        client.send(begun)
        #expect(client.answer() == nil)
        #expect(eventually { listener.counters.openConnections == 0 ? true : nil } == true)
        #expect(listener.counters.refused(.headTooSlow) == 1)
    }

    @Test("A client that goes on sending bytes does not extend its deadline")
    func drip() throws {
        let listener = try listener { $0.headMilliseconds = 100 }
        let client = try RawClient(port: listener.port)
        let isClosed = eventually {
            client.send("a")
            return listener.counters.refused(.headTooSlow) > 0 ? true : nil
        }
        #expect(isClosed == true)
        #expect(client.answer() == nil)
    }

    @Test("A connection that nobody uses any more is closed")
    func idle() throws {
        let listener = try listener { $0.keepAliveMilliseconds = 50 }
        let client = try RawClient(port: listener.port)
        #expect(isServed(client))
        #expect(client.answer() == nil)
    }

    @Test("A body that does not come in time ends the connection")
    func slowBody() throws {
        let listener = try listener { $0.bodyMilliseconds = 50 }
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc")
        #expect(client.answer() == nil)
        #expect(listener.counters.refused(.bodyTooSlow) == 1)
    }

    @Test("A body that comes more slowly than the least rate ends the connection")
    func slowRate() throws {
        let listener = try listener(ScriptedHandler(admit: { _ in .accept(bodyLimitBytes: 1_000_000) })) {
            $0.bodyGraceMilliseconds = 50
        }
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc")
        #expect(client.answer() == nil)
        #expect(listener.counters.refused(.bodyTooSlow) == 1)
    }

    @Test("A client that does not take its answer in time is cut off")
    func slowReader() throws {
        let byteCount = 16 << 20
        let handler = ScriptedHandler(answer: { _, reply in
            reply.send(HTTPResponse(200, body: [UInt8](repeating: 120, count: byteCount)))
        })
        let listener = try listener(handler) { $0.answerMilliseconds = 50 }
        let client = try RawClient(port: listener.port)
        client.send(Self.request)
        #expect(eventually { listener.counters.refused(.answerTooSlow) > 0 ? true : nil } == true)
        #expect(client.countToEnd() < byteCount)
    }

    @Test("A request that rests has no deadline of the listener")
    func resting() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler) {
            ($0.headMilliseconds, $0.keepAliveMilliseconds, $0.bodyMilliseconds, $0.answerMilliseconds) = (
                50, 50, 50, 50
            )
        }
        let client = try RawClient(port: listener.port)
        client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(handler.takeKept())
        // Another connection runs into its deadline twice meanwhile.
        for _ in 0..<2 { #expect(try RawClient(port: listener.port).answer() == nil) }
        reply.send(HTTPResponse(204))
        #expect(client.answer()?.status == 204)
    }
}
