// Runs the shells and tools of the system that scripts and pages are made for.

import TestSupport

#if canImport(Glibc)
import Glibc
#endif

/// One run of a shell command: what it printed, errors included, and how it ended.
struct ShellRun {
    let output: String
    let status: Int32

    /// Runs a script in a temporary folder that holds these files; those without a dot in their name are executable and
    /// found by name.
    init(_ interpreter: String, _ script: String, files: [String: String] = [:]) throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        for (name, text) in files.merging(["script.txt": script], uniquingKeysWith: { $1 }) {
            guard let file = fopen(temporary.path(name), "w") else { throw NotWritten(name: name) }
            fputs(text, file)
            fclose(file)
            if !name.contains(".") { chmod(temporary.path(name), 0o700) }
        }
        let environment = "LC_ALL=C.UTF-8 HOME='\(folder)' XDG_CONFIG_HOME='\(folder)' PATH='\(folder)':\"$PATH\""
        // The folder goes with the last reference to it.
        (output, status) = withExtendedLifetime(temporary) {
            Self.shell("cd '\(folder)' && \(environment) \(interpreter) script.txt 2>&1")
        }
    }

    struct NotWritten: Error {
        let name: String
    }

    /// Whether a program is installed.
    static func isInstalled(_ program: String) -> Bool {
        shell("command -v \(program)").status == 0
    }

    private static func shell(_ command: String) -> (output: String, status: Int32) {
        guard let pipe = popen(command, "r") else { return ("", -1) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        return (String(decoding: bytes, as: UTF8.self), pclose(pipe))
    }
}
