// Code that blocks, on a thread of its own.

import Platform

/// Runs the body on a new thread of the system, and returns or throws what it does. Whatever waits for a lock goes
/// here, because the threads of Swift's tasks are few.
package func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.run { continuation.resume(with: Swift.Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// A body that runs on a new thread of the system from now on. Whoever waits for something that it does, and so keeps
/// one of the few threads of Swift's tasks, starts it by this: a child task might find none left to begin on.
package final class StartedThread<Result: Sendable>: Sendable {
    private let outcome = Condition<Swift.Result<Result, any Error>?>(nil)

    /// Starts the body.
    package init(_ body: @escaping @Sendable () throws -> Result) throws {
        try BackgroundThread.run { [outcome] in
            let result = Swift.Result { try body() }
            outcome.withLock { $0 = result }
        }
    }

    /// Blocks until the body has ended, and returns or throws what it did.
    package func value() throws -> Result {
        try outcome.wait { $0 }.get()
    }
}
