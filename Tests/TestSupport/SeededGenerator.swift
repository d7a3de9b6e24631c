// Repeatable chance for tests: the same seed gives the same draws on every machine and with every toolchain.

/// The generator xoshiro256** (Blackman and Vigna), its state filled by splitmix64 from one seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Any seed is good, 0 too.
    package init(seed: UInt64) {
        var source = SplitMix64(state: seed)
        state = (source.next(), source.next(), source.next(), source.next())
    }

    /// 64 random bits.
    package mutating func next() -> UInt64 {
        let result = (state.1 &* 5).rotatedLeft(by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3.rotatedLeft(by: 45)
        return result
    }
}

/// The generator that turns one seed into well mixed words.
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

extension UInt64 {
    fileprivate func rotatedLeft(by count: Int) -> UInt64 {
        self << count | self >> (64 - count)
    }
}
