// Tests of answers that come later, from other threads, or not at all.

import HTTPListener
import HTTPMessages
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Replies")
struct ReplyTests {
    private static let request = "GET /kept HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("A kept reply is answered from another thread, and the connection goes on", arguments: [1, 2])
    func later(threadCount: Int) throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler, threadCount: threadCount)
        let client = try RawClient(port: listener.port)
        for number in 1...20 {
            client.send(Self.request)
            let reply = try #require(handler.takeKept())
            if number.isMultiple(of: 2) {
                reply.send(HTTPResponse(200, body: [UInt8(ascii: "a")]))
                reply.send(HTTPResponse(500))
            } else {
                reply.resume { HTTPResponse(200, body: [UInt8(ascii: "a")]) }
            }
            #expect(client.answer()?.body == "a")
        }
        #expect(listener.counters.acceptedConnections == 1)
    }

    @Test("The body of a resumed reply runs on a thread of the listener, not on the one that resumes")
    func resumedOnWorker() async throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.request)
        let reply = try #require(handler.takeKept())
        let lock = Mutex(0)
        lock.withLock { _ in
            // Would never end if it ran here.
            reply.resume { HTTPResponse(200, body: Array("\(lock.withLock { _ in 7 })".utf8)) }
        }
        #expect(client.answer()?.body == "7")
    }

    @Test("Many connections rest at once and hold no thread")
    func many() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let clients = try (0..<30).map { _ in try RawClient(port: listener.port) }
        for client in clients { client.send(Self.request) }
        _ = eventually { handler.kept.withLock { $0.count } == 30 ? true : nil }
        let other = try RawClient(port: listener.port)
        other.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(other.answer()?.status == 200)
        for reply in handler.kept.withLock({ $0 }) { reply.send(HTTPResponse(204)) }
        for client in clients { #expect(client.answer()?.status == 204) }
    }

    @Test("A request that was sent behind a resting one is answered after it")
    func pipelined() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let client = try RawClient(port: listener.port)
        client.send(Self.request + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        try #require(handler.takeKept()).send(HTTPResponse(204))
        #expect(client.answer()?.status == 204)
        #expect(client.answer()?.body == "GET /next 127.0.0.1 []")
    }

    @Test("A reply let go without an answer is an error of the server, at once or later")
    func dropped() throws {
        let handler = ScriptedHandler(answer: { _, _ in })
        let listener = try listener(handler)
        for path in ["/dropped", "/kept"] {
            let client = try RawClient(port: listener.port)
            client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            if path == "/kept" { _ = handler.takeKept() }
            let answer = try #require(client.answer())
            #expect(answer.status == 500)
            #expect(answer.body == "unanswered")
        }
        #expect(listener.counters.refused(.unanswered) == 2)
    }

    @Test(
        "A client that goes while its request rests is noticed, and an answer to it is ignored",
        arguments: [false, true])
    func gone(byReset: Bool) throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        var client: RawClient? = try RawClient(port: listener.port)
        client?.send(Self.request)
        let reply = try #require(handler.takeKept())
        let count = CancelCount()
        reply.onCancel { count.add() }
        #expect(!reply.isCancelled)
        if byReset { client?.reset() }
        client = nil
        #expect(eventually { count.value > 0 ? true : nil } == true)
        #expect(reply.isCancelled)
        reply.send(HTTPResponse(200))
        reply.resume { HTTPResponse(200) }
        #expect(eventually { listener.counters.openConnections == 0 ? true : nil } == true)
        #expect(count.value == 1)
        reply.onCancel { count.add() }
        #expect(count.value == 2)
    }

    @Test("A client that has its answer is not told as gone")
    func notGone() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler)
        let count = CancelCount()
        do {
            let client = try RawClient(port: listener.port)
            client.send(Self.request)
            let reply = try #require(handler.takeKept())
            reply.onCancel { count.add() }
            reply.send(HTTPResponse(204))
            #expect(client.answer()?.status == 204)
        }
        #expect(eventually { listener.counters.openConnections == 0 ? true : nil } == true)
        #expect(count.value == 0)
    }

    @Test("Answers and departures that meet leave nothing behind")
    func race() throws {
        let handler = ScriptedHandler()
        let listener = try listener(handler) { $0.watchMilliseconds = 1 }
        for round in 0..<200 {
            var client: RawClient? = try RawClient(port: listener.port)
            client?.send(Self.request)
            let reply = try #require(handler.takeKept())
            if round.isMultiple(of: 2) { client = nil }
            reply.resume { HTTPResponse(204) }
            client = nil
        }
        #expect(eventually { listener.counters.openConnections == 0 ? true : nil } == true)
    }
}

/// Counts calls from any thread.
private final class CancelCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add() {
        count.add(1, ordering: .sequentiallyConsistent)
    }
}
