// Answers as messages of HTTP: one place for headers, and for what a failure says.

internal import HTTPMessages
internal import SyncProtocol

/// Why a request is not carried out. The status follows from the code.
struct Refusal: Error, Equatable, Sendable {
    let code: ErrorCode
    /// When to try again, where that is known.
    let retryAfterSeconds: Int?
    /// The method that the route takes, where another one was used.
    let allowedMethod: HTTPMethod?

    init(_ code: ErrorCode, retryAfterSeconds: Int? = nil, allowedMethod: HTTPMethod? = nil) {
        (self.code, self.retryAfterSeconds, self.allowedMethod) = (code, retryAfterSeconds, allowedMethod)
    }

    /// What a failure of a part below means for the client.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case MessageError.unsupportedVersion: self.init(.unsupportedVersion)
        case is MessageError: self.init(.malformed)
        case StorageError.full: self.init(.storageFull, retryAfterSeconds: Limits.storageRetrySeconds)
        case StorageError.unavailable: self.init(.unavailable, retryAfterSeconds: Limits.storageRetrySeconds)
        default: self.init(.fault)
        }
    }
}

extension HTTPResponse {
    /// A message that was asked for.
    init(message: [UInt8]) {
        self.init(200, headers: Self.headers(), body: message)
    }

    /// A failure: the code and the request's id, never anything that the client sent.
    init(_ refusal: Refusal, requestID: UInt64) {
        var headers = Self.headers()
        if let seconds = refusal.retryAfterSeconds { headers.append("Retry-After", String(seconds)) }
        // RFC 9110 sections 11.6.1 and 15.5.6 ask for these.
        if refusal.code == .unauthorized { headers.append("WWW-Authenticate", "Bearer") }
        if let method = refusal.allowedMethod { headers.append("Allow", method.rawValue) }
        self.init(
            refusal.code.status, headers: headers,
            body: ErrorBody(code: refusal.code, requestID: requestID).encoded)
    }

    private static func headers() -> HTTPHeaders {
        HTTPHeaders([.init("Content-Type", Wire.contentType), .init("Cache-Control", "no-store")])
    }
}
