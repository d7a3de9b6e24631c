// A file into which a byte is written so that others, who watch it, notice.

#if canImport(Glibc)
import Glibc
#endif

/// A small file beside another, written to whenever something happened to that one. Its content means nothing. It is
/// opened at the first light and kept open.
package final class Beacon: Sendable {
    private let file: OpenFile

    /// Opens the file, and makes it (0600) where it is missing. A link in its place is not followed, and nothing that
    /// would have to be waited for is opened: whoever may write the folder must not lead the byte elsewhere.
    package init(path: String) throws(PlatformError) {
        file = try OpenFile(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, permissions: 0o600, for: .write)
    }

    /// Lets all who watch the file notice. Nothing is flushed: after a crash there is nobody left to notice.
    package func light() throws(PlatformError) {
        try file.withStream { (stream) throws(PlatformError) in
            _ = try systemCall(.write, stream.path) { pwrite(stream.descriptor, [1], 1, 0) }
        }
    }
}
