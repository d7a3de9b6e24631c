// State that several threads may ask for, one at a time.

internal import Synchronization

/// Lends a connection, and whatever hangs on it, to one caller at a time.
///
/// `Mutex` alone cannot say it: it demands that nothing a closure captured could reach the state, which no closure with
/// a caller's own code can promise. The promise is the contract here: neither the state nor a part of it leaves the
/// closure, unless it is sendable.
public final class Exclusive<State>: @unchecked Sendable {
    private let mutex = Mutex(())
    private var state: State

    /// Takes the state over: from now on nobody else may keep a reference into it.
    public init(_ state: sending State) {
        self.state = state
    }

    /// Runs `body` alone; others wait meanwhile. Must not be called from within itself.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try mutex.withLock { _ in try body(&state) }
    }
}
