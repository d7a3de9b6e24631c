// The three streams a program is born with.

#if canImport(Glibc)
import Glibc
#endif

/// One of the three streams.
package enum StandardStream: Int32, Sendable {
    /// What the program is given.
    case input = 0
    /// What it was asked for.
    case output = 1
    /// What it has to say besides.
    case error = 2

    /// Writes every byte.
    ///
    /// - Returns: false when nobody reads any more (the program behind the pipe has ended), which is no fault: the
    ///   caller stops quietly. SIGPIPE must be ignored for that (``Signals/ignoreBrokenPipes()``).
    @discardableResult
    package func write(_ bytes: [UInt8]) throws(PlatformError) -> Bool {
        do {
            try stream.writeAll(bytes)
            return true
        } catch .failed(let failure) where failure.code == EPIPE {
            return false
        }
    }

    /// Writes text as UTF-8; otherwise like the form for bytes.
    @discardableResult
    package func write(_ text: String) throws(PlatformError) -> Bool {
        try write(Array(text.utf8))
    }

    /// Reads to the end.
    ///
    /// - Throws: `tooLarge` as soon as there are more bytes than the limit.
    package func readAll(limitBytes: Int) throws(PlatformError) -> [UInt8] {
        try stream.readAll(limitBytes: limitBytes)
    }

    /// Whether a person sits at the other end.
    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }

    /// The columns of the terminal; where the stream is none, what the variable COLUMNS says; otherwise nil.
    package func columns(environment: [String: String]) -> Int? {
        var size = winsize()
        if ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        guard let columns = environment["COLUMNS"].flatMap({ Int($0) }) else { return nil }
        return (1...Limits.terminalColumns).contains(columns) ? columns : nil
    }

    private var stream: ByteStream {
        switch self {
        case .input: ByteStream(descriptor: rawValue, path: "standard input")
        case .output: ByteStream(descriptor: rawValue, path: "standard output")
        case .error: ByteStream(descriptor: rawValue, path: "standard error")
        }
    }
}
