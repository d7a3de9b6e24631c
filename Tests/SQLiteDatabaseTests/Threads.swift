// Code that blocks, on a thread of its own.

@testable import Platform

/// Runs the body on a new thread.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.run { continuation.resume(with: Swift.Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
