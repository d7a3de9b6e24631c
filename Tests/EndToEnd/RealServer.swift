// The server as it is released, in a process of its own on a port that is free.

import JSONText
import Platform
import TestSupport
import Testing

/// A server with a data folder, which may be stopped, killed and started again on its port.
final class RealServer {
    let folder = TemporaryFolder()
    /// Where it listens.
    private(set) var url = ""
    /// The link by which the first space is made; printed at the first start of a folder.
    private(set) var claimLink: String?
    private var process: ChildProcess?
    private let path: String

    var dataPath: String { folder.path("data") }

    /// Long enough for a busy machine; nothing waits so long unless something is wrong.
    static let patienceMilliseconds = 60_000

    init() throws {
        path = try Files.folder(of: Files.linkTarget("/proc/self/exe")) + "/packmule-server"
        try start()
    }

    /// Starts it, on the port that it had, and waits until it can be reached.
    func start(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let listen = url.isEmpty ? "127.0.0.1:0" : String(url.dropFirst("http://".count))
        let words = ["--data", dataPath, "--listen", listen]
        let process = try ChildProcess(
            path, words.map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
        self.process = process
        let ready = try process.answer(on: .output, timeoutMilliseconds: Self.patienceMilliseconds) { text in
            text.hasSuffix("\n") ? try JSONValue(reading: text) : nil
        }
        guard let ready else {
            Issue.record("the server did not start: \(process.wait())", sourceLocation: sourceLocation)
            return
        }
        url = ready["url"]?.string ?? ""
        claimLink = ready["claim"]?.string ?? claimLink
    }

    /// Ends it at once.
    func kill() {
        process?.kill()
        _ = process?.wait()
    }

    /// Ends it in good order, and gives what it said.
    @discardableResult
    func stop(sourceLocation: SourceLocation = #_sourceLocation) -> ChildProcess.End? {
        process?.terminate()
        let end = process?.wait()
        #expect(end?.exitCode == 0, "\(String(describing: end))", sourceLocation: sourceLocation)
        return end
    }

    /// Runs another command of the program on the same folder.
    func run(_ line: String) throws -> ChildProcess.End {
        try ChildProcess(
            path, words(of: line).map { Array($0.utf8) },
            environment: ["PACKMULE_SERVER_DATA": dataPath, "PATH": "/usr/bin:/bin"]
        ).wait()
    }

    /// What a command that succeeds answers to scripts.
    func json(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let end = try run(line + " --json")
        #expect(end.exitCode == 0, "\(line): \(end.brief)", sourceLocation: sourceLocation)
        return try JSONValue(reading: end.output)
    }
}
