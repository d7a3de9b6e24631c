// A request and its answer, as values.

/// What a request asks for (RFC 9110 section 9).
public enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
}

/// A request as it is sent or was received whole.
public struct HTTPRequest: Sendable, Equatable {
    /// What it asks for.
    public let method: HTTPMethod
    /// Begins with a slash; no query, nothing percent-encoded.
    public let path: String
    /// Without those that the transport writes itself: Host, Content-Length.
    public let headers: HTTPHeaders
    /// Empty where there is none.
    public let body: [UInt8]

    /// A request of these parts.
    public init(_ method: HTTPMethod, _ path: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// An answer as it is sent or was received whole.
public struct HTTPResponse: Sendable, Equatable {
    /// 200…599, as RFC 9110 section 15 names them.
    public let status: Int
    /// Without those that the transport writes itself: Date, Content-Length.
    public let headers: HTTPHeaders
    /// Empty where there is none.
    public let body: [UInt8]

    /// An answer of these parts.
    public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
