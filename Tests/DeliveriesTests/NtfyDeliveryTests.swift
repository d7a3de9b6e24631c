// Notifications on phones, by a server of ntfy that the test plays.

import HTTPMessages
import JSONText
import Reminders
import Replication
import TestSupport
import Testing
import TripModel

@testable import Deliveries

@Suite("ntfy delivery")
struct NtfyDeliveryTests {
    private func document(_ request: HTTPRequest) throws -> JSONValue {
        try JSONValue(reading: String(decoding: request.body, as: UTF8.self))
    }

    @Test("A message is published as JSON, with the token in a header alone")
    func form() throws {
        let server = FakeNtfyServer()
        let delivery = NtfyDelivery(topic: "trips", token: "tk_secret", transport: server)
        let token = try delivery.show(sample(title: "Passport", body: "a < b\nc"), replacing: nil)
        let request = server.requests[0]
        #expect(request.method == .post && request.path == "/")
        #expect(request.headers["Authorization"] == "Bearer tk_secret")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(
            try document(request) == [
                "topic": "trips", "title": "Passport", "message": "a < b\nc", "priority": 3, "tags": ["alarm_clock"],
                "sequence_id": .string(token),
            ])
        #expect(token == sample().rings[0].record.description)
        #expect(NtfyDelivery.isTopic(token))
    }

    @Test("Without a token there is no such header, and without a body the title is the message")
    func plain() throws {
        let server = FakeNtfyServer()
        _ = try NtfyDelivery(topic: "trips", token: nil, transport: server).show(sample(body: ""), replacing: nil)
        #expect(server.requests[0].headers["Authorization"] == nil)
        let message = try document(server.requests[0])
        #expect(message["title"] == "Packmule" && message["message"] == "Passport")
    }

    @Test(
        "How much it presses is its priority",
        arguments: [(ReminderLevel.passive, Int64(2)), (.active, 3), (.timeSensitive, 4)])
    func priority(_ level: ReminderLevel, _ priority: Int64) throws {
        let server = FakeNtfyServer()
        _ = try NtfyDelivery(topic: "trips", token: nil, transport: server).show(sample(level: level), replacing: nil)
        #expect(try document(server.requests[0])["priority"] == .integer(priority))
    }

    @Test("One occurrence has one sequence id whenever it is sent; a summary has another")
    func sequences() throws {
        let server = FakeNtfyServer()
        let delivery = NtfyDelivery(topic: "trips", token: nil, transport: server)
        let first = try delivery.show(sample(1), replacing: nil)
        #expect(try delivery.show(sample(1, title: "Changed"), replacing: first) == first)
        #expect(server.requests.map(\.method) == [.post, .post])
        #expect(try delivery.show(sample(2), replacing: nil) != first)
        var summary = sample(1)
        summary.rings = sample(2).rings + summary.rings
        #expect(try delivery.show(summary, replacing: nil) == "summary-" + first)
        summary.rings = []
        #expect(throws: DeliveryError.rejected("it is about no reminder")) {
            try delivery.show(summary, replacing: nil)
        }
    }

    @Test("What takes the place of another has that taken away")
    func replacing() throws {
        let server = FakeNtfyServer()
        let delivery = NtfyDelivery(topic: "trips", token: "t", transport: server)
        let first = try delivery.show(sample(1), replacing: nil)
        _ = try delivery.show(sample(2), replacing: first)
        #expect(server.requests.map(\.method) == [.post, .post, .delete])
        #expect(server.requests[2].path == "/trips/" + first)
        #expect(server.requests[2].headers["Authorization"] == "Bearer t")
    }

    @Test("Taking away what the server does not know, or cannot take away, is no error", arguments: [200, 404, 405])
    func withdrawing(_ status: Int) throws {
        let server = FakeNtfyServer { _ in .success(HTTPResponse(status)) }
        let delivery = NtfyDelivery(topic: "trips", token: nil, transport: server)
        try delivery.withdraw("abc")
        try delivery.withdraw("../x")
        #expect(server.requests.map(\.path) == ["/trips/abc"])
    }

    @Test(
        "Only a message that the server cannot read is given up",
        arguments: [
            (400, false), (401, true), (403, true), (413, false), (429, true), (500, true), (503, true), (302, true),
        ])
    func answers(_ status: Int, _ isTriedAgain: Bool) {
        let server = FakeNtfyServer { _ in .success(HTTPResponse(status)) }
        let delivery = NtfyDelivery(topic: "trips", token: "tk_secret", transport: server)
        do throws(DeliveryError) {
            _ = try delivery.show(sample(), replacing: nil)
            Issue.record("It counts as shown.")
        } catch {
            switch error {
            case .unavailable(let why): #expect(isTriedAgain && !why.contains("tk_secret"))
            case .rejected(let why): #expect(!isTriedAgain && !why.contains("Passport"))
            }
        }
    }

    @Test(
        "Without an answer it is kept, and what the network said is not repeated",
        arguments: [
            TransportError.unreachable(reason: "secret"), .timedOut, .untrusted(reason: "secret"),
            .invalidAnswer(reason: "secret"), .cancelled,
        ])
    func noAnswer(_ failure: TransportError) {
        let delivery = NtfyDelivery(topic: "trips", token: nil, transport: FakeNtfyServer { _ in .failure(failure) })
        do throws(DeliveryError) {
            _ = try delivery.show(sample(), replacing: nil)
            Issue.record("It counts as shown.")
        } catch {
            guard case .unavailable(let why) = error else {
                Issue.record("It is given up.")
                return
            }
            #expect(!why.contains("secret"))
        }
    }

    @Test("A long message is cut between characters, so that it does not become a file")
    func long() throws {
        let server = FakeNtfyServer()
        let body = String(repeating: "👩‍👩‍👧‍👦", count: 400)
        _ = try NtfyDelivery(topic: "trips", token: nil, transport: server).show(sample(body: body), replacing: nil)
        let message = try #require(try document(server.requests[0])["message"]?.string)
        #expect(message == String(repeating: "👩‍👩‍👧‍👦", count: 160) + "…")
        #expect(message.utf8.count == 160 * 25 + 3)
    }

    @Test(
        "What can name a topic",
        arguments: [
            ("a", true), ("Trips-2027_x", true), (String(repeating: "a", count: 64), true), ("", false),
            (String(repeating: "a", count: 65), false), ("a/b", false), ("ä", false), ("a b", false), ("..", false),
        ])
    func topics(_ text: String, _ isTopic: Bool) {
        #expect(NtfyDelivery.isTopic(text) == isTopic)
    }
}
