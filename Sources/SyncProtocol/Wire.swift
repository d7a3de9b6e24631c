// What all messages share: the version, the routes, the modes of a space.

package import Replication

/// The protocol as a whole (docs/protocol.md).
package enum Wire {
    /// The first element of every message. A side that reads another one answers ``ErrorCode/unsupportedVersion`` or
    /// stops, and changes nothing.
    package static let version: UInt64 = 1

    /// The type of every body.
    package static let contentType = "application/cbor"
}

/// The closed table of routes.
package enum Route: String, CaseIterable, Sendable {
    case exchange = "/v1/exchange"
    case watch = "/v1/watch"
    case devices = "/v1/devices"
    case invitations = "/v1/invitations"
    case claim = "/v1/claim"
    case join = "/v1/join"
    case recovery = "/v1/recovery"
    case health = "/health"
}

/// Whether the server can read a space. Chosen when it is made, never switched.
package enum SpaceMode: UInt8, Sendable {
    case open = 0
    case sealed = 1
}

/// The identity of a space: 16 random bytes, chosen by the device that claims it.
package typealias SpaceID = RecordID

/// Why a request was not carried out; the body of every answer that is not 200 is [version, code, request id].
public enum ErrorCode: String, CaseIterable, Sendable {
    /// 400: the request is not what docs/protocol.md says.
    case malformed
    /// 401: no token, or one that opens nothing: unknown, revoked, of another server.
    case unauthorized
    /// 404: no such route, or nothing is kept under this link.
    case notFound = "not-found"
    /// 405: the route takes another method.
    case methodNotAllowed = "method-not-allowed"
    /// 409: a space of this identity is there already.
    case conflict
    /// 403: the space has as many devices as it may.
    case tooManyDevices = "too-many-devices"
    /// 408: the request did not come whole in time.
    case tooSlow = "too-slow"
    /// 413: the body is longer than the server takes.
    case tooLarge = "too-large"
    /// 426: another version of the protocol.
    case unsupportedVersion = "unsupported-version"
    /// 429: too many requests; Retry-After says when to try again.
    case tooManyRequests = "too-many-requests"
    /// 431: the header is longer than the server takes.
    case headerTooLarge = "header-too-large"
    /// 500: a fault of the server.
    case fault
    /// 503: not now; Retry-After says when to try again.
    case unavailable
    /// 507: the server's disk is full; Retry-After says when to try again.
    case storageFull = "storage-full"

    /// The status that says so (RFC 9110 section 15, RFC 6585, RFC 4918 section 11.5). Chosen here and nowhere else.
    public var status: Int {
        switch self {
        case .malformed: 400
        case .unauthorized: 401
        case .tooManyDevices: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .tooSlow: 408
        case .conflict: 409
        case .tooLarge: 413
        case .unsupportedVersion: 426
        case .tooManyRequests: 429
        case .headerTooLarge: 431
        case .fault: 500
        case .unavailable: 503
        case .storageFull: 507
        }
    }
}
