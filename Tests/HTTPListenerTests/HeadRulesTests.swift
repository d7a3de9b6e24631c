// Tests of the rules for the head of a request.

import HTTPListener
import HTTPMessages
import Testing

@Suite("Rules for the head of a request")
struct HeadRulesTests {
    @Test(
        "A head that could be read in two ways, or asks for what is not offered, is refused and its connection closed",
        arguments: [
            ("GET /a?x=1 HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a? HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /%61 HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a%2e HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a+b HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a b HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a;b HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /é HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a#b HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET a HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET * HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET http://a/b HTTP/1.1\r\nHost: a", 400, "targetNotPlain"),
            ("GET /a HTTP/1.1\r\nAccept: b", 400, "hostNotUnique"),
            ("GET /a HTTP/1.0\r\nAccept: b", 400, "hostNotUnique"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nHost: a", 400, "hostNotUnique"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nhOST: b", 400, "hostNotUnique"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nAuthorization: b\r\nauthorization: b", 400, "authorizationNotUnique"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1", 400, "lengthNotUnique"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\ncontent-length: 2", 400, "lengthNotUnique"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400, "lengthNotUnique"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1", 400, "lengthNotUnique"),
            (
                "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400,
                "lengthNotUnique"
            ),
            ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip", 501, "transferCodingUnknown"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked", 501, "transferCodingUnknown"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity", 501, "transferCodingUnknown"),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip", 415, "contentCoded"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nUpgrade: h2c", 400, "upgradeWanted"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length : 1", 400, "malformedField"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nA(b): c", 400, "malformedField"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nB: \u{1}", 400, "malformedField"),
            ("GET /a HTTP/1.1\r\nHost: a\r\nB: \u{7F}", 400, "malformedField"),
            ("PUT /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
            ("DELETE /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
            ("OPTIONS /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
            ("GETS /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
            ("get /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
            ("POS /a HTTP/1.1\r\nHost: a", 405, "methodNotAllowed"),
        ])
    func refused(head: String, status: Int, reason: String) throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send(head + "\r\n\r\n")
        let answer = try #require(client.answer())
        #expect(answer.status == status)
        #expect(answer.body == reason)
        #expect(answer.head.contains("\r\nX-Reason: \(reason)"))
        #expect(answer.isLast)
        #expect(client.answer() == nil)
        let known = try #require(DoorReason.allCases.first { "\($0)" == reason })
        #expect(listener.counters.refused(known) == 1)
        #expect(listener.counters.admittedRequests == 0)
    }

    @Test(
        "What the library itself refuses is refused once and closes the connection",
        arguments: [
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: +1", 400),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1", 400),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999", 413),
            ("GET /a HTTP/1.1\r\nHost: a\r\nno colon", 400),
            ("GET /a HTTP/3.0\r\nHost: a", 505),
        ])
    func refusedByLibrary(head: String, status: Int) throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send(head + "\r\n\r\n")
        #expect(client.answer()?.status == status)
        #expect(client.answer() == nil)
        #expect(listener.counters.admittedRequests == 0)
    }

    @Test("An answer to HEAD has no body")
    func headWithoutBody() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
        let before = client.countToEnd()
        #expect(before > 0)
        #expect(listener.counters.refused(.methodNotAllowed) == 1)
    }

    @Test("A path has 256 bytes at most", arguments: [(255, 200), (256, 200), (257, 400)])
    func longestPath(byteCount: Int, status: Int) throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        let path = "/" + String(repeating: "a", count: byteCount - 1)
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.answer()?.status == status)
    }

    @Test(
        "A head has the bytes of the limit at most", arguments: [(999, 200), (1_000, 200), (1_001, 431), (40_000, 431)])
    func longestHead(byteCount: Int, status: Int) throws {
        let listener = try listener { $0.headBytes = 1_000 }
        let client = try RawClient(port: listener.port)
        let start = "GET /a HTTP/1.1\r\nHost: a\r\nB: "
        client.send(start + String(repeating: "b", count: byteCount - start.utf8.count - 4) + "\r\n\r\n")
        #expect(client.answer()?.status == status)
    }

    @Test("A head has no more fields than fit into the memory of a connection")
    func manyFields() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port)
        client.send("GET /a HTTP/1.1\r\nHost: a\r\n" + String(repeating: "b:\r\n", count: 1_900) + "\r\n")
        #expect(client.answer()?.status == 431)
        #expect(listener.counters.admittedRequests == 0)
    }

    @Test(
        "Behind a proxy the client is the last of X-Forwarded-For; a field that is no address says nothing",
        arguments: [
            ("X-Forwarded-For: 192.0.2.1", "192.0.2.1"),
            ("X-Forwarded-For: 198.51.100.7, 192.0.2.1", "192.0.2.1"),
            ("X-Forwarded-For: 198.51.100.7,\t2001:db8::1 ", "2001:db8::1"),
            ("X-Forwarded-For: 198.51.100.7\r\nx-forwarded-for: 192.0.2.2", "192.0.2.2"),
            ("X-Forwarded-For: 192.0.2.1, unknown", "127.0.0.1"),
            ("X-Forwarded-For: 192.0.2.1,", "127.0.0.1"),
            ("X-Forwarded-For: 0000:0000:0000:0000:0000:ffff:192.168.100.2281", "127.0.0.1"),
            ("X-Forwarded: 192.0.2.1", "127.0.0.1"),
        ])
    func forwarded(field: String, address: String) throws {
        let listener = try listener(isBehindProxy: true)
        let client = try RawClient(port: listener.port)
        client.send("GET /a HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
        #expect(client.answer()?.body == "GET /a \(address) []")
    }

    @Test("Without a proxy X-Forwarded-For is ignored")
    func forwardedIgnored() throws {
        let listener = try listener()
        let client = try RawClient(port: listener.port, from: "127.0.0.3")
        client.send("GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
        #expect(client.answer()?.body == "GET /a 127.0.0.3 []")
    }
}
