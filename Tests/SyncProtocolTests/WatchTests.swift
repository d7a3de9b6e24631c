// Waiting for news and the body of failures, against messages made by another program.

import Replication
import SyncProtocol
import Testing

struct WatchTests {
    @Test(
        "A watch is the bytes that another program writes",
        arguments: [
            ("longest", WatchRequest(number: Sample.number, cursor: Sample.cursor, seconds: 300)),
            ("shortest", WatchRequest(number: 1, cursor: .zero, seconds: 1)),
        ])
    func request(name: String, request: WatchRequest) throws {
        let bytes = try fixture("watch-request", name)
        #expect(request.encoded == bytes)
        #expect(try WatchRequest(encoded: bytes) == request)
    }

    @Test("Its answer is the bytes that another program writes", arguments: [("changed", true), ("time-over", false)])
    func answer(name: String, isChanged: Bool) throws {
        let bytes = try fixture("watch-answer", name)
        #expect(WatchAnswer(isChanged: isChanged).encoded == bytes)
        #expect(try WatchAnswer(encoded: bytes).isChanged == isChanged)
    }

    @Test(
        "The body of a failure is the bytes that another program writes",
        arguments: [
            ("unauthorized", ErrorBody(code: .unauthorized, requestID: 0)),
            ("storage-full", ErrorBody(code: .storageFull, requestID: .max)),
        ])
    func errorBody(name: String, body: ErrorBody) throws {
        let bytes = try fixture("error-body", name)
        #expect(body.encoded == bytes)
        #expect(try ErrorBody(encoded: bytes) == body)
    }
}
