// One run of a command: its arguments, and what of the outside it may use.

import CommandLineTool
import Platform

/// What a command is handed.
struct Invocation: Sendable {
    let command: ParsedCommand<Action>
    let outside: Outside

    var screen: Screen { outside.screen }

    /// The data folder: `--data`, else `PACKMULE_SERVER_DATA`.
    ///
    /// - Throws: a refusal where neither is given: a server has no place of its own accord.
    var dataFolder: DataFolder {
        get throws {
            let named = command.value("data") ?? outside.environment["PACKMULE_SERVER_DATA"]
            guard let path = named, !path.isEmpty else { throw misused("Give the data folder: --data DIR.") }
            return DataFolder(path: path)
        }
    }

    /// Asks a question that is answered by yes or no; `--yes` answers it.
    ///
    /// - Throws: a refusal with ``ExitCode/decisionNeeded`` when the answer is no, or when nobody can be asked.
    func confirm(_ question: String) throws {
        if command.has("yes") { return }
        guard screen.canAsk else {
            throw Refusal("decision-needed", question, hint: "Say yes with --yes.", .decisionNeeded)
        }
        let typed = try outside.ask(SafeText.visible(question) + " [y/N] ") ?? ""
        guard ["y", "yes"].contains(typed.lowercased()) else {
            throw Refusal("decision-needed", "Nothing was changed.", .decisionNeeded)
        }
    }

    /// A command line that the grammar allows, but that says too little or too much.
    func misused(_ sentence: String) -> Refusal {
        Refusal("usage", sentence, hint: "Try '\(command.path.name) --help'.", .usage)
    }

    /// A text of somebody's on one line, safe for a terminal.
    func safe(_ text: String) -> String { SafeText.visible(text) }
}
