// A clock that stands still until a test moves it.

import Platform
import Synchronization

/// The time a test says it is.
package final class ManualClock: WallClock {
    private let now: Mutex<Int64>

    /// Starts at that many milliseconds since 1970; without an argument on 2026-05-01 at 12:00 UTC.
    package init(millisecondsSince1970: Int64 = 1_777_636_800_000) {
        now = Mutex(millisecondsSince1970)
    }

    /// The time last set.
    package func millisecondsSince1970() -> Int64 {
        now.withLock { $0 }
    }

    /// Moves the clock to a time, forward or back.
    package func set(millisecondsSince1970: Int64) {
        now.withLock { $0 = millisecondsSince1970 }
    }

    /// Moves the clock by milliseconds, forward or (negative) back.
    package func advance(milliseconds: Int64) {
        now.withLock { $0 += milliseconds }
    }
}
