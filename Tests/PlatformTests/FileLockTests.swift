// A lock that two cannot hold.

import TestSupport
import Testing

@testable import Platform

struct FileLockTests {
    let folder = TemporaryFolder()

    @Test("Whoever comes second does not get the lock until it is given back")
    func exclusion() throws {
        let (one, two) = (try FileLock(path: folder.path("lock")), try FileLock(path: folder.path("lock")))
        #expect(try one.tryLock())
        #expect(try !two.tryLock())
        #expect(try one.tryLock())
        try one.unlock()
        #expect(try two.tryLock())
        #expect(try !one.tryLock())
    }

    @Test("The lock ends with the value that holds it")
    func lifetime() throws {
        let other = try FileLock(path: folder.path("lock"))
        do {
            let holder = try FileLock(path: folder.path("lock"))
            #expect(try holder.tryLock())
            #expect(try !other.tryLock())
        }
        #expect(try other.tryLock())
    }

    @Test("Waiting ends when the holder gives the lock back")
    func waiting() async throws {
        let (one, two) = (try FileLock(path: folder.path("lock")), try FileLock(path: folder.path("lock")))
        try one.lock()
        let (turns, continuation) = AsyncStream.makeStream(of: Bool.self)
        try BackgroundThread.run {
            continuation.yield(true)
            continuation.yield((try? two.lock()) != nil)
            continuation.finish()
        }
        var turn = turns.makeAsyncIterator()
        #expect(await turn.next() == true)
        try one.unlock()
        #expect(await turn.next() == true)
        #expect(try !one.tryLock())
    }

    @Test("The lock file is made privately, its folder is not")
    func file() throws {
        _ = try FileLock(path: folder.path("lock"))
        #expect(try Files.attributes(of: folder.path("lock")).permissions == 0o600)
        let missing = SystemFailure(operation: .lock, path: folder.path("none/lock"), code: 2)
        #expect(throws: PlatformError.notFound(missing)) { try FileLock(path: folder.path("none/lock")) }
    }
}
