// Ending within a second, whatever is under way.

import HTTPMessages
import Platform
import Synchronization

/// Takes the signal to end, and cuts off the calls that are under way.
final class Stopping: Sendable {
    private struct State {
        var isStopping = false
        var transports: [any Transport] = []
    }

    private let state = Mutex(State())
    private let finished: WakeSignal

    /// - Throws: when the system has nothing left to wait with.
    init() throws(PlatformError) {
        finished = try WakeSignal()
    }

    /// A way to a server that is cut off when the daemon has to end; one made after that is cut off already.
    func register(_ transport: any Transport) -> any Transport {
        let isStopping = state.withLock { state in
            state.transports.append(transport)
            return state.isStopping
        }
        if isStopping { transport.cancel() }
        return transport
    }

    /// Forgets a way that is not used any more, and cuts it off.
    func drop(_ transport: any Transport) {
        transport.cancel()
        state.withLock { state in
            state.transports.removeAll { $0 as AnyObject === transport as AnyObject }
        }
    }

    /// Cuts off all calls, now and from now on.
    func stop() {
        let transports = state.withLock { state in
            state.isStopping = true
            return state.transports
        }
        for transport in transports { transport.cancel() }
    }

    /// Waits for a signal on a thread of its own, tells of it, and cuts off what is under way.
    ///
    /// - Parameter end: ends the process; called when ``finish()`` is not in time: somebody may hold the store.
    func listen(
        to signals: any SignalSource, end: @escaping @Sendable () -> Void,
        _ tell: @escaping @Sendable (ServiceSignal) -> Void
    ) throws {
        try BackgroundThread.run { [self] in
            var signal: ServiceSignal?
            while signal == nil { signal = signals.next(timeoutMilliseconds: Limits.signalMilliseconds) }
            signal.map(tell)
            stop()
            if !finished.wait(timeoutMilliseconds: Limits.stopMilliseconds) { end() }
        }
    }

    /// Everything has ended in good order.
    func finish() {
        finished.give()
    }
}
