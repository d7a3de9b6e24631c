// The server as it is released, run in processes of its own on a folder of its own.

import JSONText
import Platform
import TestSupport
import Testing

/// Somebody's server: a data folder, and the program.
struct RealServer: Sendable {
    let folder = TemporaryFolder()
    /// The program's file: the build puts it beside the tests.
    let path: String

    var dataPath: String { folder.path("data") }

    init() throws {
        path = try Files.folder(of: Files.linkTarget("/proc/self/exe")) + "/packmule-server"
    }

    private var environment: [String: String] {
        ["PACKMULE_SERVER_DATA": dataPath, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    }

    /// Starts serving, and waits until it can be reached.
    func serve(_ options: String = "--listen 127.0.0.1:0") throws -> ServingProcess {
        let process = try ChildProcess(path, words(of: options).map { Array($0.utf8) }, environment: environment)
        let ready = try process.answer(on: .output, timeoutMilliseconds: 20_000) { text in
            text.hasSuffix("\n") ? try JSONValue(reading: text) : nil
        }
        return ServingProcess(process: process, ready: try #require(ready))
    }

    /// Runs one command line.
    func run(_ line: String) throws -> ChildProcess.End {
        try ChildProcess(path, words(of: line).map { Array($0.utf8) }, environment: environment).wait()
    }

    /// What a command that succeeds answers to scripts.
    func json(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let end = try run(line + " --json")
        #expect(end.exitCode == 0, "\(line): \(end.brief)", sourceLocation: sourceLocation)
        return try JSONValue(reading: end.output)
    }
}

/// A server that runs.
struct ServingProcess {
    let process: ChildProcess
    /// What it printed when it could be reached.
    let ready: JSONValue

    var url: String { ready["url"]?.string ?? "" }
    /// The address that the next start has to listen on, so that devices find it again.
    var address: String { String(url.dropFirst("http://".count)) }
}
