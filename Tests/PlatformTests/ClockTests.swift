// The clocks of the machine, and the one that tests move by hand.

import Platform
import TestSupport
import Testing

struct ClockTests {
    @Test("The clock of the machine shows a time between 2026 and 2100")
    func systemClock() {
        let now = SystemClock().millisecondsSince1970()
        #expect(now > 1_767_225_600_000 && now < 4_102_444_800_000)
    }

    @Test("Elapsed time starts near zero and never goes back")
    func monotonicClock() {
        let clock = MonotonicClock()
        var previous: Int64 = 0
        for _ in 0..<1_000 {
            let elapsed = clock.elapsedNanoseconds()
            #expect(elapsed >= previous)
            previous = elapsed
        }
        #expect(previous > 0 && clock.elapsedSeconds() < 60)
    }

    @Test("The monotonic clock of the machine never goes back; a clock that has none of its own lends its time of day")
    func monotonicSeam() {
        let system = SystemClock()
        let first = system.monotonicMilliseconds()
        #expect(first >= 0 && system.monotonicMilliseconds() >= first)
        let manual: any WallClock = ManualClock(millisecondsSince1970: 1_000)
        #expect(manual.monotonicMilliseconds() == 1_000)
    }

    @Test("A manual clock stands still until it is moved, forward or back")
    func manualClock() {
        let clock = ManualClock(millisecondsSince1970: 1_000)
        let seam: any WallClock = clock
        #expect(seam.millisecondsSince1970() == 1_000)
        clock.advance(milliseconds: 500)
        #expect(seam.millisecondsSince1970() == 1_500)
        clock.advance(milliseconds: -2_000)
        #expect(seam.millisecondsSince1970() == -500)
        clock.set(millisecondsSince1970: 7)
        #expect(seam.millisecondsSince1970() == 7)
    }

    @Test("Without an argument a manual clock starts on 2026-05-01 at noon UTC")
    func manualClockStart() {
        #expect(ManualClock().millisecondsSince1970() == 1_777_636_800_000)
    }
}
