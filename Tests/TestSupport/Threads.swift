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
