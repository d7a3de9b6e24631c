// Tests of signals between threads.

import Platform
import Testing

@Suite("A signal between threads")
struct WakeSignalTests {
    @Test("It is taken once, however often it was given before")
    func takenOnce() throws {
        let signal = try WakeSignal()
        #expect(!signal.wait(timeoutMilliseconds: 0))
        signal.give()
        signal.give()
        #expect(signal.wait(timeoutMilliseconds: 0))
        #expect(!signal.wait(timeoutMilliseconds: 1))
    }

    @Test("A thread that waits is woken by another")
    func between() throws {
        let (question, answer) = (try WakeSignal(), try WakeSignal())
        try BackgroundThread.run {
            if question.wait(timeoutMilliseconds: 10_000) { answer.give() }
        }
        question.give()
        #expect(answer.wait(timeoutMilliseconds: 10_000))
    }

    @Test("A wait lasts as long as it was told")
    func timeout() throws {
        let signal = try WakeSignal()
        let clock = MonotonicClock()
        #expect(!signal.wait(timeoutMilliseconds: 20))
        #expect(clock.elapsedNanoseconds() >= 20_000_000)
    }
}
