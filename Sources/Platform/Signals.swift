// What the program does when the system taps it on the shoulder.

#if canImport(Glibc)
import Glibc
#endif

/// Dispositions of signals. SIGINT keeps the system's own: it ends the program, and shells report that as status 130.
package enum Signals {
    /// Writing into a pipe that nobody reads gives an error from now on, instead of ending the program.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writing beyond the file-size limit of the process (`ulimit -f`) gives an error from now on, instead of ending
    /// the program.
    package static func ignoreFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
