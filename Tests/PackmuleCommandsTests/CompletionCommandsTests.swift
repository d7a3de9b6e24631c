// Tests of completions and of the manual page.

import CommandLineTool
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

@Suite("Completions and manual")
struct CompletionCommandsTests {
    @Test(
        "The shell is offered what the store holds",
        arguments: [
            ("trip", ["Bergen, June 2027\ttrip 1", "Paris, July 2027\ttrip 2"]),
            ("item", ["Socks\titem 2", "Rain jacket\titem 3"]),
            ("item -- item restore", ["Umbrella\titem 5"]),
            ("category", ["Clothes\tcategory 1"]),
            ("place", ["Bryggen\tplace 1"]),
            ("setting", ["home.zone\tThe time zone of those who travel, instead of the device's"]),
            ("zone", ["Europe/Berlin\t"]),
            ("command", ["undo\tTake back the last change, or the one with this number"]),
        ])
    func offers(words: String, expected: [String]) throws {
        let lines = try TestProgram.withSamples().text("__complete \(words)").split(separator: "\n").map(String.init)
        for line in expected { #expect(lines.contains(line), "\(lines)") }
    }

    @Test("Where there is no answer the shell gets none", arguments: ["trip", "nonsense", "item -- -t Nowhere"])
    func silence(words: String) throws {
        let program = try TestProgram(withStore: false)
        #expect(program.text("__complete \(words)") == "")
    }

    @Test("Every shell has a script", arguments: Shell.allCases)
    func scripts(shell: Shell) throws {
        let script = try TestProgram(withStore: false).text("completions \(shell.rawValue)")
        #expect(script == CommandTree.root.completionScript(for: shell))
        #expect(script.contains("__complete"))
    }

    @Test("The committed manual page is what the program prints: Scripts/docs writes it")
    func manual() throws {
        let page = String(
            decoding: try Files.read(Fixtures.repository + "/docs/packmule.1", limitBytes: 1 << 20), as: UTF8.self)
        let parts = page.prefix { $0 != "\n" }.split(separator: "\"", omittingEmptySubsequences: false)
        let date = try #require(parts.count > 5 ? parts[5] : nil).replacing("\\-", with: "-")
        #expect(try TestProgram(withStore: false).text("__manual \(date)") == page)
    }
}
