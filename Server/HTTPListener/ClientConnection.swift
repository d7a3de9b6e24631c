// One open connection, shared by the workers, the watch and whoever answers.

import CPackmuleMicrohttpd
import Platform
import Synchronization

/// A connection of a client. Its socket is open as long as the ``Door`` knows it.
final class ClientConnection: Sendable {
    /// The library's connection and the exchange on it.
    private struct State {
        /// Where the library keeps the connection. Other threads may use it only while the request rests: then it
        /// certainly exists.
        let library: UInt
        var exchange: Exchange
    }

    /// The socket.
    let descriptor: Int32
    /// The address of the other side, in digits.
    let peerAddress: String
    private let isTargetPlain = Atomic(false)
    private let state: Mutex<State>

    /// A connection that was just accepted.
    init(_ library: OpaquePointer, nowMilliseconds: Int) {
        descriptor = packmule_http_connection_socket(library)
        peerAddress = packmule_http_client_address(library).map { Sockets.text(ofAddress: $0) } ?? ""
        state = Mutex(State(library: UInt(bitPattern: library), exchange: Exchange(nowMilliseconds: nowMilliseconds)))
    }

    /// Remembers whether the target of the request, as it was sent, is plain. Workers only.
    func setTarget(isPlain: Bool) {
        isTargetPlain.store(isPlain, ordering: .relaxed)
    }

    /// Whether the target of the request is plain. Workers only.
    var hasPlainTarget: Bool { isTargetPlain.load(ordering: .relaxed) }

    /// Looks at the exchange, or lets something happen to it.
    func withExchange<Result: Sendable>(_ body: (inout Exchange) -> Result) -> Result {
        state.withLock { body(&$0.exchange) }
    }

    /// The handler returned: what the worker does next. The connection is suspended before anybody can wake it.
    func handled() -> Exchange.Step {
        state.withLock { state in
            let step = state.exchange.handled()
            if case .rest = step { MHD_suspend_connection(OpaquePointer(bitPattern: state.library)) }
            return step
        }
    }

    /// An answer came, from whatever thread.
    func answer(_ answer: Exchange.Answer, number: Int) {
        state.withLock { state in
            if state.exchange.answered(answer, number: number) { Self.wake(state) }
        }
    }

    /// Keeps what is to be told when the client goes.
    func keep(onCancel: @escaping @Sendable () -> Void, number: Int) {
        let isAbandoned = state.withLock { state in
            !state.exchange.keep(onCancel: onCancel, number: number) && state.exchange.isAbandoned(number: number)
        }
        if isAbandoned { onCancel() }
    }

    /// Whether the client has gone before the answer to the request of that number.
    func isAbandoned(number: Int) -> Bool {
        state.withLock { $0.exchange.isAbandoned(number: number) }
    }

    /// The client has gone while its request rested.
    func abandon() {
        let onCancel = state.withLock { state in
            let (isResting, onCancel) = state.exchange.abandon()
            if isResting { Self.wake(state) }
            return onCancel
        }
        onCancel?()
    }

    /// Lets nothing rest from now on.
    func stop() {
        state.withLock { state in
            if state.exchange.stop() { Self.wake(state) }
        }
    }

    /// Under the lock, so that whoever stops the listener finds no connection between resting and waking.
    private static func wake(_ state: State) {
        MHD_resume_connection(OpaquePointer(bitPattern: state.library))
    }
}
