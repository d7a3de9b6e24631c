// Tests of the grammar as a whole, and of every example in help texts.

import CommandLineTool
import Platform
import TestSupport
import Testing

@testable import PackmuleCommands

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
        var words = TestSupport.words(of: line)
        #expect(words.first == "packmule")
        words.removeFirst()
        let program = words == ["init"] ? try TestProgram(withStore: false) : try TestProgram.withSamples()
        try Self.prepare(words, program)
        let output = program.run(words.map { Self.isFile($0) ? program.folder.path($0) : $0 })
        #expect(output.exitCode == .done, "\(line): \(output.standardError)")
        // Who makes or lists reminders is told that no daemon is at work.
        let notes = words[0].hasPrefix("remind") ? output.standardError.replacing(Self.daemonNote, with: "") : ""
        #expect(words[0].hasPrefix("remind") ? notes == "" : output.standardError == "")
        #expect(output.standardOutput != "")
    }

    private static let daemonNote = "No daemon is at work, so that nothing is shown when it is due: start packmuled.\n"

    /// Whether a word of an example names a file, which then is one in the folder of the test.
    private static func isFile(_ word: String) -> Bool {
        [".md", ".csv", ".json", ".backup"].contains { word.hasSuffix($0) }
    }

    /// Puts the files of an example where it finds them, and does what it takes for done.
    private static func prepare(_ words: [String], _ program: TestProgram) throws {
        switch words.first {
        case "import":
            for (name, fixture) in [("list.md", "checklist.md"), ("trips.csv", "trips.csv")] {
                try Files.copy(Fixtures.path("quickstart/" + fixture), to: program.folder.path(name))
            }
        case "restore": program.text("backup \(program.folder.path("packmule.backup"))")
        case "redo": program.text("undo")
        case "remind": program.text("permission allow")
        case "reminder":
            program.text("permission allow")
            program.told("remind at 2027-06-03 09:00 Call the hotel")
            program.told("remind daily 21:00 Water the plants")
            program.told("remind at in 1 minute Call a taxi")
            program.clock.advance(milliseconds: 60_000)
            try program.ring()
            if words.contains("restore") { program.told("reminder cancel taxi") }
            if words.contains("snooze"), words.contains("hotel") {
                program.clock.set(millisecondsSince1970: 1_812_006_060_000)
                try program.ring()
            }
        default: break
        }
    }

    @Test("Every command has a help text that fits a terminal", arguments: commands.map(\.name))
    func help(name: String) throws {
        let program = try TestProgram(withStore: false)
        let words = TestSupport.words(of: name).dropFirst()
        let output = program.run(words + ["--help"], columns: 80)
        #expect(output.exitCode == .done)
        #expect(output.standardOutput.contains("Usage: \(name)"))
    }

    static let commands = tree(CommandPath(CommandTree.root))

    /// Those of commands that need a server are not run here: see SpaceCommandsTests.
    static let examples = commands.flatMap { $0.command.examples.map(\.commandLine) }.filter { line in
        !["claim", "invite", "join", "sync", "device", "recovery", "leave"].contains(words(of: line)[1])
    }

    private static func tree(_ path: CommandPath<Action>) -> [CommandPath<Action>] {
        [path] + path.command.subcommands.filter { !$0.isHidden }.flatMap { tree(path.appending($0)) }
    }
}
