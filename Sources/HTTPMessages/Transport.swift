// The seam to the network: a request goes out, its answer comes in.

/// What carries requests to one server. The real one is libcurl's; a test hands the request to the server's handler
/// itself.
public protocol Transport: Sendable {
    /// Sends a request and waits for its whole answer; any status is an answer. Calls from several threads run side by
    /// side.
    ///
    /// - Parameters:
    ///   - limitBytes: the longest body that is accepted.
    ///   - timeoutSeconds: how long the whole exchange may take.
    func send(
        _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
    ) throws(TransportError) -> HTTPResponse

    /// Ends every call at once, now and from now on, with ``TransportError/cancelled``. May be called from any thread.
    func cancel()
}

/// Why no answer came, by what the caller can do.
public enum TransportError: Error, Equatable, Sendable {
    /// Try again later: the server was not reached, or the connection broke.
    case unreachable(reason: String)
    /// Try again later: no answer came in time.
    case timedOut
    /// Ask whoever runs the server: its certificate does not prove that it is the one meant.
    case untrusted(reason: String)
    /// Not a server of ours: what came is no answer, or longer than accepted.
    case invalidAnswer(reason: String)
    /// ``Transport/cancel()`` was called.
    case cancelled
}
