// State lent to one caller at a time.

import TestSupport
import Testing

@testable import SQLiteDatabase

@Suite("Exclusive")
struct ExclusiveTests {
    @Test func `four threads lose no addition`() async throws {
        let count = Exclusive(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        for _ in 0..<10_000 { count.withLock { $0 += 1 } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(count.withLock { $0 } == 40_000)
    }

    @Test func `an error comes out, and the next caller gets in`() {
        struct Stopped: Error {}
        let state = Exclusive([1])
        #expect(throws: Stopped.self) {
            try state.withLock { state in
                state.append(2)
                throw Stopped()
            }
        }
        #expect(state.withLock { $0 } == [1, 2])
    }
}
