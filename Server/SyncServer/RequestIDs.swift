// Numbers by which an answer and the log name one request.

internal import Synchronization

/// Counts from a random start: no two requests of a process share a number, and those of two processes hardly ever.
final class RequestIDs: Sendable {
    private let nextID: Atomic<UInt64>

    init(startingAt start: UInt64) {
        nextID = Atomic(start)
    }

    func next() -> UInt64 {
        nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}
