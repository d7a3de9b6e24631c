// Tests of the grammar as a whole, and of every example in help texts.

import CommandLineTool
import Platform
import TestSupport
import Testing

@testable import packmule

@Suite("Command tree")
struct CommandTreeTests {
    @Test("The tree is sound")
    func problems() {
        #expect(CommandTree.root.problems == [])
    }

    @Test("Every command has an example")
    func examplesEverywhere() {
        let without = Self.commands.filter { $0.command.examples.isEmpty }.map(\.name)
        #expect(without == [])
    }

    @Test("Every example does what it says", arguments: examples)
    func example(line: String) throws {
        var words = TestProgram.words(of: line)
        #expect(words.first == "packmule")
        words.removeFirst()
        let program = words == ["init"] ? try TestProgram(withStore: false) : try TestProgram.withSamples()
        let output = program.run(words)
        #expect(output.exitCode == .done, "\(line): \(output.standardError)")
        #expect(output.standardError == "")
        #expect(output.standardOutput != "")
    }

    @Test("Every command has a help text that fits a terminal", arguments: commands.map(\.name))
    func help(name: String) throws {
        let program = try TestProgram(withStore: false)
        let words = TestProgram.words(of: name).dropFirst()
        let output = program.run(words + ["--help"], columns: 80)
        #expect(output.exitCode == .done)
        #expect(output.standardOutput.contains("Usage: \(name)"))
    }

    static let commands = tree(CommandPath(CommandTree.root))

    static let examples = commands.flatMap { $0.command.examples.map(\.commandLine) }

    private static func tree(_ path: CommandPath<Action>) -> [CommandPath<Action>] {
        [path] + path.command.subcommands.filter { !$0.isHidden }.flatMap { tree(path.appending($0)) }
    }
}
