// Changes of one file, noticed without looking again and again.

import Platform
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct FileWatcherTests {
    let folder = TemporaryFolder()

    /// Long enough for a slow machine; no test waits so long unless something is wrong.
    static let patienceMilliseconds = 20_000

    @Test("A file that comes into being is noticed, once")
    func creation() throws {
        let watcher = try FileWatcher(path: folder.path("a"))
        try append("a")
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
        #expect(try watcher.wait(timeoutMilliseconds: 0) == .timedOut)
    }

    @Test("Every write to the file is noticed, several in between as one")
    func writing() throws {
        try append("a")
        let watcher = try FileWatcher(path: folder.path("a"))
        #expect(try watcher.wait(timeoutMilliseconds: 0) == .timedOut)
        for count in 1...3 {
            for _ in 1...count { try append("a") }
            #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
            #expect(try watcher.wait(timeoutMilliseconds: 0) == .timedOut)
        }
    }

    @Test("A replacement is noticed, and so are writes to the new file")
    func replacement() throws {
        try append("a")
        let watcher = try FileWatcher(path: folder.path("a"))
        for _ in 1...2 {
            try Files.write([1], to: folder.path("a"))
            #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
            try append("a")
            #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
        }
    }

    @Test("Removal is noticed, and the next file at that path too")
    func removal() throws {
        try append("a")
        let watcher = try FileWatcher(path: folder.path("a"))
        try Files.remove(folder.path("a"))
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
        try append("a")
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
        try append("a")
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
    }

    @Test("Neighbours whose names begin alike are not noticed")
    func neighbours() throws {
        try append("a-wal")
        let watcher = try FileWatcher(path: folder.path("a"))
        try append("a-wal")
        try append("ab")
        try Files.remove(folder.path("a-wal"))
        #expect(try watcher.wait(timeoutMilliseconds: 0) == .timedOut)
    }

    @Test("A link is followed to its file")
    func link() throws {
        try Files.createFolder(folder.path("real"))
        try append("real/a")
        #expect(symlink("real/a", folder.path("link")) == 0)
        let watcher = try FileWatcher(path: folder.path("link"))
        try append("real/a")
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .changed)
    }

    @Test("Cancelling ends a wait that has no end of its own, and every later one")
    func cancelling() async throws {
        let watcher = try FileWatcher(path: folder.path("a"))
        async let outcome = watcher.wait(timeoutMilliseconds: nil)
        watcher.cancel()
        #expect(try await outcome == .cancelled)
        watcher.cancel()
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .cancelled)
    }

    @Test("The stream tells each change in turn, and ends when the watcher is cancelled")
    func stream() async throws {
        let watcher = try FileWatcher(path: folder.path("a"))
        var changes = try watcher.changes().makeAsyncIterator()
        for _ in 1...3 {
            try append("a")
            #expect(await changes.next() != nil)
        }
        watcher.cancel()
        while await changes.next() != nil {}
        #expect(try watcher.wait(timeoutMilliseconds: 0) == .cancelled)
    }

    @Test("The stream ends with the task that reads it, and takes the watcher with it")
    func cancelledTask() async throws {
        let watcher = try FileWatcher(path: folder.path("a"))
        let changes = try watcher.changes()
        let task = Task { for await _ in changes {} }
        task.cancel()
        await task.value
        #expect(try watcher.wait(timeoutMilliseconds: Self.patienceMilliseconds) == .cancelled)
    }

    @Test("A missing folder is an error")
    func missingFolder() throws {
        let missing = SystemFailure(operation: .watch, path: folder.path("none"), code: 2)
        #expect(throws: PlatformError.notFound(missing)) { try FileWatcher(path: folder.path("none/a")) }
    }

    /// Writes one byte at the end of a file, and makes it first where it is missing: no replacement.
    private func append(_ name: String) throws {
        let descriptor = open(folder.path(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        try #require(write(descriptor, "x", 1) == 1)
    }
}
