// Tests of one request after the other, from head to answer.

import HTTPListener
import HTTPMessages
import Testing

@Suite("Requests and answers")
struct RequestFlowTests {
    private static func post(_ body: String, path: String = "/a", fields: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("A connection is kept for the next request")
    func keepAlive() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        for word in ["one", "two", ""] {
            client.send(Self.post(word))
            let answer = try #require(client.answer())
            #expect(answer.status == 200)
            #expect(answer.body == "POST /a 127.0.0.1 [\(word)]")
            #expect(!answer.isLast)
        }
        client.send("GET /v1/b_c-d. HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.answer()?.body == "GET /v1/b_c-d. 127.0.0.1 []")
        #expect(listener.counters.acceptedConnections == 1)
        #expect(listener.counters.openConnections == 1)
        #expect(listener.counters.admittedRequests == 4)
    }

    @Test("An answer has the fields of the handler, its length and its date, and no others")
    func answerFields() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send(Self.post("x"))
        let fields = try #require(client.answer()).head.split(separator: "\r\n").map { $0.prefix { $0 != ":" } }
        #expect(fields.sorted() == ["Cache-Control", "Content-Length", "Date", "HTTP/1.1 200 OK"])
    }

    @Test("Requests sent in one go are answered in their order")
    func pipelining() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send((1...5).map { Self.post("\($0)", path: "/\($0)") }.joined())
        for number in 1...5 { #expect(client.answer()?.body == "POST /\(number) 127.0.0.1 [\(number)]") }
    }

    @Test("Whoever asks to close is closed")
    func closeWanted() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send(Self.post("x", fields: "Connection: close\r\n"))
        #expect(client.answer()?.isLast == true)
        #expect(client.answer() == nil)
    }

    @Test("A body has the bytes that were admitted at most", arguments: [(9, 200), (10, 200), (11, 413)])
    func longestBody(byteCount: Int, status: Int) throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        let body = String(repeating: "x", count: byteCount)
        client.send(Self.post(body))
        let answer = try #require(client.answer())
        #expect(answer.status == status)
        #expect(answer.body == (status == 200 ? "POST /a 127.0.0.1 [\(body)]" : "bodyTooLong"))
        #expect(answer.isLast == (status == 413))
        #expect(listener.counters.refused(.bodyTooLong) == (status == 413 ? 1 : 0))
    }

    @Test("Too long a body is refused before a byte of it comes")
    func refusedBeforeBody() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.answer()?.status == 413)
        #expect(client.answer() == nil)
    }

    @Test("Who waits for leave to send a body gets it")
    func continuing() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.answer()?.status == 100)
        client.send("ab")
        #expect(client.answer()?.body == "POST /a 127.0.0.1 [ab]")
    }

    @Test(
        "The bytes of a chunked body are counted",
        arguments: [([4, 5], 200), ([5, 5], 200), ([5, 6], 413), ([11], 413)])
    func chunked(sizes: [Int], status: Int) throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        let chunks = sizes.map { String($0, radix: 16) + "\r\n" + String(repeating: "x", count: $0) + "\r\n" }
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.joined() + "0\r\n\r\n")
        let answer = try #require(client.answer())
        #expect(answer.status == status)
        if status == 200 {
            #expect(answer.body == "POST /a 127.0.0.1 [\(String(repeating: "x", count: sizes.reduce(0, +)))]")
        }
    }

    @Test("A chunked body that does not end is cut off")
    func endless() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        for _ in 0..<20 { client.send(chunk) }
        #expect(client.answer() == nil)
    }

    @Test("A long body comes whole", arguments: [100_000, 1_500_000])
    func longBody(byteCount: Int) throws {
        let handler = ScriptedHandler(
            admit: { .accept(bodyLimitBytes: 1_500_000, context: $0.bodyBytes) },
            answer: { request, reply in
                let isRight = request.body.indices.allSatisfy { request.body[$0] == UInt8($0 % 251) }
                reply.send(HTTPResponse(200, body: Array("\(request.body.count) \(isRight)".utf8)))
            })
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(byteCount)\r\n\r\n")
        client.send((0..<byteCount).map { UInt8($0 % 251) })
        #expect(client.answer()?.body == "\(byteCount) true")
    }

    @Test("The handler sees the head, and its context comes back with the body")
    func context() throws {
        let handler = ScriptedHandler(
            admit: { head in
                let token = head["authorization"] ?? "none"
                let length = head.bodyBytes.map(String.init) ?? "unknown"
                let text = "\(head.method) \(head.path) \(length) \(token) \(head["X-No"] ?? "-")"
                return .accept(bodyLimitBytes: 10, context: text)
            },
            answer: { request, reply in
                reply.send(HTTPResponse(201, body: Array((request.context as? String ?? "").utf8)))
            })
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.post("abc", fields: "Authorization: Bearer é\r\n"))
        #expect(client.answer()?.body == "post /a 3 Bearer é -")
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        #expect(client.answer()?.body == "post /a unknown none -")
    }

    @Test("A request without a body that the handler refuses leaves the connection open; one with a body closes it")
    func refusedByHandler() throws {
        let handler = ScriptedHandler(admit: { _ in .refuse(HTTPResponse(401, body: Array("who?".utf8))) })
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        for _ in 0..<2 {
            client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try #require(client.answer())
            #expect(answer.status == 401)
            #expect(answer.body == "who?")
            #expect(!answer.isLast)
        }
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n")
        #expect(client.answer()?.isLast == true)
        #expect(client.answer() == nil)
        #expect(listener.counters.admittedRequests == 0)
    }

    @Test("A field that would break the answer breaks the connection instead")
    func brokenField() throws {
        let handler = ScriptedHandler(answer: { _, reply in
            reply.send(HTTPResponse(200, headers: HTTPHeaders([.init("A", "b\r\nC: d")])))
        })
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.post("x"))
        #expect(client.answer() == nil)
    }
}
