// The program as it is released, run in processes of its own on a store in a temporary folder.

import JSONText
import Platform
import TestSupport
import Testing

/// Somebody at a machine of their own: a home, an environment, and the program.
struct RealProgram: Sendable {
    let folder = TemporaryFolder()
    var environment: [String: String]
    /// The program's file: the build puts it beside the tests.
    let path: String

    var storePath: String { folder.path("store.sqlite") }

    /// - Parameters:
    ///   - withStore: without one nothing stands at ``storePath`` yet.
    ///   - name: what the device is called.
    init(withStore: Bool = true, name: String = "test") throws {
        path = try Files.folder(of: Files.linkTarget("/proc/self/exe")) + "/packmule"
        environment = [
            "HOME": folder.path, "PACKMULE_STORE": folder.path + "/store.sqlite", "TZ": "Europe/Berlin",
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
        ]
        if withStore { text("init --name '\(name)'") }
    }

    // MARK: Processes

    /// Starts the program; its end is waited for later.
    func start(_ words: [String]) throws -> ChildProcess {
        try ChildProcess(path, words.map { Array($0.utf8) }, environment: environment)
    }

    /// Runs the program with these arguments.
    func run(bytes arguments: [[UInt8]], input: String = "") throws -> ChildProcess.End {
        try ChildProcess(path, arguments, environment: environment, input: Array(input.utf8)).wait()
    }

    /// Runs one command line; single quotes hold blanks together.
    func run(_ line: String, input: String = "") throws -> ChildProcess.End {
        try run(bytes: words(of: line).map { Array($0.utf8) }, input: input)
    }

    /// Runs a script of the shell, to which the program is `"$0"` and these are `"$1"` and so on.
    func shell(_ script: String, _ arguments: [String] = []) throws -> ChildProcess.End {
        let words = ["-c", script, path] + arguments
        return try ChildProcess("/bin/sh", words.map { Array($0.utf8) }, environment: environment).wait()
    }

    // MARK: Expectations

    /// What a command that succeeds prints.
    @discardableResult
    func text(_ line: String, input: String = "", sourceLocation: SourceLocation = #_sourceLocation) -> String {
        do {
            let end = try run(line, input: input)
            #expect(end.exitCode == 0, "\(line): \(end)", sourceLocation: sourceLocation)
            return end.output
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
            return ""
        }
    }

    /// What a command that succeeds answers to scripts.
    func json(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        try JSONValue(reading: text(line + " --json", sourceLocation: sourceLocation))
    }

    /// Expects that nothing is wrong with the store. Old zone data of the machine is no fault.
    func expectWell(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let report = try json("doctor", sourceLocation: sourceLocation)
        #expect(report["isWell"] == true, "\(report)", sourceLocation: sourceLocation)
    }

    /// The names of all items of the trip meant.
    func itemNames(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
        let items = try json("item list", sourceLocation: sourceLocation)["items"]?.elements ?? []
        return items.compactMap { $0["name"]?.string }
    }

    /// The bytes of the store's file.
    func storeBytes() throws -> [UInt8] {
        try Files.read(storePath, limitBytes: 1 << 28)
    }
}

extension ChildProcess.End {
    /// Expects a refusal with this exit code: nothing printed, one short piece of text said, and no trap.
    func expectRefusal(
        _ exitCode: Int32, saying part: String = "", _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.exitCode == exitCode && signal == nil, "\(brief)", sourceLocation: sourceLocation)
        #expect(output == "", comment, sourceLocation: sourceLocation)
        #expect(error.hasPrefix("packmule") && error.hasSuffix("\n"), "\(brief)", sourceLocation: sourceLocation)
        #expect(error.utf8.count < 2_000, "\(brief)", sourceLocation: sourceLocation)
        if !part.isEmpty { #expect(error.contains(part), comment, sourceLocation: sourceLocation) }
    }

    /// How it ended and what it said first, for messages.
    var brief: String {
        "exit \(exitCode ?? -1), signal \(signal ?? 0), said \(error.prefix(300))"
    }
}
