// Notices when a file is written or replaced, by inotify(7): nothing is polled.

import CPackmuleLinux
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Watches one path, whether or not a file stands there yet; its folder must exist. Noticed are bytes written to the
/// file, and another file (or none) taking its place; not what is written through memory maps. That the folder itself
/// goes is noticed once, and nothing after it.
///
/// Two watches stand behind that. The one on the folder tells only of files that come and go, the one on the file only
/// of writes, so that a busy neighbour in the folder wakes nobody.
package final class FileWatcher: Sendable {
    /// Why a wait ended.
    package enum Outcome: Equatable, Sendable {
        /// The file was written or replaced since the last wait (or since the watcher was made), once or often.
        case changed
        /// Nothing happened in the time given.
        case timedOut
        /// ``cancel()`` was called; every further wait ends so at once.
        case cancelled
    }

    private let path: String
    private let name: String
    private let events: OpenFile
    private let cancellation: OpenFile
    private let folderWatch: Int32
    /// The watch on the file that stands at the path now; -1 while there is none.
    private let fileWatch = Mutex<Int32>(-1)

    /// Starts watching: whatever happens after this is noticed.
    ///
    /// - Parameters:
    ///   - path: what is watched.
    ///   - followsLink: whether a symbolic link at the path is followed once, now; otherwise another link in its place
    ///     is a change.
    package init(path: String, followsLink: Bool = true) throws(PlatformError) {
        self.path = followsLink ? (try? Files.realPath(path)) ?? path : path
        name = Files.name(of: self.path)
        let folder = Files.folder(of: self.path)
        let queue = try systemCall(.watch, path) { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
        events = OpenFile(descriptor: queue, path: path)
        cancellation = OpenFile(descriptor: try systemCall(.watch, path) { packmule_event_counter() }, path: path)
        folderWatch = try systemCall(.watch, folder) { inotify_add_watch(queue, folder, Self.folderEvents) }
        fileWatch.withLock { watchFile(&$0) }
    }

    /// Blocks the thread until the file changes. Changes between two waits are kept, and reported as one.
    ///
    /// - Parameter timeoutMilliseconds: how long to wait at most, not counting while the machine sleeps; nil waits for
    ///   ever.
    package func wait(timeoutMilliseconds: Int?) throws(PlatformError) -> Outcome {
        let clock = MonotonicClock()
        while true {
            let elapsedMilliseconds = Int(clock.elapsedNanoseconds() / 1_000_000)
            let rest = timeoutMilliseconds.map { Int32(clamping: max(0, max(0, $0) - elapsedMilliseconds)) } ?? -1
            var sources = [events.descriptor, cancellation.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // Called again after an interruption with the same rest: a signal may lengthen the wait, never shorten it.
            let readyCount = try systemCall(.watch, path) { poll(&sources, 2, rest) }
            if sources[1].revents != 0 { return .cancelled }
            if sources[0].revents != 0, try takeEvents() { return .changed }
            if readyCount == 0 && timeoutMilliseconds != nil { return .timedOut }
        }
    }

    /// The changes as they come, each after the one before was taken; several in between are one. The stream takes a
    /// thread of its own, and ends with its task, with ``cancel()``, and when the system fails.
    ///
    /// Use either this, once, or ``wait(timeoutMilliseconds:)``: a change is told to one of them only.
    package func changes() throws(PlatformError) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [self] _ in cancel() }
        try BackgroundThread.run { [self] in
            while (try? wait(timeoutMilliseconds: nil)) == .changed { continuation.yield() }
            continuation.finish()
        }
        return stream
    }

    /// Ends every wait at once, now and from now on. May be called from any thread, and more than once.
    package func cancel() {
        var one: UInt64 = 1
        write(cancellation.descriptor, &one, 8)
    }

    /// Takes all events that wait, and says whether one of them is about the file.
    private func takeEvents() throws(PlatformError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.fileEventBytes, alignment: 8)
        defer { buffer.deallocate() }
        var isChanged = false
        while true {
            do {
                let count = try events.withStream { (stream) throws(PlatformError) in
                    try stream.readSome(into: buffer)
                }
                if report(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isChanged = true }
            } catch .failed(let failure) where failure.code == EAGAIN {
                return isChanged
            }
        }
    }

    /// Goes through events as the kernel wrote them: `struct inotify_event`, then its name filled up with zeros.
    private func report(_ events: UnsafeRawBufferPointer) -> Bool {
        fileWatch.withLock { fileWatch in
            var isChanged = false
            var offset = 0
            while offset + Self.headerBytes <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let nameBytes = events[offset...].dropFirst(Self.headerBytes).prefix(Int(event.len)).prefix { $0 != 0 }
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    watchFile(&fileWatch)
                    isChanged = true
                } else if event.wd == folderWatch && (nameBytes.isEmpty || nameBytes.elementsEqual(name.utf8)) {
                    watchFile(&fileWatch)
                    isChanged = true
                } else if event.wd == fileWatch && event.mask & UInt32(IN_MODIFY) != 0 {
                    isChanged = true
                }
                offset += Self.headerBytes + Int(event.len)
            }
            return isChanged
        }
    }

    /// Watches the file that stands at the path now instead of the one that stood there before.
    private func watchFile(_ watch: inout Int32) {
        let queue = events.descriptor
        let new = inotify_add_watch(queue, path, UInt32(IN_MODIFY))
        if watch != -1 && watch != new { inotify_rm_watch(queue, watch) }
        watch = new
    }

    private static let headerBytes = MemoryLayout<inotify_event>.size
    private static let folderEvents = UInt32(
        IN_ONLYDIR | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
}
