// Waiting for another thread, and a clock that a workload can hold.

import Glibc
import Platform
import Synchronization

/// A thread waits until another one raises it, as often as it was raised.
final class Signal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }

    func wait() {
        while sem_wait(semaphore) != 0 {}
    }
}

/// The machine's clock, but where a workload says what time it is.
final class SteppedClock: WallClock {
    private let held = Mutex<Int64?>(nil)

    func millisecondsSince1970() -> Int64 {
        held.withLock { $0 } ?? SystemClock().millisecondsSince1970()
    }

    func monotonicMilliseconds() -> Int64 { millisecondsSince1970() }

    /// From now on it is that time.
    func stand(at milliseconds: Int64) { held.withLock { $0 = milliseconds } }

    /// From now on it is as late as it is.
    func goOn() { held.withLock { $0 = nil } }
}
