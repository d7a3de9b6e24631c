// What went wrong with a request, and how HTTP says so.

package import HTTPMessages
internal import Replication

/// Why a request brought nothing, by what the device can do.
public enum SyncFailure: Error, Equatable, Sendable {
    /// Try again later: the server was not reached, or the connection broke.
    case unreachable(detail: String)
    /// Try again later: no answer came in time.
    case timedOut
    /// Do not go on: this program is told to stop.
    case cancelled
    /// Try again later: another process holds the store's sync.
    case storeBusy
    /// Make room, or mend the surroundings: the store on this device cannot be read or written.
    case storeFault(detail: String)
    /// Free some space: the disk of this device is full.
    case diskFull
    /// Ask whoever runs the server: its certificate does not prove that it is the one meant.
    case untrusted(detail: String)
    /// Join again: the token opens nothing.
    case unauthorized
    /// What the code says; not before the seconds of Retry-After where the server gave them.
    case refused(ErrorCode, retryAfterSeconds: UInt32?)
    /// What came is not of this protocol: nothing was taken from it.
    case invalidAnswer(InvalidAnswer)

    /// What is wrong with an answer.
    public enum InvalidAnswer: Equatable, Sendable {
        /// It is of another version of the protocol: update the older side.
        case wrongVersion
        /// The space is open where it was sealed, or the other way round: it is not the server that it was.
        case wrongMode
        /// It is not what docs/protocol.md says: something else answers there, or the server is wrong.
        case malformed(detail: String)
    }

    /// The word for it that is kept and shown.
    public var reason: SyncReason {
        switch self {
        case .unreachable: .unreachable
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .storeBusy: .storeBusy
        case .storeFault: .storeFault
        case .diskFull: .diskFull
        case .untrusted: .untrusted
        case .unauthorized: .unauthorized
        case .refused(let code, _): Self.reason(of: code)
        case .invalidAnswer(.wrongVersion): .updateNeeded
        case .invalidAnswer(.wrongMode): .wrongMode
        case .invalidAnswer(.malformed): .invalidAnswer
        }
    }

    /// How long the server asked to wait, in seconds.
    public var retryAfterSeconds: UInt32? {
        guard case .refused(_, let seconds) = self else { return nil }
        return seconds
    }

    private static func reason(of code: ErrorCode) -> SyncReason {
        switch code {
        case .tooManyRequests, .unavailable, .tooSlow: .serverBusy
        case .fault, .storageFull: .serverFault
        case .unauthorized: .unauthorized
        case .unsupportedVersion: .updateNeeded
        case .malformed, .notFound, .methodNotAllowed, .conflict, .tooManyDevices, .tooLarge, .headerTooLarge:
            .requestRefused
        }
    }
}

extension SyncFailure {
    /// What a transport's failure means.
    package init(_ error: TransportError) {
        switch error {
        case .unreachable(let reason): self = .unreachable(detail: reason)
        case .timedOut: self = .timedOut
        case .untrusted(let reason): self = .untrusted(detail: reason)
        case .invalidAnswer(let reason): self = .invalidAnswer(.malformed(detail: reason))
        case .cancelled: self = .cancelled
        }
    }

    /// What it means that an answer cannot be read.
    package init(_ error: MessageError) {
        switch error {
        case .unsupportedVersion: self = .invalidAnswer(.wrongVersion)
        case .malformed(let error): self = .invalidAnswer(.malformed(detail: "\(error)"))
        }
    }

    /// The body of an answer of status 200; every other answer is a failure. An answer that does not carry an
    /// ``ErrorBody`` of its status comes from something between device and server, and is judged by its status alone;
    /// that a token opens nothing is believed of a server of ours only.
    package static func body(of response: HTTPResponse) throws(SyncFailure) -> [UInt8] {
        let isOurs = response.headers["Content-Type"].map { $0.lowercased() == Wire.contentType } ?? false
        guard response.status != 200 else {
            guard isOurs else { throw .invalidAnswer(.malformed(detail: "The answer is not \(Wire.contentType).")) }
            return response.body
        }
        let retryAfter = response.headers["Retry-After"].flatMap(UInt32.init)
        let body = isOurs ? try? ErrorBody(encoded: response.body) : nil
        if let body, body.code.status == response.status {
            throw body.code == .unauthorized ? .unauthorized : .refused(body.code, retryAfterSeconds: retryAfter)
        }
        switch response.status {
        case 408, 429: throw .refused(.tooManyRequests, retryAfterSeconds: retryAfter)
        case 502...504: throw .refused(.unavailable, retryAfterSeconds: retryAfter)
        case 500...599: throw .refused(.fault, retryAfterSeconds: retryAfter)
        default: throw .invalidAnswer(.malformed(detail: "The answer has the status \(response.status)."))
        }
    }
}

extension SyncFailure: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .unreachable(let detail): "The server cannot be reached: \(detail)"
        case .timedOut: "The server did not answer in time."
        case .cancelled: "The sync was cancelled."
        case .storeBusy: "Another program is syncing this store."
        case .storeFault(let detail): "The store on this device cannot be used: \(detail)"
        case .diskFull: "The disk is full."
        case .untrusted(let detail): "The server's certificate could not be trusted: \(detail)"
        case .unauthorized: "The server does not accept this device any more; join again with a new invitation."
        case .refused(let code, let seconds):
            "The server answered \(code.rawValue)." + (seconds.map { " Try again in \($0) seconds." } ?? "")
        case .invalidAnswer(.wrongVersion): "Device and server speak different versions; update the older one."
        case .invalidAnswer(.wrongMode): "The server treats the space differently from how it was made."
        case .invalidAnswer(.malformed(let detail)):
            "What answered does not look like a Packmule server: \(detail)"
        }
    }
}
