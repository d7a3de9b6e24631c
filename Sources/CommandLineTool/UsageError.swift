// Why a command line was not understood.

/// The command line breaks the grammar: the caller shows the message and ends with `ExitCode.usage`.
public struct UsageError: Error, Equatable, Sendable {
    /// What is wrong.
    public let problem: Problem
    /// The command as far as it was understood: "packmule trip add".
    public let commandName: String

    /// Everything that can be wrong with a command line.
    public enum Problem: Equatable, Sendable {
        /// A group was typed alone and stands for none of its commands.
        case missingCommand
        case unknownCommand(String, suggestion: String?)
        /// The option as typed, with its dashes.
        case unknownOption(String, suggestion: String?)
        case missingValue(option: String, valueName: String)
        /// `--all=yes`, where `--all` is a flag.
        case unexpectedValue(option: String)
        case repeatedOption(String)
        case missingOperand(String)
        case unexpectedOperand(String)
        /// What the value is for, the value, and what it must be.
        case badValue(of: String, value: String, rule: String)
    }

    /// One sentence: where, what, and what to do. Safe for a terminal.
    public var message: String {
        SafeText.visible("\(commandName): \(problem.sentence)")
    }

    /// Where to read more: a second line for the person.
    public var hint: String {
        "Try '\(commandName) --help'."
    }
}

extension UsageError.Problem {
    fileprivate var sentence: String {
        switch self {
        case .missingCommand: "a command is missing."
        case .unknownCommand(let word, let suggestion): "there is no command '\(word)'\(ending(suggestion))"
        case .unknownOption(let option, let suggestion): "there is no option \(option)\(ending(suggestion))"
        case .missingValue(let option, let valueName): "\(option) needs a value: \(option) \(valueName)."
        case .unexpectedValue(let option): "\(option) takes no value."
        case .repeatedOption(let option): "\(option) is given twice; give it once."
        case .missingOperand(let name): "\(name) is missing."
        case .unexpectedOperand(let word): "'\(word)' is one word too many; put a text of several words in quotes."
        case .badValue(let name, let value, let rule):
            "\(name) '\(value)' \(rule)\(rule.hasSuffix("?") ? "" : ".")"
        }
    }

    private func ending(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \($0)?" } ?? "."
    }
}
