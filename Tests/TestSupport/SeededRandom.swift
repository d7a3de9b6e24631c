// A repeatable source of random bits behind the seam for chance.

import Platform
import Synchronization

/// The draws of a ``SeededGenerator``, one after the other.
package final class SeededRandom: RandomSource {
    private let generator: Mutex<SeededGenerator>

    /// The same seed gives the same bits.
    package init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    /// 64 random bits.
    package func next64() -> UInt64 {
        generator.withLock { $0.next() }
    }
}
