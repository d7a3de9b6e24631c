// Programs run as processes of their own, as a person or a script runs them.

import Platform

#if canImport(Glibc)
import Glibc
#endif

/// A program that was started. What it prints goes to files in a temporary folder, so that it never waits for a reader.
package final class ChildProcess {
    /// How a process ended, and what it printed until then.
    package struct End: Sendable {
        /// What it returned; nil when a signal ended it.
        package let exitCode: Int32?
        /// The signal that ended it.
        package let signal: Int32?
        /// Everything on standard output.
        package let output: String
        /// Everything on standard error.
        package let error: String
    }

    /// A call of the system that failed.
    package struct Failed: Error {
        let call: String
        let code: Int32
    }

    private let processID: pid_t
    private let folder: TemporaryFolder
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: without the program's own name; bytes, for they need not be text.
    ///   - environment: all it gets.
    ///   - input: what it reads from standard input.
    package init(
        _ program: String, _ arguments: [[UInt8]], environment: [String: String], input: [UInt8] = []
    ) throws {
        folder = TemporaryFolder()
        try Files.write(input, to: folder.path("input"))
        let variables = environment.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
        processID = try Self.start(program, arguments, variables, in: folder)
    }

    deinit {
        if status == nil {
            kill()
            _ = wait()
        }
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool {
        if status == nil { collect(WNOHANG) }
        return status == nil
    }

    /// Ends it at once, wherever it is; as if the power failed, except that the system keeps what was written.
    package func kill() {
        guard status == nil else { return }
        Glibc.kill(processID, SIGKILL)
    }

    /// Asks it to end in good order (SIGTERM).
    package func terminate() {
        guard isRunning else { return }
        Glibc.kill(processID, SIGTERM)
    }

    /// A stream on which a program prints.
    package enum Stream: String, Sendable {
        case output, error
    }

    /// Waits until what it printed answers a question; it is asked again whenever more was printed.
    ///
    /// - Returns: nil when the time is over, or the program has ended without an answer.
    package func answer<Result>(
        on stream: Stream, timeoutMilliseconds: Int, _ question: (String) throws -> Result?
    ) throws -> Result? {
        let watcher = try FileWatcher(path: folder.path(stream.rawValue))
        let clock = MonotonicClock()
        while true {
            let wasRunning = isRunning
            if let result = try question(text(stream.rawValue)) { return result }
            let rest = timeoutMilliseconds - Int(clock.elapsedNanoseconds() / 1_000_000)
            guard wasRunning, rest > 0 else { return nil }
            // A program that ends without a word is noticed by looking.
            _ = try watcher.wait(timeoutMilliseconds: min(rest, Self.lookMilliseconds))
        }
    }

    private static let lookMilliseconds = 200

    /// Waits until it has ended.
    package func wait() -> End {
        while status == nil { collect(0) }
        let status = status ?? 0
        let signal = status & 0x7F
        return End(
            exitCode: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
            output: text("output"), error: text("error"))
    }

    private func collect(_ options: Int32) {
        var status: Int32 = 0
        if waitpid(processID, &status, options) == processID { self.status = status }
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? Files.read(folder.path(name), limitBytes: 1 << 30)) ?? [], as: UTF8.self)
    }

    /// Signals have the dispositions that a shell gives: the process of the tests may have changed its own.
    private static func start(
        _ program: String, _ arguments: [[UInt8]], _ variables: [[UInt8]], in folder: TemporaryFolder
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, folder.path("input"), O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.path("output"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.path("error"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // Threads that run tests hold signals back.
        var held = sigset_t()
        sigemptyset(&held)
        posix_spawnattr_setsigmask(&attributes, &held)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var processID: pid_t = 0
        let code = withPointers([Array(program.utf8)] + arguments) { words in
            withPointers(variables) { posix_spawn(&processID, program, &actions, &attributes, words, $0) }
        }
        guard code == 0 else { throw Failed(call: "posix_spawn", code: code) }
        return processID
    }

    /// Texts as C has them: pointers to bytes that end with 0, and nil behind the last.
    private static func withPointers<Result>(
        _ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { text in strdup((text + [0]).map { CChar(bitPattern: $0) }) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
