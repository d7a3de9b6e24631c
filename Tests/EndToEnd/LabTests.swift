// The short form of the lab: the real programs are killed, cut off, filled up and swapped (docs/reliability.md).

import Platform
import TestSupport
import Testing

@Suite("The lab in short")
struct LabTests {
    /// Those steps that take little time; Scripts/lab runs all of them, and longer.
    private static let steps = [
        "kill-device", "kill-server", "stop", "power-device", "power-control", "disk-full", "disk-read-only",
        "descriptors", "server-swapped", "device-restored", "device-copied", "two-servers", "older-file",
    ]

    @Test("Nothing that befalls the programs loses what they acknowledged")
    func lab() throws {
        let programs = try Files.folder(of: Files.linkTarget("/proc/self/exe"))
        let python = try #require(InstalledPrograms.path(of: "python3"))
        let script = Files.folder(of: Files.folder(of: #filePath)) + "/Lab/lab.py"
        let words = ["-B", script, "--programs", programs, "--short"] + Self.steps
        let search = ProcessInformation.environment()["PATH"] ?? "/usr/bin:/bin"
        let end = try ChildProcess(
            python, words.map { Array($0.utf8) }, environment: ["PATH": search, "LANG": "C.UTF-8"]
        ).wait()
        // Steps that this machine does not allow are told at the end of the run.
        print(end.output)
        #expect(end.exitCode == 0, "\(end.output)\n\(end.error)")
        #expect(Self.steps.allSatisfy(end.output.contains), "\(end)")
    }
}
