// The chance of one schedule: one seed, forked, so that a draw more here leaves the draws there as they are.

package import TestSupport

/// The seed of a schedule, and the generators that come of it.
package struct Streams: Sendable {
    /// What is drawn.
    package enum Purpose: UInt64, Sendable {
        /// How large the schedule is and which faults it has.
        case mix = 1
        /// When events happen, and what they are: one fork an event.
        case schedule
        /// What happens to requests and answers: one fork a request of a device.
        case network
        /// What happens to files.
        case disk
        /// How wrong clocks are.
        case clock
        /// The chance that devices and server are handed: identities, numbers, nonces.
        case identity
        /// Which of two things at one time comes first.
        case order
    }

    /// The seed of the schedule.
    package let seed: UInt64

    /// The streams of a seed.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// A generator of its own for one purpose and number.
    package func fork(_ purpose: Purpose, _ number: UInt64 = 0) -> SeededGenerator {
        SeededGenerator(seed: self.number(purpose, number))
    }

    /// The seed of such a generator.
    package func number(_ purpose: Purpose, _ number: UInt64 = 0) -> UInt64 {
        var source = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ purpose.rawValue)
        return source.next() ^ (number &* 0xD6E8_FEB8_6659_FD93)
    }
}

extension SeededGenerator {
    /// A number of the range, small ones as likely as large ones on a scale of powers.
    ///
    /// - Parameter skew: 1 for even on that scale; more makes small ones likelier.
    package mutating func scaled(_ range: ClosedRange<Double>, skew: Int = 1) -> Double {
        let draw = Double(next() >> 11) / Double(1 << 53)
        let place = (0..<skew).reduce(1.0) { product, _ in product * draw }
        return range.lowerBound * Self.power(range.upperBound / range.lowerBound, place)
    }

    /// The same in whole numbers.
    package mutating func scaled(_ range: ClosedRange<Int>, skew: Int = 1) -> Int {
        let drawn = scaled(Double(range.lowerBound)...Double(range.upperBound + 1), skew: skew)
        return min(range.upperBound, max(range.lowerBound, Int(drawn)))
    }

    /// `base` to an exponent of 0 to 1, by square roots alone: the same bits on every machine.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        var (result, root, rest) = (1.0, base, exponent)
        for _ in 0..<24 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return result
    }
}
