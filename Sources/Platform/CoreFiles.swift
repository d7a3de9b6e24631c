// What the system writes of a program that crashed: its memory, and so every key in it.

#if canImport(Glibc)
import Glibc
#endif

/// Core files.
package enum CoreFiles {
    /// Has the system write none of this process, nor of those that it starts (setrlimit(2), RLIMIT_CORE). Lowering a
    /// limit is allowed to everybody; where it fails all the same, the program goes on.
    package static func turnOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
