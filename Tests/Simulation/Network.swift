// The network between devices and a server, with its faults, in one process and without time of its own.

package import HTTPMessages
import SyncProtocol
package import SyncServer
import Synchronization

/// What happens to one request, or to its answer.
package enum RequestFault: Sendable {
    /// The request is lost.
    case requestLost
    /// The request is carried out, and its answer is lost.
    case answerLost
    /// The request arrives long after its caller gave up; see ``Network/deliverLate(_:)``.
    case late
    /// The request arrives twice, and the second answer comes back.
    case duplicated
    /// Something on the way answers with this status, and the request is lost.
    case status(Int, retryAfterSeconds: Int?)
    /// The answer ends after this part of its bytes, in thousandths.
    case truncated(thousandths: Int)
    /// One bit of the answer is flipped, at this part of its length, in thousandths.
    case flipped(thousandths: Int)
    /// The answer is turned into another one, as by a server that means ill.
    case rewritten(@Sendable ([UInt8]) -> [UInt8])
}

/// Hands requests to the server's handler. Each takes the next fault of the plan, if there is one.
package final class Network: Transport {
    private struct State: Sendable {
        var server: Server?
        var plan: [RequestFault?] = []
        var late: [HTTPRequest] = []
        var exchanges: [(request: HTTPRequest, response: HTTPResponse)] = []
        var meanwhile: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Where requests go to; nil while the server is down.
    package func connect(to server: Server?) {
        state.withLock { $0.server = server }
    }

    /// What happens to the next requests, in their order: nil for nothing; behind them nothing happens.
    package func plan(_ faults: [RequestFault?]) {
        state.withLock { $0.plan = faults }
    }

    /// Does something while the answer to the next request is on its way.
    package func meanwhile(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.meanwhile.append(body) }
    }

    /// The requests that reached the server, and its answers, since this was last asked.
    package func takeExchanges() -> [(request: HTTPRequest, response: HTTPResponse)] {
        state.withLock { state in
            defer { state.exchanges = [] }
            return state.exchanges
        }
    }

    /// How many late requests are under way.
    package var lateCount: Int { state.withLock { $0.late.count } }

    /// Delivers one of the late requests, whose answer nobody waits for; it stays under way, to come once more.
    package func deliverLate(_ place: Int) {
        let (server, request) = state.withLock { ($0.server, $0.late[place]) }
        _ = server?.answer(request, from: Self.address)
    }

    /// Loses what is under way, and plans nothing any more.
    package func heal() {
        state.withLock { ($0.plan, $0.late) = ([], []) }
    }

    package func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse {
        let (server, fault, meanwhile) = state.withLock { state in
            defer { state.meanwhile = [] }
            return (state.server, state.plan.isEmpty ? nil : state.plan.removeFirst(), state.meanwhile)
        }
        guard let server else { throw .unreachable(reason: "The server is down.") }
        defer { for body in meanwhile { body() } }
        switch fault {
        case .requestLost: throw .timedOut
        case .late:
            state.withLock { $0.late.append(request) }
            throw .timedOut
        case .status(let status, let seconds):
            let headers = seconds.map { [HTTPHeaders.Field("Retry-After", "\($0)")] } ?? []
            return HTTPResponse(status, headers: HTTPHeaders(headers))
        case .duplicated: _ = server.answer(request, from: Self.address)
        default: break
        }
        let response = server.answer(request, from: Self.address)
        state.withLock { $0.exchanges.append((request, response)) }
        switch fault {
        case .answerLost: throw .timedOut
        case .truncated(let part): return response.with(Array(response.body.prefix(response.body.count * part / 1000)))
        case .flipped(let part):
            var body = response.body
            if !body.isEmpty { body[min(body.count - 1, body.count * part / 1000)] ^= 1 << UInt8(part % 8) }
            return response.with(body)
        case .rewritten(let rewrite): return response.status == 200 ? response.with(rewrite(response.body)) : response
        default: return response
        }
    }

    package func cancel() {}

    private static let address = "192.0.2.1"
}

extension HTTPResponse {
    fileprivate func with(_ body: [UInt8]) -> HTTPResponse { HTTPResponse(status, headers: headers, body: body) }
}
