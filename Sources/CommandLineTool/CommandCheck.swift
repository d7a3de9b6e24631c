// Mistakes in a tree of commands: a program's tests expect none.

extension Command {
    /// What is wrong with this tree, a sentence each; empty for a sound one. Parsing a tree that is not sound gives the
    /// first of whatever is doubled.
    public var problems: [String] {
        CommandPath(self).problems
    }
}

extension CommandPath {
    fileprivate var problems: [String] {
        let own: [String] = [nameProblems, groupProblems, operandProblems, optionProblems].flatMap { $0 }
        return own.map { "\(name): \($0)" } + command.subcommands.flatMap { appending($0).problems }
    }

    private var nameProblems: [String] {
        let words = [command.name] + command.aliases
        return words.filter { !$0.isPlainWord }.map { "'\($0)' is not made of a–z, 0–9, dash and underscore" }
            + (command.summary.isEmpty && !command.isHidden ? ["has no summary"] : [])
            + (command.summary.hasSuffix(".") ? ["the summary ends with a full stop"] : [])
    }

    private var groupProblems: [String] {
        guard case .group(let commands, let defaultName) = command.content else { return [] }
        var problems = repeated(commands.flatMap { [$0.name] + $0.aliases }).map { "has two commands '\($0)'" }
        if commands.isEmpty { problems.append("has no commands") }
        if let defaultName, command.defaultSubcommand == nil { problems.append("has no command '\(defaultName)'") }
        // An option before the subcommand is read before it is known whose it is.
        for option in findable where findable.contains(where: { $0.isRead(otherwiseThan: option) }) {
            problems.append("\(option.words.joined(separator: " and ")) takes a value in one place only")
        }
        return problems
    }

    private var operandProblems: [String] {
        let operands = command.operands
        var problems = repeated(operands.map(\.name)).map { "has two operands \($0)" }
        if operands.dropLast().contains(where: { $0.arity.isMany }) {
            problems.append("an operand that takes many is not the last")
        }
        if zip(operands, operands.dropFirst()).contains(where: { !$0.arity.isRequired && $1.arity.isRequired }) {
            problems.append("a required operand follows one that is not")
        }
        return problems + operands.flatMap { $0.kind.problems(of: $0.name) }
    }

    private var optionProblems: [String] {
        let words = options.flatMap(\.words)
        return repeated(words).map { "has two options \($0)" }
            + words.filter { ["--help", "-h", "--version"].contains($0) }.map { "\($0) has a meaning already" }
            + command.options.filter { !$0.name.isPlainWord }.map { "'\($0.name)' is no name of an option" }
            + command.options.flatMap { $0.kind.problems(of: "--\($0.name)") }
            + command.options.compactMap { option in
                option.defaultValue.flatMap(option.kind.brokenRule).map { "the default of --\(option.name) \($0)" }
            }
    }

    private func repeated(_ words: [String]) -> [String] {
        words.enumerated().filter { index, word in words[..<index].contains(word) }.map(\.element)
    }
}

extension Option {
    /// Whether two options share a word and one has a value, the other none.
    fileprivate func isRead(otherwiseThan other: Option) -> Bool {
        takesValue != other.takesValue && (name == other.name || (short != nil && short == other.short))
    }
}

extension ValueKind {
    fileprivate func problems(of owner: String) -> [String] {
        switch self {
        case .choices(let choices): choices.filter { !$0.isPlainWord }.map { "'\($0)' is no choice for \(owner)" }
        case .words(let word): word.isPlainWord ? [] : ["'\(word)' is no word to complete \(owner) by"]
        default: []
        }
    }
}

extension String {
    /// Whether this is a word that no shell, manual page or person takes for something else.
    fileprivate var isPlainWord: Bool {
        !isEmpty && first != "-"
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
