// The clock that stamps local writes: its laws over random schedules, and its edges by hand.

import Replication
import TestSupport
import Testing

struct HybridClockTests {
    static let noon: Int64 = 1_777_636_800_000

    @Test("A tick takes the wall's time with a counter of 0")
    func wall() {
        var clock = HybridClock()
        #expect(clock.tick(now: 1_000) == 1_000 << 16)
        #expect(clock.last == 1_000 << 16)
        #expect(clock.published == 0)
    }

    @Test("Ticks in one millisecond count up")
    func counter() {
        var clock = HybridClock()
        #expect((0..<3).map { _ in clock.tick(now: 1_000) } == [1_000 << 16, 1_000 << 16 | 1, 1_000 << 16 | 2])
    }

    @Test("A full counter carries into the milliseconds")
    func carry() {
        var clock = HybridClock(last: 1_000 << 16 | 0xFFFF)
        #expect(clock.tick(now: 1_000) == 1_001 << 16)
    }

    @Test("The offset to the server's clock is added to the wall", arguments: [-5_000, 0, 5_000] as [Int64])
    func offset(milliseconds: Int64) {
        var clock = HybridClock(offsetMilliseconds: milliseconds)
        #expect(clock.tick(now: Self.noon) == UInt64(Self.noon + milliseconds) << 16)
    }

    @Test("Receiving raises both times, and never lowers one")
    func receive() {
        var clock = HybridClock(last: 10, published: 5)
        clock.receive(8)
        #expect(clock == HybridClock(last: 10, published: 8))
        clock.receive(20)
        #expect(clock == HybridClock(last: 20, published: 20))
        clock.receive(1)
        #expect(clock == HybridClock(last: 20, published: 20))
    }

    @Test("Confirming an own change publishes its time")
    func confirm() {
        var clock = HybridClock(last: 30, published: 5)
        clock.confirm(25)
        #expect(clock == HybridClock(last: 30, published: 25))
    }

    @Test("After *ahead* the clock goes back to the server's time, but not behind what is published")
    func restamped() {
        let fast = HybridClock(last: UInt64(Self.noon + 9_000_000) << 16, published: 77 << 16, offsetMilliseconds: -3)
        #expect(
            fast.restamped(serverMilliseconds: Self.noon)
                == HybridClock(last: UInt64(Self.noon) << 16, published: 77 << 16, offsetMilliseconds: -3))
        #expect(fast.restamped(serverMilliseconds: 5).last == 77 << 16)
    }

    @Test("A write is stamped beyond what owns its cells, even after the clock went back")
    func beyondOwned() {
        var clock = HybridClock(last: 100 << 16)
        #expect(clock.tick(now: 100, beyond: 500 << 16) == 500 << 16 | 1)
        #expect(clock.tick(now: 100, beyond: 7) == 500 << 16 | 2)
    }

    @Test("At the latest time the clock stands still instead of trapping")
    func ceiling() {
        var clock = HybridClock(last: .max, published: .max, offsetMilliseconds: .max)
        #expect(clock.last == Stamp.latestTime && clock.published == Stamp.latestTime)
        #expect(clock.tick(now: .max) == Stamp.latestTime)
        clock.receive(.max)
        #expect(clock.tick(now: .min, beyond: .max) == Stamp.latestTime)
        #expect(Stamp(time: clock.last, device: 1) != nil)
    }

    @Test("Any wall and offset are survived", arguments: [Int64.min, -1, 0, 1, .max], [Int64.min, -1, 0, 1, .max])
    func extremes(wall: Int64, offset: Int64) {
        var clock = HybridClock(offsetMilliseconds: offset)
        #expect(clock.tick(now: wall) >= 1)
        #expect(clock.last <= Stamp.latestTime)
    }

    @Test(
        "Times given strictly increase, never lie behind wall or anything received, however the wall jumps",
        arguments: 0..<40 as Range<UInt64>)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = HybridClock()
        var wall = Self.noon
        var given: UInt64 = 0
        var greatestReceived: UInt64 = 0
        for _ in 0..<500 {
            wall += Int64(random.bool(probability: 0.1) ? random.int(in: -90_000...90_000) : random.int(in: 0...2))
            switch random.int(in: 0..<10) {
            case 0:
                let time =
                    Stamp.time(milliseconds: wall + Int64(random.int(in: -5_000...5_000)))
                    + UInt64(random.int(in: 0...0xFFFF))
                clock.receive(time)
                greatestReceived = max(greatestReceived, time)
            case 1:
                clock.confirm(given)
                greatestReceived = max(greatestReceived, given)
            default:
                let time = clock.tick(now: wall)
                #expect(time > given)
                #expect(time > greatestReceived)
                #expect(time >= UInt64(wall) << 16)
                given = time
            }
            #expect(clock.published == greatestReceived)
            #expect(clock.last >= clock.published)
        }
    }
}
