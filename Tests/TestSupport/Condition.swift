// A value that threads of a test wait for.

#if canImport(Glibc)
import Glibc
#endif

/// A value behind a lock; whoever changes it wakes all who wait.
package final class Condition<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    /// Starts with a value.
    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Blocks the thread until the question has an answer; it is asked again after every change. What does not come in
    /// two minutes will never come: the run is stopped then, for a test that hangs tells nothing.
    package func wait<Result>(_ question: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec(tv_sec: time(nil) + 120, tv_nsec: 0)
        while true {
            if let result = question(&value) { return result }
            let code = pthread_cond_timedwait(changed, mutex, &deadline)
            precondition(code != ETIMEDOUT, "waited two minutes in vain")
        }
    }
}
