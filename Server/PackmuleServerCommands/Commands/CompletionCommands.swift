// What shells need to complete command lines.

import CommandLineTool
import JSONText

enum CompletionCommands {
    static let completions = Command<Action>(
        "completions", summary: "Print the completion script of a shell",
        examples: [
            Example("packmule-server completions bash", "what 'source <(packmule-server completions bash)' reads"),
            Example("packmule-server completions fish", "for ~/.config/fish/completions/packmule-server.fish"),
        ],
        operands: [Operand("SHELL", .one, .choices(Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish")],
        action: .answer { invocation in
            let shell = invocation.command.operand("SHELL").flatMap(Shell.init(rawValue:)) ?? .bash
            let script = CommandTree.root.completionScript(for: shell)
            return Answer(
                json: { ["shell": .string(shell.rawValue), "script": .string(script)] }, text: { script })
        })

    /// What completion scripts run; a person never waits for it and never sees it fail.
    static let complete = Command<Action>(
        "__complete", summary: "Print the values that may be typed",
        operands: [
            Operand("KIND", help: "What is wanted: limit"),
            Operand("WORD", .any, help: "The words before it"),
        ],
        isHidden: true,
        action: .answer { invocation in
            let offers: [(word: String, description: String)] =
                switch invocation.command.operand("KIND") {
                case "limit": LimitSettings.settings.map { ("\($0.name)=\(LimitSettings()[$0])", $0.meaning) }
                case "command": CommandTree.root.subcommands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
                default: []
                }
            return Answer(
                json: { ["words": .array(offers.map { .string($0.word) })] },
                text: { offers.map { "\($0.word)\t\($0.description)\n" }.joined() })
        })
}
