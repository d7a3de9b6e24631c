// From the words of a command line to a command with its operands and options.

extension Command {
    /// Understands the arguments of the program, its own name left out; this command is the root.
    ///
    /// Options stand anywhere; `--` ends them. A word after a group names a subcommand, a group alone stands for its
    /// default. `--name value`, `--name=value`, `-n value`, `-nvalue`, and flags together as `-ab`. A word that begins
    /// with a dash is no value, except `-` and negative numbers; `--name=-x` gives any. `--help` and `-h` anywhere, and
    /// the word `help` where a command may stand, ask for help, even when something else is wrong.
    public func parse(_ arguments: [String]) throws(UsageError) -> Request<Action> {
        var parser = ArgumentParser(self)
        return try parser.parse(arguments[...])
    }

    /// The values of options on a command line that may be unfinished: what a shell hands over for completion. Flags
    /// have an empty list. Whatever is wrong is passed over.
    public func optionValues(in arguments: [String]) -> [String: [String]] {
        var parser = ArgumentParser(self)
        _ = try? parser.parse(arguments[...])
        return Dictionary(grouping: parser.given, by: \.name).mapValues { $0.compactMap(\.value) }
    }
}

/// Reads word by word. The first thing wrong is kept until the end, so that a request for help still counts.
struct ArgumentParser<Action: Sendable> {
    private var path: CommandPath<Action>
    private var words: [String] = []
    private(set) var given: [GivenOption] = []
    private var failure: UsageError?

    /// An option as it was typed. Before a subcommand is known it may turn out to be none of its options.
    struct GivenOption {
        let name: String
        let typed: String
        let value: String?
    }

    init(_ root: Command<Action>) {
        path = CommandPath(root)
    }

    mutating func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Request<Action> {
        var rest = arguments
        while let word = rest.popFirst() {
            switch word {
            case "--":
                rest.forEach { takeWord($0) }
                return .run(try finish())
            case "--help", "-h": return .help(path)
            case "--version": return .version
            case "help" where isHelpCommand: return .help(try findCommand(rest))
            case _ where word.hasPrefix("--"): takeLongOption(word, &rest)
            case _ where Self.isOption(word): takeShortOptions(word, &rest)
            default: takeWord(word)
            }
        }
        return .run(try finish())
    }

    /// Whether a word is an option rather than a word, standard input or a negative number.
    private static func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
        return !("0"..."9").contains(second) && second != "."
    }

    // MARK: Words

    /// Whether `help` here asks for help: not as an operand, and not where the program has its own command.
    private var isHelpCommand: Bool {
        failure == nil && !path.command.subcommands.isEmpty && path.command.subcommand("help") == nil
    }

    private mutating func takeWord(_ word: String) {
        if path.command.subcommands.isEmpty {
            words.append(word)
        } else if let subcommand = path.command.subcommand(word) {
            path = path.appending(subcommand)
        } else {
            fail(unknownCommand(word))
        }
    }

    private func findCommand(_ words: ArraySlice<String>) throws(UsageError) -> CommandPath<Action> {
        var finder = self
        for word in words where !Self.isOption(word) {
            guard let subcommand = finder.path.command.subcommand(word) else {
                throw UsageError(problem: finder.unknownCommand(word), commandName: finder.path.name)
            }
            finder.path = finder.path.appending(subcommand)
        }
        return finder.path
    }

    private func unknownCommand(_ word: String) -> UsageError.Problem {
        let names = path.command.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
        return .unknownCommand(word, suggestion: Suggestion.best(for: word, among: names))
    }

    // MARK: Options

    private mutating func takeLongOption(_ word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let typed = parts.first ?? word
        guard let option = path.findable.first(where: { "--\($0.name)" == typed }) else {
            return fail(unknownOption(typed))
        }
        take(option, typed, attached: parts.count > 1 ? parts.last : nil, &rest)
    }

    private mutating func takeShortOptions(_ word: String, _ rest: inout ArraySlice<String>) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = path.findable.first(where: { $0.short == letter }) else {
                // Of a long name after one dash all is reported, so that it can be recognised.
                let isFirst = letters.count == word.count - 2
                return fail(unknownOption(isFirst ? word : "-\(letter)"))
            }
            if option.takesValue {
                return take(option, "-\(letter)", attached: letters.isEmpty ? nil : String(letters), &rest)
            }
            take(option, "-\(letter)", attached: nil, &rest)
        }
    }

    private mutating func take(
        _ option: Option, _ typed: String, attached: String?, _ rest: inout ArraySlice<String>
    ) {
        var value = attached
        if option.takesValue, value == nil, let next = rest.first, !Self.isOption(next) {
            value = rest.popFirst()
        }
        given.append(GivenOption(name: option.name, typed: typed, value: value))
    }

    private func unknownOption(_ typed: String) -> UsageError.Problem {
        let name = String(typed.drop { $0 == "-" })
        let names = path.findable.filter { !$0.isHidden }.map(\.name) + ["help"]
        return .unknownOption(typed, suggestion: Suggestion.best(for: name, among: names).map { "--\($0)" })
    }

    private mutating func fail(_ problem: UsageError.Problem) {
        failure = failure ?? UsageError(problem: problem, commandName: path.name)
    }
}

// MARK: - The whole line is read

extension ArgumentParser {
    private mutating func finish() throws(UsageError) -> ParsedCommand<Action> {
        if let failure { throw failure }
        while let command = path.command.defaultSubcommand { path = path.appending(command) }
        guard case .leaf(let action) = path.command.content else { throw error(.missingCommand) }
        return ParsedCommand(
            path: path, action: action, operandValues: try bindOperands(), optionValues: try bindOptions())
    }

    private func error(_ problem: UsageError.Problem) -> UsageError {
        UsageError(problem: problem, commandName: path.name)
    }

    private func bindOptions() throws(UsageError) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for given in given {
            guard let option = path.options.first(where: { $0.name == given.name }) else {
                throw error(unknownOption(given.typed))
            }
            guard let valueName = option.valueName else {
                guard given.value == nil else { throw error(.unexpectedValue(option: given.typed)) }
                values[option.name] = []
                continue
            }
            guard let value = given.value else {
                throw error(.missingValue(option: given.typed, valueName: valueName))
            }
            if let rule = option.kind.brokenRule(value) {
                throw error(.badValue(of: given.typed, value: value, rule: rule))
            }
            guard values[option.name] == nil || option.isRepeatable else { throw error(.repeatedOption(given.typed)) }
            values[option.name, default: []].append(value)
        }
        return values
    }

    private func bindOperands() throws(UsageError) -> [String: [String]] {
        var values: [String: [String]] = [:]
        var rest = words[...]
        for operand in path.command.operands {
            let taken = rest.prefix(operand.arity.isMany ? rest.count : 1)
            rest = rest.dropFirst(taken.count)
            if taken.isEmpty, operand.arity.isRequired { throw error(.missingOperand(operand.name)) }
            for value in taken {
                if let rule = operand.kind.brokenRule(value) {
                    throw error(.badValue(of: operand.name, value: value, rule: rule))
                }
            }
            values[operand.name] = Array(taken)
        }
        if let word = rest.first { throw error(.unexpectedOperand(word)) }
        return values
    }
}

extension CommandPath {
    /// The options that may be typed here: those of this command, and before a subcommand is known those of all below.
    var findable: [Option] {
        options + command.subcommands.flatMap { appending($0).findableBelow }
    }

    private var findableBelow: [Option] {
        command.options + command.subcommands.flatMap { appending($0).findableBelow }
    }
}
