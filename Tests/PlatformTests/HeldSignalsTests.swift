// Tests of signals that are held back until they are taken.

import Platform
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Held signals")
struct HeldSignalsTests {
    @Test(
        "A signal to the thread waits until it is taken",
        arguments: [(ServiceSignal.terminate, SIGTERM), (.interrupt, SIGINT), (.hangUp, SIGHUP)])
    func waits(signal: ServiceSignal, number: Int32) async throws {
        let (first, second) = try await onThread {
            let held = HeldSignals([.terminate, .interrupt, .hangUp])
            pthread_kill(pthread_self(), number)
            return (held.next(timeoutMilliseconds: 10_000), held.next(timeoutMilliseconds: 0))
        }
        #expect(first == signal)
        #expect(second == nil)
    }

    @Test("Threads started later hold them back too")
    func inherited() async throws {
        let taken = try await onThread {
            let held = HeldSignals([.hangUp])
            try BackgroundThread.run { pthread_kill(pthread_self(), SIGHUP) }
            return held.next(timeoutMilliseconds: 0)
        }
        // It waits in the other thread, which ended with it; nothing ended the process.
        #expect(taken == nil)
    }
}
