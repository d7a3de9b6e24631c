// What shells need to complete command lines.

import CommandLineTool
import JSONText

enum CompletionCommands {
    static let completions = Command<Action>(
        "completions", summary: "Print the completion script of a shell",
        examples: [Example("packmuled completions bash", "what 'source <(packmuled completions bash)' reads")],
        operands: [Operand("SHELL", .one, .choices(Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish")],
        action: .answer { invocation in
            let shell = invocation.command.operand("SHELL").flatMap(Shell.init(rawValue:)) ?? .bash
            let script = CommandTree.root.completionScript(for: shell)
            return Answer(json: ["shell": .string(shell.rawValue), "script": .string(script)], text: script)
        })
}
