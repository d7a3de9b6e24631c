// A handler that does what a test says.

import HTTPListener
import HTTPMessages
import Platform
import Synchronization

/// Admits bodies of ten bytes and echoes them with path and address, unless told otherwise. Keeps what it was asked.
final class ScriptedHandler: HTTPHandler {
    typealias Admit = @Sendable (borrowing RequestHead) -> Admission
    typealias Answer = @Sendable (ReceivedRequest, Reply) -> Void

    /// Replies that the script keeps for later.
    let kept = Mutex<[Reply]>([])
    private let admitting: Admit
    private let answering: Answer?
    private let draining: @Sendable (ScriptedHandler) -> Void

    init(
        admit: @escaping Admit = { _ in .accept(bodyLimitBytes: 10) }, answer: Answer? = nil,
        drain: @escaping @Sendable (ScriptedHandler) -> Void = { _ in }
    ) {
        (admitting, answering, draining) = (admit, answer, drain)
    }

    func admit(_ head: borrowing RequestHead) -> Admission { admitting(head) }

    /// The path `/kept` keeps its reply.
    func answer(_ request: ReceivedRequest, _ reply: Reply) {
        if request.path == "/kept" {
            kept.withLock { $0.append(reply) }
        } else if let answering {
            answering(request, reply)
        } else {
            reply.send(Self.echo(request))
        }
    }

    func refusal(_ reason: DoorReason) -> HTTPResponse {
        HTTPResponse(200, headers: HTTPHeaders([.init("X-Reason", "\(reason)")]), body: Array("\(reason)".utf8))
    }

    func drain() { draining(self) }

    /// Takes the reply that was kept, once it is.
    func takeKept() -> Reply? {
        eventually { self.kept.withLock { $0.popLast() } }
    }

    static func echo(_ request: ReceivedRequest) -> HTTPResponse {
        let body = String(decoding: request.body, as: UTF8.self)
        return HTTPResponse(
            200, headers: HTTPHeaders([.init("Cache-Control", "no-store")]),
            body: Array("\(request.method.rawValue) \(request.path) \(request.clientAddress) [\(body)]".utf8))
    }
}

/// A listener on a free port that looks around often.
func listener(
    _ handler: any HTTPHandler = ScriptedHandler(), isBehindProxy: Bool = false,
    certificate: HTTPListener.Certificate? = nil, threadCount: Int = 2,
    _ change: (inout HTTPListener.Limits) -> Void = { _ in }
) throws -> HTTPListener {
    var limits = HTTPListener.Limits()
    limits.watchMilliseconds = 10
    change(&limits)
    return try HTTPListener(
        configuration: .init(
            port: 0, certificate: certificate, isBehindProxy: isBehindProxy, threadCount: threadCount, limits: limits),
        handler: handler)
}

/// Asks again until there is an answer, for ten seconds at most: for what another thread does soon.
func eventually<Result>(_ ask: () -> Result?) -> Result? {
    let clock = MonotonicClock()
    let never = try? WakeSignal()
    while clock.elapsedSeconds() < 10 {
        if let result = ask() { return result }
        _ = never?.wait(timeoutMilliseconds: 1)
    }
    return nil
}
