// The signals by which a service is asked to end.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// SIGTERM, SIGINT and SIGHUP, taken by a thread that waits for them instead of ending the program.
package enum StopSignals {
    /// Keeps them from ending the program. Called first of all: threads that run already would still take them.
    package static func block() {
        _ = packmule_stop_signals_block()
    }

    /// Blocks the thread until one comes.
    ///
    /// - Returns: its number.
    package static func wait() throws(PlatformError) -> Int32 {
        try systemCall(.askSystem, "signals") { packmule_stop_signal_wait() }
    }
}
