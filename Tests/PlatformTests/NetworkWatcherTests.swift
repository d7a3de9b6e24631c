// Changes of the network; a test cannot make any, but it can end the wait for them.

import Platform
import TestSupport
import Testing

@Suite("Network watcher")
struct NetworkWatcherTests {
    @Test("Cancelling ends a wait of another thread, and every later one", .timeLimit(.minutes(1)))
    func cancel() async throws {
        let watcher = try NetworkWatcher()
        async let isWaiting = onThread {
            // A machine that comes into a network meanwhile is none of this test's business.
            while try watcher.wait() {}
            return false
        }
        watcher.cancel()
        #expect(try await isWaiting == false)
        #expect(try watcher.wait() == false)
    }
}
