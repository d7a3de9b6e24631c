// Tests of the grammar as a whole, of help, completions and the manual page.

import CommandLineTool
import HTTPMessages
import JSONText
import Platform
import Replication
import SyncProtocol
import TestSupport
import Testing

@testable import PackmuleServerCommands

@Suite("Command tree")
struct CommandTreeTests {
    @Test("The tree is sound")
    func problems() {
        #expect(CommandTree.root.problems == [])
    }

    @Test("Every command has an example, and every example is understood")
    func examples() throws {
        for path in Self.commands {
            #expect(!path.command.examples.isEmpty, "\(path.name)")
            for example in path.command.examples {
                var words = TestSupport.words(of: example.commandLine)
                #expect(words.first == "packmule-server")
                words.removeFirst()
                #expect(throws: Never.self, "\(example.commandLine)") { try CommandTree.root.parse(words) }
            }
        }
    }

    @Test("Every command has a help text", arguments: commands.map(\.name))
    func help(name: String) {
        let words = TestSupport.words(of: name).dropFirst().joined(separator: " ")
        let text = TestServer().text("\(words) --help")
        #expect(text.contains("Usage: \(name)"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test(
        "What is not understood is refused with 2 and one short answer",
        arguments: [
            ("nonsense", "packmule-server: there is no command 'nonsense'."),
            ("--lisen 127.0.0.1:1", "packmule-server: there is no option --lisen; did you mean --listen?"),
            ("--listen", "packmule-server serve: --listen needs a value: --listen HOST:PORT."),
            ("space delete", "packmule-server space delete: ID is missing."),
            ("device revoke", "packmule-server device revoke: HASH is missing."),
            ("backup", "packmule-server backup: FILE is missing."),
            (
                "claim extra",
                "packmule-server claim: 'extra' is one word too many; put a text of several words in quotes."
            ),
            ("--log loud", "packmule-server serve: --log 'loud' must be debug, info, warning or error."),
            ("space list --listen 127.0.0.1:1", "packmule-server space list: there is no option --listen"),
            ("device revoke abc", "Give at least the first 4 digits of the hash."),
            ("device revoke 3f9g", "Give at least the first 4 digits of the hash."),
        ])
    func misunderstood(line: String, sentence: String) {
        #expect(TestServer().refusal(line, .usage).contains(sentence))
    }

    @Test("Without a data folder nothing is done", arguments: ["", "claim", "space", "device", "check", "backup x"])
    func noFolder(line: String) throws {
        let outside = TestServer().outside()
        let nowhere = Outside(
            environment: [:], clock: outside.clock, random: outside.random, screen: outside.screen, ask: outside.ask,
            say: outside.say, signals: outside.signals)
        let output = Program.run(words(of: line), nowhere)
        #expect(output.exitCode == .usage)
        #expect(output.standardError.contains("Give the data folder: --data DIR."))
    }

    @Test("Failures are objects for scripts")
    func jsonFailure() {
        #expect(
            TestServer().refusal("check --json", .storeUnusable).hasPrefix(
                "{\n  \"error\": {\n    \"code\": \"no-server\",\n    \"message\": \"There is no server's file at "))
    }

    @Test("The version is the same in every way to ask")
    func version() throws {
        let server = TestServer()
        #expect(server.text("version") == "packmule-server \(Version.text)\n")
        #expect(server.text("--version") == "packmule-server \(Version.text)\n")
        #expect(try server.json("version") == ["version": .string(Version.text)])
    }

    @Test("Every limit is listed with its usual value")
    func limits() throws {
        let listed = try #require(try TestServer().json("limits")["limits"]?.elements)
        #expect(listed.map { $0["name"]?.string } == LimitSettings.settings.map(\.name))
        let connections = listed.first { $0["name"] == "connections" }
        #expect(connections?["value"] == 256)
        #expect(TestServer().text("limits").contains("connections open at once from one address"))
    }

    @Test("Every shell has a script, and is offered the limits")
    func completions() {
        let server = TestServer()
        for shell in Shell.allCases {
            #expect(server.text("completions \(shell.rawValue)") == CommandTree.root.completionScript(for: shell))
        }
        #expect(server.text("__complete limit").contains("connections=256\tconnections open at once\n"))
        #expect(server.text("__complete nonsense") == "")
    }

    @Test("The committed manual page is what the program prints: Scripts/docs writes it")
    func manual() throws {
        let page = String(
            decoding: try Files.read(Fixtures.repository + "/docs/packmule-server.1", limitBytes: 1 << 20),
            as: UTF8.self)
        let parts = page.prefix { $0 != "\n" }.split(separator: "\"", omittingEmptySubsequences: false)
        let date = try #require(parts.count > 5 ? parts[5] : nil).replacing("\\-", with: "-")
        #expect(TestServer().text("__manual \(date)") == page)
    }

    static let commands = tree(CommandPath(CommandTree.root))

    private static func tree(_ path: CommandPath<Action>) -> [CommandPath<Action>] {
        [path] + path.command.subcommands.filter { !$0.isHidden }.flatMap { tree(path.appending($0)) }
    }
}
