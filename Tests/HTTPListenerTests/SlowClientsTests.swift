// Many clients that are slow in every way at once: whoever is honest is answered all the same.

import HTTPListener
import HTTPMessages
import Testing

@Suite("Slow clients")
struct SlowClientsTests {
    @Test("Twenty clients with half a head, half a body, or a large answer that they do not read keep nobody waiting")
    func slowClients() throws {
        let large = [UInt8](repeating: 7, count: 8 << 20)
        let handler = ScriptedHandler(
            admit: { _ in .accept(bodyLimitBytes: 1_000_000) },
            answer: { request, reply in
                reply.send(request.path == "/large" ? HTTPResponse(200, body: large) : ScriptedHandler.echo(request))
            })
        let listener = try listener(handler)
        let pieces = [
            "POST /a HTT", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\nb",
            "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", "",
        ]
        let slow = try (0..<20).map { number in
            let client = try RawClient(port: listener.port)
            client.send(pieces[number % pieces.count])
            return client
        }
        // Those whose head is whole are being served.
        #expect(eventually { listener.counters.admittedRequests == 10 ? true : nil } == true)
        let honest = try RawClient(port: listener.port)
        for round in 0..<50 {
            honest.send("GET /honest HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(honest.answer()?.body == "GET /honest 127.0.0.1 []", "\(round)")
            // One byte more of each, as slowly as can be.
            for client in slow.prefix(2) { client.send("x") }
        }
        #expect(listener.counters.openConnections == 21)
        #expect(withExtendedLifetime(slow) { slow.count } == 20)
    }
}
