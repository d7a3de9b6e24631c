// What answers and failures of a transport mean.

import HTTPMessages
import Replication
import SyncProtocol
import Testing

struct SyncFailureTests {
    static func failure(
        _ status: Int, _ body: [UInt8] = [], type: String? = "application/cbor", retryAfter: String? = nil
    ) -> SyncFailure? {
        var headers = HTTPHeaders()
        if let type { headers.append("content-type", type) }
        if let retryAfter { headers.append("retry-after", retryAfter) }
        do throws(SyncFailure) {
            _ = try SyncFailure.body(of: HTTPResponse(status, headers: headers, body: body))
            return nil
        } catch {
            return error
        }
    }

    @Test("The body of 200 is handed on, if it is of the right type")
    func success() throws {
        let response = HTTPResponse(200, headers: HTTPHeaders([.init("Content-Type", "application/CBOR")]), body: [7])
        #expect(try SyncFailure.body(of: response) == [7])
        #expect(Self.failure(200, [7], type: "text/html")?.reason == .invalidAnswer)
        #expect(Self.failure(200, [7], type: nil)?.reason == .invalidAnswer)
    }

    @Test("Every code of a server is known by its own status", arguments: ErrorCode.allCases)
    func codes(code: ErrorCode) {
        let failure = Self.failure(code.status, ErrorBody(code: code, requestID: 1).encoded, retryAfter: "30")
        #expect(failure == (code == .unauthorized ? .unauthorized : .refused(code, retryAfterSeconds: 30)))
    }

    @Test(
        "The reason says whether waiting helps",
        arguments: [
            (.malformed, .requestRefused), (.unauthorized, .unauthorized), (.notFound, .requestRefused),
            (.methodNotAllowed, .requestRefused), (.conflict, .requestRefused), (.tooManyDevices, .requestRefused),
            (.tooSlow, .serverBusy), (.tooLarge, .requestRefused), (.unsupportedVersion, .updateNeeded),
            (.tooManyRequests, .serverBusy), (.headerTooLarge, .requestRefused), (.fault, .serverFault),
            (.unavailable, .serverBusy), (.storageFull, .serverFault),
        ] as [(ErrorCode, SyncReason)])
    func reasons(code: ErrorCode, reason: SyncReason) {
        #expect(SyncFailure.refused(code, retryAfterSeconds: nil).reason == reason)
    }

    @Test(
        "An answer that is no server's of ours is judged by its status; a token is never thought revoked for it",
        arguments: [
            (301, .invalidAnswer), (400, .invalidAnswer), (401, .invalidAnswer), (403, .invalidAnswer),
            (404, .invalidAnswer), (408, .serverBusy), (429, .serverBusy), (500, .serverFault), (502, .serverBusy),
            (503, .serverBusy), (504, .serverBusy), (520, .serverFault), (204, .invalidAnswer),
        ] as [(Int, SyncReason)])
    func proxies(status: Int, reason: SyncReason) {
        #expect(Self.failure(status, Array("<html>".utf8), type: "text/html")?.reason == reason)
        #expect(Self.failure(status, Array("<html>".utf8))?.reason == reason)
        let otherCode = ErrorBody(code: .conflict, requestID: 1).encoded
        #expect(Self.failure(status, otherCode)?.reason == reason)
        let unauthorized = ErrorBody(code: .unauthorized, requestID: 1).encoded
        #expect(Self.failure(status, unauthorized, type: nil)?.reason == reason)
    }

    @Test(
        "Retry-After is read in seconds; anything else counts as missing",
        arguments: [("0", 0), ("120", 120), ("-1", nil), ("Fri, 31 Dec 1999 23:59:59 GMT", nil), ("99999999999", nil)]
            as [(String, UInt32?)])
    func retryAfter(value: String, seconds: UInt32?) {
        #expect(Self.failure(503, retryAfter: value)?.retryAfterSeconds == seconds)
    }

    @Test("What a transport says is kept")
    func transport() {
        #expect(SyncFailure(TransportError.unreachable(reason: "no route")) == .unreachable(detail: "no route"))
        #expect(SyncFailure(TransportError.timedOut) == .timedOut)
        #expect(SyncFailure(TransportError.untrusted(reason: "expired")) == .untrusted(detail: "expired"))
        #expect(SyncFailure(TransportError.cancelled) == .cancelled)
        #expect(SyncFailure(TransportError.invalidAnswer(reason: "long")).reason == .invalidAnswer)
    }

    @Test("A message of another version asks for an update, a malformed one does not")
    func messages() {
        #expect(SyncFailure(MessageError.unsupportedVersion).reason == .updateNeeded)
        let malformed = MessageError.malformed(.malformed(.truncated, byteOffset: 3))
        #expect(
            SyncFailure(malformed)
                == .invalidAnswer(.malformed(detail: "The data is damaged at byte 3: it ends too early.")))
    }
}
