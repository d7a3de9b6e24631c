// A message goes to a route, and the body of its answer comes back.

import HTTPMessages
import SyncProtocol
import Synchronization
import Testing

/// Answers every request alike and keeps them.
private final class Echo: Transport {
    let answer: Result<HTTPResponse, TransportError>
    let requests = Mutex<[HTTPRequest]>([])

    init(_ answer: Result<HTTPResponse, TransportError>) {
        self.answer = answer
    }

    func send(_ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int) throws(TransportError) -> HTTPResponse {
        #expect(limitBytes == 1_572_864)
        #expect(timeoutSeconds == 60)
        requests.withLock { $0.append(request) }
        return try answer.get()
    }

    func cancel() {}
}

struct CallsTests {
    static let good = HTTPResponse(200, headers: HTTPHeaders([.init("Content-Type", "application/cbor")]), body: [9])

    @Test("A call is a POST of CBOR with the space and the token of the device")
    func call() throws {
        let echo = Echo(.success(Self.good))
        #expect(try echo.call(.exchange, as: (Sample.space, Sample.token), body: [1, 2], timeoutSeconds: 60) == [9])
        let headers = HTTPHeaders([
            .init("Content-Type", "application/cbor"), .init("Accept", "application/cbor"),
            .init("Authorization", CredentialsTests.value),
        ])
        let expected = HTTPRequest(.post, "/v1/exchange", headers: headers, body: [1, 2])
        #expect(echo.requests.withLock { $0 } == [expected])
    }

    @Test("A call without a token carries none")
    func withoutToken() throws {
        let echo = Echo(.success(Self.good))
        _ = try echo.call(.join, as: nil, body: [], timeoutSeconds: 60)
        #expect(echo.requests.withLock { $0[0].headers.count(of: "Authorization") } == 0)
    }

    @Test("What fails on the way, and what the server refuses, is a failure")
    func failures() {
        #expect(throws: SyncFailure.timedOut) {
            try Echo(.failure(.timedOut)).call(.watch, as: nil, body: [], timeoutSeconds: 60)
        }
        #expect(throws: SyncFailure.refused(.unavailable, retryAfterSeconds: nil)) {
            try Echo(.success(HTTPResponse(503))).call(.watch, as: nil, body: [], timeoutSeconds: 60)
        }
    }
}
