// The seam to whoever answers requests.

package import HTTPMessages

/// Answers requests. Its functions are called on the few worker threads of the listener, side by side, and must not
/// wait: whoever has to, keeps the ``Reply`` and returns.
package protocol HTTPHandler: Sendable {
    /// Decides on a request by its head, before a byte of its body is read.
    func admit(_ head: borrowing RequestHead) -> Admission

    /// Answers an admitted request that was received whole, by `reply`, now or later.
    func answer(_ request: ReceivedRequest, _ reply: Reply)

    /// What a client is told that the listener itself refuses. The listener sets the status: that of the reason.
    func refusal(_ reason: DoorReason) -> HTTPResponse

    /// The listener stops soon: whatever waits for news is to be answered now. What still waits when the listener
    /// stops is refused as ``DoorReason/stopping``.
    func drain()
}

extension HTTPHandler {
    /// Nothing waits for news.
    package func drain() {}
}

/// What becomes of a request whose head was seen.
package enum Admission: Sendable {
    /// Its body is received, up to that many bytes; the context comes back with it.
    case accept(bodyLimitBytes: Int, context: (any Sendable)? = nil)
    /// It is answered at once. The connection is closed when a body would follow.
    case refuse(HTTPResponse)
}

/// A request that was received whole.
package struct ReceivedRequest: Sendable {
    /// What it asks for.
    package let method: HTTPMethod
    /// Begins with a slash; only `A-Z a-z 0-9 / _ . -`.
    package let path: String
    /// The address of the client in digits, as ``RequestHead/clientAddress``.
    package let clientAddress: String
    /// Not longer than was admitted.
    package let body: [UInt8]
    /// What ``HTTPHandler/admit(_:)`` left for it.
    package let context: (any Sendable)?
}
