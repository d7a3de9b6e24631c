// What each route asks of a request before it is read.

package import HTTPMessages
internal import SyncProtocol

/// One line of the closed table of routes.
struct RouteRule: Sendable {
    /// The one method that it takes.
    let method: HTTPMethod
    /// Whether only a device of a space may ask.
    let needsToken: Bool
    /// Bytes of the longest body.
    let bodyLimitBytes: Int

    /// The rule of a route.
    init(of route: Route, _ limits: ServerLimits) {
        switch route {
        case .exchange, .devices: self.init(.post, needsToken: true, limits.requestBytes)
        case .watch, .invitations: self.init(.post, needsToken: true, Self.smallBodyBytes)
        case .claim, .join, .recovery: self.init(.post, needsToken: false, Self.smallBodyBytes)
        case .health: self.init(.get, needsToken: false, 0)
        }
    }

    private init(_ method: HTTPMethod, needsToken: Bool, _ bodyLimitBytes: Int) {
        (self.method, self.needsToken, self.bodyLimitBytes) = (method, needsToken, bodyLimitBytes)
    }

    /// The longest of the small messages, an invitation with its wrapped key, has under 400 bytes.
    private static let smallBodyBytes = 1_024
}

/// What is known of a request before its body is read.
package struct RequestStart: Sendable {
    /// What it asks for.
    package let method: HTTPMethod
    /// The path, as it stands in the request.
    package let path: String
    /// The value of the one field Authorization; nil where there is none.
    package let authorization: String?
    /// The length of the body; nil where it is not known yet.
    package let bodyByteCount: Int?
    /// The address of the client in digits.
    package let address: String

    /// A request that starts so.
    package init(
        method: HTTPMethod, path: String, authorization: String?, bodyByteCount: Int?, address: String
    ) {
        (self.method, self.path, self.authorization) = (method, path, authorization)
        (self.bodyByteCount, self.address) = (bodyByteCount, address)
    }
}

/// A request that may be read.
package struct AdmittedRequest: Sendable {
    /// Bytes of the longest body that is taken.
    package let bodyLimitBytes: Int
    /// By which answer and log name the request.
    package let requestID: UInt64
    let route: Route
    let caller: Membership?

    /// SHA-256 of the token that the request carries; nil where it needs none.
    package var tokenHash: [UInt8]? { caller?.tokenHash }
}

/// What becomes of a request at its start.
package enum Entry: Sendable {
    /// Its body is to be read.
    case admitted(AdmittedRequest)
    /// It is answered at once.
    case refused(HTTPResponse)
}
