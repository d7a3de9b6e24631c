// Symbolic links, which only tests make.

#if canImport(Glibc)
import Glibc
#endif

enum Links {
    struct Failed: Error { let code: Int32 }

    static func make(at path: String, to target: String) throws {
        guard symlink(target, path) == 0 else { throw Failed(code: errno) }
    }
}
