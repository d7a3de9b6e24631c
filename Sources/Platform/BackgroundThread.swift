// A thread for work that blocks, so that it does not take one of the few threads of Swift's tasks.

#if canImport(Glibc)
import Glibc
#endif

/// Threads of the system.
package enum BackgroundThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs the body on a new thread, which ends with it.
    ///
    /// - Throws: when the system has no more threads.
    package static func run(_ body: @escaping @Sendable () -> Void) throws(PlatformError) {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            },
            work.toOpaque())
        guard code == 0 else {
            work.release()
            throw PlatformError(SystemFailure(operation: .askSystem, path: "a thread", code: code))
        }
        pthread_detach(thread)
    }
}
