// The answer to one request, given when it is there.

package import HTTPMessages

/// Takes the answer to one request, from any thread; the first one counts, and what comes after it, or after the client
/// has gone, is ignored. Given within the call of ``HTTPHandler/answer(_:_:)`` it is sent at once; later it wakes the
/// connection, which holds no thread meanwhile. Let go without an answer, the request is refused as
/// ``DoorReason/unanswered``.
package final class Reply: Sendable {
    private let connection: ClientConnection
    private let number: Int

    init(_ connection: ClientConnection, number: Int) {
        self.connection = connection
        self.number = number
    }

    deinit {
        connection.answer(.refusal(.unanswered), number: number)
    }

    /// Answers.
    package func send(_ response: HTTPResponse) {
        connection.answer(.response(response), number: number)
    }

    /// Answers with what the body returns. It runs on the worker thread that sends the answer, and must not wait; never
    /// when the client has gone meanwhile.
    package func resume(_ body: @escaping @Sendable () -> HTTPResponse) {
        connection.answer(.deferred(body), number: number)
    }

    /// Has the body called, once and on a thread of the listener, when the client goes before the answer. That is
    /// noticed within ``HTTPListener/Limits/watchMilliseconds``. A second body takes the place of the first.
    package func onCancel(_ body: @escaping @Sendable () -> Void) {
        connection.keep(onCancel: body, number: number)
    }

    /// Whether the client has gone before the answer.
    package var isCancelled: Bool {
        connection.isAbandoned(number: number)
    }
}
