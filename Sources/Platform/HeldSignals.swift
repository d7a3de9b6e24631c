// Signals that a service takes one after the other, in the thread that waits for them.

#if canImport(Glibc)
import Glibc
#endif

/// What a service is told by signals.
package enum ServiceSignal: Sendable, CaseIterable {
    /// SIGTERM: end in good order.
    case terminate
    /// SIGINT: end in good order; a person pressed Ctrl-C.
    case interrupt
    /// SIGHUP: read what may have changed again.
    case hangUp

    fileprivate var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        }
    }
}

/// Where a service learns of signals. The system's are ``HeldSignals``; a test gives its own.
package protocol SignalSource: Sendable {
    /// Blocks the thread until a signal comes, or the time is over; then nil. May come back early.
    func next(timeoutMilliseconds: Int) -> ServiceSignal?
}

/// Holds signals back, from this thread and every one started from it later, so that nothing is interrupted: they wait
/// until they are taken.
package struct HeldSignals: SignalSource {
    private let signals: [ServiceSignal]

    /// Holds these from now on. To be made before the first thread is started.
    package init(_ signals: [ServiceSignal]) {
        self.signals = signals
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Takes the next of the signals held.
    package func next(timeoutMilliseconds: Int) -> ServiceSignal? {
        var set = Self.set(of: signals)
        let milliseconds = max(0, timeoutMilliseconds)
        var timeout = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        let number = sigtimedwait(&set, nil, &timeout)
        return signals.first { $0.number == number }
    }

    private static func set(of signals: [ServiceSignal]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        return set
    }
}
