// Between the listener's threads and the server: what is read is answered at once, what is written and what waits is
// answered later.

import HTTPListener
import HTTPMessages
import Platform
import SyncProtocol
import SyncServer

/// Answers requests by a ``Server`` and the thread that writes for it.
final class RequestHandler: HTTPHandler {
    private let server: Server
    private let writer: GroupCommit
    private let metrics: ServerMetrics
    private let log: RequestLog

    init(_ server: Server, _ writer: GroupCommit, _ metrics: ServerMetrics, _ log: RequestLog) {
        (self.server, self.writer, self.metrics, self.log) = (server, writer, metrics, log)
    }

    func admit(_ head: borrowing RequestHead) -> Admission {
        let clock = MonotonicClock()
        let start = RequestStart(
            method: head.method, path: head.path, authorization: head["Authorization"],
            bodyByteCount: head.bodyBytes, address: head.clientAddress)
        switch server.admit(start) {
        case .admitted(let admitted):
            return .accept(bodyLimitBytes: admitted.bodyLimitBytes, context: admitted)
        case .refused(let response):
            let asked = Asked(
                route: Route(rawValue: start.path), requestID: nil, tokenHash: nil, address: start.address,
                clock: clock)
            note(response, asked)
            return .refuse(response)
        }
    }

    func answer(_ request: ReceivedRequest, _ reply: Reply) {
        guard let admitted = request.context as? AdmittedRequest else {
            return reply.send(server.refusal(.fault))
        }
        let asked = Asked(
            route: Route(rawValue: request.path), requestID: admitted.requestID, tokenHash: admitted.tokenHash,
            address: request.clientAddress, clock: MonotonicClock())
        switch server.plan(admitted, body: request.body) {
        case .answered(let response): send(response, reply, asked)
        case .write(let job): write(job, reply, asked)
        case .watch(let watch): hold(watch, reply, asked)
        }
    }

    func refusal(_ reason: DoorReason) -> HTTPResponse {
        let response = server.refusal(Self.code(reason), retryAfterSeconds: reason == .stopping ? 1 : nil)
        metrics.answered(nil, status: reason.status ?? response.status, seconds: 0)
        return response
    }

    func drain() {
        server.watchers.close()
    }

    /// The writing thread only hands the result over; a worker reads what the device has not seen.
    private func write(_ job: WriteJob, _ reply: Reply, _ asked: Asked) {
        let isTaken = writer.submit(job) { [self] result in
            reply.resume { [self] in noted(server.complete(job, result), asked) }
        }
        if !isTaken { send(server.refuseForNow(job), reply, asked) }
    }

    private func hold(_ watch: Watch, _ reply: Reply, _ asked: Asked) {
        let held = server.hold(watch) { [self] isChanged in
            reply.resume { [self] in noted(server.answer(watch, isChanged: isChanged), asked) }
        }
        switch held {
        case .held(let ticket): reply.onCancel { [server] in server.watchers.cancel(ticket) }
        case .answered(let response): send(response, reply, asked)
        }
    }

    private func send(_ response: HTTPResponse, _ reply: Reply, _ asked: Asked) {
        reply.send(noted(response, asked))
    }

    private func noted(_ response: HTTPResponse, _ asked: Asked) -> HTTPResponse {
        note(response, asked)
        return response
    }

    private func note(_ response: HTTPResponse, _ asked: Asked) {
        let seconds = asked.clock.elapsedSeconds()
        metrics.answered(asked.route, status: response.status, seconds: seconds)
        log.note(response, asked, seconds: seconds)
    }

    /// What a client is told of a request that never reached the server.
    private static func code(_ reason: DoorReason) -> ErrorCode {
        switch reason {
        case .methodNotAllowed: .methodNotAllowed
        case .bodyTooLong: .tooLarge
        case .headTooLong: .headerTooLarge
        case .headTooSlow, .bodyTooSlow, .answerTooSlow: .tooSlow
        case .unanswered: .fault
        case .stopping, .tooManyConnections, .tooManyConnectionsOfAddress: .unavailable
        case .malformedField, .targetNotPlain, .hostNotUnique, .authorizationNotUnique, .lengthNotUnique,
            .transferCodingUnknown, .contentCoded, .upgradeWanted:
            .malformed
        }
    }
}

/// What is known of a request besides its content.
struct Asked: Sendable {
    /// nil for a path that is none.
    let route: Route?
    /// nil where the answer names it.
    let requestID: UInt64?
    /// Of the device that asked, where its token opened something.
    let tokenHash: [UInt8]?
    let address: String
    /// Since it was received.
    let clock: MonotonicClock
}

/// The lines about requests.
struct RequestLog: Sendable {
    let log: Log
    /// Whether lines name addresses.
    let hasAddresses: Bool

    /// Tells of an answer: a success at the level debug, a refusal at info, what the server could not do as a warning,
    /// a fault of the server as an error.
    func note(_ response: HTTPResponse, _ asked: Asked, seconds: Double) {
        let level = Self.level(response.status)
        guard log.takes(level) else { return }
        let failure = response.status == 200 ? nil : try? ErrorBody(encoded: response.body)
        var facts: [LogFact] = [
            .requestID(asked.requestID ?? failure?.requestID ?? 0), .route(asked.route?.rawValue),
            .status(response.status), .milliseconds(seconds * 1_000),
        ]
        if let hash = asked.tokenHash { facts.append(.device(tokenHash: hash)) }
        if let failure { facts.append(.reason(failure.code.rawValue)) }
        if hasAddresses { facts.append(.address(asked.address)) }
        log.write(level, "request", facts)
    }

    private static func level(_ status: Int) -> Log.Level {
        switch status {
        case ..<400: .debug
        case ..<500: .info
        case 503, 507: .warning
        default: .error
        }
    }
}
