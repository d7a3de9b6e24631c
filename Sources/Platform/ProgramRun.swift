// Another program, run to its end.

import CPackmuleLinux

#if canImport(Glibc)
import Glibc
#endif

/// A program that is run for what it does, not for what it prints.
package enum ProgramRun {
    /// How it ended.
    package enum End: Equatable, Sendable {
        /// By itself, with this status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
        /// It did not end in time, and was ended with all that it had started.
        case outOfTime
    }

    /// Runs a program without a shell and waits for its end. What it prints is discarded; it inherits no open file, and
    /// signals act on it as on a program that a shell starts.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is sought in the folders of PATH.
    ///   - arguments: without the program's own name.
    ///   - environment: all the variables it gets.
    ///   - input: what it reads from standard input; it need not read it.
    ///   - timeoutMilliseconds: how long it may take.
    package static func run(
        _ program: String, arguments: [String], environment: [String: String], input: [UInt8], timeoutMilliseconds: Int
    ) throws(PlatformError) -> End {
        let words = [program] + arguments
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        guard (words + variables).allSatisfy({ !$0.utf8.contains(0) }) else {
            throw PlatformError(SystemFailure(operation: .start, path: program, code: EINVAL))
        }
        let given = try memoryFile(input)
        let nothing = try OpenFile("/dev/null", O_RDWR, for: .read)
        var process: Int32 = 0
        let code = withPointers(words) { words in
            withPointers(variables) { variables in
                packmule_start_program(
                    &process, program, words, variables, given.descriptor, nothing.descriptor, nothing.descriptor)
            }
        }
        guard code == 0 else { throw PlatformError(SystemFailure(operation: .start, path: program, code: code)) }
        return end(of: process, timeoutMilliseconds: timeoutMilliseconds)
    }

    private static func end(of process: pid_t, timeoutMilliseconds: Int) -> End {
        let isOver = waitForEnd(of: process, timeoutMilliseconds: timeoutMilliseconds)
        // As long as it is not waited for, its number, and that of its group, are nobody else's.
        if !isOver { kill(-process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        guard isOver else { return .outOfTime }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    /// - Returns: whether it has ended in time.
    private static func waitForEnd(of process: pid_t, timeoutMilliseconds: Int) -> Bool {
        let descriptor = packmule_process_end(process)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let clock = MonotonicClock()
        while true {
            let rest = timeoutMilliseconds - Int(clamping: clock.elapsedNanoseconds() / 1_000_000)
            var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&source, 1, Int32(clamping: max(0, rest))) > 0 { return true }
            if rest <= 0 { return false }
        }
    }

    private static func memoryFile(_ bytes: [UInt8]) throws(PlatformError) -> OpenFile {
        let name = "the input of a program"
        let file = OpenFile(descriptor: try systemCall(.write, name) { packmule_memory_file("input") }, path: name)
        try file.withStream { (stream) throws(PlatformError) in try stream.writeAll(bytes) }
        try systemCall(.write, name) { lseek(file.descriptor, 0, SEEK_SET) }
        return file
    }

    /// Texts as C has them: pointers to bytes that end with 0, and nil behind the last.
    private static func withPointers<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
