// What only tests ask of the system.

#if canImport(Glibc)
import Glibc
#endif

enum System {
    static var isRoot: Bool { geteuid() == 0 }

    struct Failed: Error { let code: Int32 }

    /// Makes a symbolic link.
    static func link(at path: String, to target: String) throws {
        guard symlink(target, path) == 0 else { throw Failed(code: errno) }
    }
}
