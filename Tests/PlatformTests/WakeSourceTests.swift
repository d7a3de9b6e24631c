// What a loop sleeps on: the timer of the system, calls, and the one that tests move.

import Platform
import TestSupport
import Testing

@Suite("Wake sources")
struct WakeSourceTests {
    private let source: SystemWakeSource

    init() throws {
        source = try SystemWakeSource()
    }

    @Test("A time that is over is due at once, however long ago", arguments: [Int64.min, -1, 0, 1, 1_777_636_800_000])
    func past(milliseconds: Int64) throws {
        try source.arm(atMilliseconds: milliseconds)
        #expect(try source.wait() == .due)
    }

    @Test("A time to come is due when it has come, not before")
    func future() throws {
        let clock = SystemClock()
        let due = clock.millisecondsSince1970() + 30
        try source.arm(atMilliseconds: due)
        #expect(try source.wait() == .due)
        #expect(clock.millisecondsSince1970() >= due)
    }

    @Test("The time said last counts")
    func rearming() throws {
        try source.arm(atMilliseconds: 0)
        try source.arm(atMilliseconds: nil)
        source.call()
        #expect(try source.wait() == .called)
        try source.arm(atMilliseconds: .max)
        try source.arm(atMilliseconds: 0)
        #expect(try source.wait() == .due)
    }

    @Test("Calls are kept, and many are one")
    func calls() throws {
        for _ in 1...3 { source.call() }
        try source.arm(atMilliseconds: 0)
        #expect(try source.wait() == .called)
        #expect(try source.wait() == .due)
    }

    @Test("A call of another thread ends a wait", .timeLimit(.minutes(1)))
    func otherThread() async throws {
        let source = source
        async let wake = onThread { try source.wait() }
        source.call()
        #expect(try await wake == .called)
    }
}

@Suite("The wake source of tests")
struct ManualWakeSourceTests {
    private let clock = ManualClock(millisecondsSince1970: 1_000)

    @Test("It is due when the clock of the test has come so far")
    func due() {
        let source = ManualWakeSource(clock)
        source.arm(atMilliseconds: 1_500)
        #expect(source.armedMilliseconds == 1_500)
        source.advance(milliseconds: 499)
        source.call()
        #expect(source.wait() == .called)
        source.advance(milliseconds: 1)
        #expect(source.wait() == .due)
        #expect(source.armedMilliseconds == nil)
    }

    @Test("Setting the clock tells, and a sleeping machine is a clock that jumps")
    func clockChanged() {
        let source = ManualWakeSource(clock)
        source.arm(atMilliseconds: 1_500)
        source.setClock(milliseconds: 900)
        #expect(source.wait() == .clockChanged)
        source.setClock(milliseconds: 2_000)
        #expect(source.wait() == .clockChanged)
        #expect(source.wait() == .due)
    }
}
