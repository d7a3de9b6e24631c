// The command line of the daemon: its grammar, and the commands that look and end.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleDaemon

@Suite("Commands of the daemon")
struct CommandTests {
    @Test("The grammar is sound")
    func grammar() {
        #expect(CommandTree.root.problems == [])
    }

    @Test(
        "Help, version, completions and manual page come from the grammar",
        arguments: [
            ("--help", "Usage: packmuled"), ("run --help", "--once"), ("--version", "packmuled \(Version.text)\n"),
            ("version", "packmuled \(Version.text)\n"), ("completions bash", "complete"),
            ("completions zsh", "#compdef packmuled"), ("completions fish", "complete"),
            ("__manual 2026-11-30", ".TH \"PACKMULED\" \"1\""),
        ])
    func documents(line: String, part: String) throws {
        let output = try TestDaemon().run(line)
        #expect(output.exitCode == .done && output.standardOutput.contains(part), "\(output)")
    }

    @Test("What is not understood ends with 2, for scripts as JSON")
    func usage() throws {
        let program = try TestDaemon()
        #expect(program.run("--onse").exitCode == .usage)
        let output = program.run("stauts --json")
        #expect(output.exitCode == .usage)
        #expect(try JSONValue(reading: output.standardError)["error"]?["code"] == "usage")
    }

    @Test("status tells whether a daemon is at work, and what it does")
    func status() throws {
        let program = try TestDaemon()
        #expect(program.run("status").standardOutput == "No daemon keeps \(program.storePath) in sync.\n")
        let none = try JSONValue(reading: program.run("status --json").standardOutput)
        #expect(none["running"] == false && none["daemon"] == .null)
        let instance = try Instance(ofStore: program.storePath)
        DaemonState(
            processID: 42, version: "1", startedMilliseconds: 1_777_636_800_000, phase: .waiting,
            wait: SyncWait(untilMilliseconds: 1_777_636_830_000, reason: .unreachable)
        ).write(ofStore: program.storePath)
        let text = program.run("status").standardOutput
        #expect(text.contains("42, since 2026-05-01 14:00"))
        #expect(text.contains("waiting until 2026-05-01 14:00:30 because the server cannot be reached"))
        let some = try JSONValue(reading: program.run("status --json").standardOutput)
        #expect(some["running"] == true && some["daemon"]?["pid"] == 42)
        withExtendedLifetime(instance) {}
    }

    @Test("--once needs a store that is in a space")
    func once() throws {
        let without = try TestDaemon(withStore: false).run("--once")
        #expect(without.exitCode == .storeUnusable && without.standardError.contains("packmule init"))
        let apart = try TestDaemon().run("--once")
        #expect(apart.exitCode == .refused && apart.standardError.contains("in no space"))
    }
}

@Suite("Refusals of the daemon")
struct RefusalTests {
    @Test("A full disk is called that")
    func fullDisk() {
        for error: any Error in [StoreError.database(.full), SyncError.failed(.diskFull)] {
            let refusal = Refusal(error)
            #expect(refusal.message == "The disk is full." && refusal.exitCode == .storeUnusable)
        }
        #expect(Refusal(StoreError.database(.full)).code == "full")
        #expect(Refusal(StoreError.database(.corrupt(message: "page 7"))).code == "store")
    }
}

@Suite("The unit for systemd")
struct UnitCommandTests {
    @Test("Paths mean themselves, whatever is in them")
    func quoting() {
        let text = UnitCommand.text(program: "/opt/my \"tools\"/packmuled", storePath: "/home/a/50%/$HOME/s.sqlite")
        let line = text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
        #expect(
            line == "ExecStart=\"/opt/my \\\"tools\\\"/packmuled\" run --quiet --store \"/home/a/50%%/$$HOME/s.sqlite\""
        )
        #expect(!UnitCommand.text(program: "/bin/true", storePath: nil).contains("--store"))
        #expect(text.contains("\nLimitCORE=0\n"))
    }

    @Test("systemd finds nothing wrong with it", .enabled(if: (try? Files.exists("/usr/bin/systemd-analyze")) == true))
    func verify() throws {
        let folder = TemporaryFolder()
        let path = folder.path("packmuled.service")
        try Files.write(Array(UnitCommand.text(program: "/bin/true", storePath: "/a b/c%d").utf8), to: path)
        let words = ["verify", "--user", "--man=no", path].map { Array($0.utf8) }
        let environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"]
        let end = try ChildProcess("/usr/bin/systemd-analyze", words, environment: environment).wait()
        #expect(end.exitCode == 0 && end.output == "" && !end.error.contains("packmuled"), "\(end)")
    }
}
