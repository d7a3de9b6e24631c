// How long is waited after failures.

import Platform
import SyncProtocol
import TestSupport
import Testing

/// Draws the same bits again and again.
struct FixedRandom: RandomSource {
    let bits: UInt64

    func next64() -> UInt64 { bits }
}

struct BackOffTests {
    @Test(
        "The ceiling doubles from one second to five minutes",
        arguments: [
            (1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 16_000), (6, 32_000), (7, 64_000), (8, 128_000),
            (9, 256_000), (10, 300_000), (11, 300_000), (100, 300_000),
        ] as [(Int, Int64)])
    func ceiling(failureCount: Int, ceiling: Int64) {
        var backOff = BackOff()
        for _ in 1..<failureCount { _ = backOff.failed(random: FixedRandom(bits: 0)) }
        var same = backOff
        #expect(backOff.failed(random: FixedRandom(bits: UInt64(ceiling) - 1)) == ceiling)
        #expect(same.failed(random: FixedRandom(bits: 0)) == 1)
    }

    @Test("The jitter uses the whole range")
    func jitter() {
        let random = SeededRandom(seed: 1)
        var quarters = [0, 0, 0, 0]
        for _ in 0..<4000 {
            var backOff = BackOff()
            quarters[Int(backOff.failed(random: random) - 1) / 250] += 1
        }
        #expect(quarters.allSatisfy { 900...1100 ~= $0 })
    }

    @Test(
        "What the server asks for is waited, an hour at most, and the jitter behind it",
        arguments: [(0, 1), (1, 1001), (30, 30_001), (3600, 3_600_001), (3601, 3_600_001), (.max, 3_600_001)]
            as [(UInt32, Int64)])
    func retryAfter(seconds: UInt32, milliseconds: Int64) {
        var backOff = BackOff()
        #expect(backOff.failed(retryAfterSeconds: seconds, random: FixedRandom(bits: 0)) == milliseconds)
    }

    @Test("A success begins anew")
    func success() {
        var backOff = BackOff()
        for _ in 0..<20 { _ = backOff.failed(random: FixedRandom(bits: 0)) }
        backOff.succeeded()
        #expect(backOff == BackOff())
        #expect(backOff.failed(random: FixedRandom(bits: 999)) == 1000)
    }
}
