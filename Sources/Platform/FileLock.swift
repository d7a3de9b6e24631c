// A lock that several processes respect, held on a file of its own.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// An exclusive lock on a file that is there for nothing else (an open-file-description lock, fcntl(2)). Two values
/// lock each other out, in one process as in two. The lock ends with ``unlock()``, with the value, and with the process
/// however it dies; the file stays, for removing it would let two hold it.
package final class FileLock: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, and makes it (0600) where it is missing. Nothing is locked yet.
    package init(path: String) throws(PlatformError) {
        self.path = path
        descriptor = try systemCall(.lock, path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock if nobody else holds it, and says whether it is held now. Does not wait.
    package func tryLock() throws(PlatformError) -> Bool {
        do {
            try systemCall(.lock, path) { packmule_ofd_lock(descriptor, 1, 0) }
            return true
        } catch .failed(let failure) where failure.code == EAGAIN {
            return false
        } catch .notAllowed(let failure) where failure.code == EACCES {
            return false
        }
    }

    /// Takes the lock; blocks the thread until it is free.
    package func lock() throws(PlatformError) {
        try systemCall(.lock, path) { packmule_ofd_lock(descriptor, 1, 1) }
    }

    /// Gives the lock back; without meaning when it is not held.
    package func unlock() throws(PlatformError) {
        try systemCall(.lock, path) { packmule_ofd_lock(descriptor, 0, 0) }
    }
}
