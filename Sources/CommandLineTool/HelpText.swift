// The help of a command.

extension CommandPath {
    /// The whole help, ended with a line feed, wrapped to the width of the terminal.
    public func helpText(width: Int, colour: Colour = .off) -> String {
        let width = min(max(width, Limits.narrowestColumns), Limits.helpColumns)
        let help = HelpText(width: width, colour: colour)
        var sections = [help.wrapped("\(command.summary)."), help.usage(usage)]
        if !command.discussion.isEmpty { sections.append(help.wrapped(command.discussion)) }
        sections.append(help.list("Operands", command.operands.map { ($0.name, $0.description) }))
        sections.append(help.list("Commands", commandEntries))
        sections.append(help.list("Options", ownOptions.entries))
        sections.append(help.list("Global options", inheritedOptions.entries + standardEntries))
        sections.append(help.examples(command.examples))
        if !command.seeAlso.isEmpty {
            let names = command.seeAlso.map { "\(commands.first?.name ?? "") \($0)" }
            sections.append(help.wrapped("See also: \(names.joined(separator: ", "))"))
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// The command with its operands: "packmule trip add CITY… [OPTION…]".
    var usage: String {
        let words: [String] =
            switch command.content {
            case .leaf: command.operands.map(\.usage)
            case .group(_, let defaultName): [defaultName == nil ? "COMMAND" : "[COMMAND]"]
            }
        return ([name] + words + ["[OPTION…]"]).joined(separator: " ")
    }

    private var commandEntries: [(String, String)] {
        let entries = command.subcommands.filter { !$0.isHidden }.map { subcommand in
            let isDefault = subcommand.name == command.defaultSubcommand?.name
            let names = ([subcommand.name] + subcommand.aliases).joined(separator: ", ")
            return (names, subcommand.summary + (isDefault ? " (when no command is given)" : ""))
        }
        return entries + (isRoot && !entries.isEmpty ? [("help", "Show the help of a command")] : [])
    }

    private var standardEntries: [(String, String)] {
        [("-h, --help", "Show this help")] + (isRoot ? [("    --version", "Show the version")] : [])
    }

    var isRoot: Bool { commands.count == 1 }
}

extension [Option] {
    /// What help says of the options that are not hidden.
    fileprivate var entries: [(String, String)] {
        filter { !$0.isHidden }.map { ($0.syntax, ([$0.description] + $0.meanings).joined(separator: "\n")) }
    }
}

extension Option {
    /// "-t, --trip TRIP", with room for the short name where there is none.
    var syntax: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (valueName.map { " \($0)" } ?? "")
    }

    /// The help with what can be said about the value.
    var description: String {
        var notes = kind.notes
        if let defaultValue { notes.append("default \(defaultValue)") }
        if isRepeatable { notes.append("may be repeated") }
        return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
    }
}

extension Operand {
    var description: String {
        kind.notes.isEmpty ? help : "\(help) (\(kind.notes.joined(separator: "; ")))"
    }
}

extension ValueKind {
    fileprivate var notes: [String] {
        if case .choices(let choices) = self { [English.list(choices, "or")] } else { [] }
    }
}

/// Lays out the sections.
private struct HelpText {
    let width: Int
    let colour: Colour

    func wrapped(_ text: String) -> String {
        TextWrap.block(text, width: width)
    }

    func usage(_ usage: String) -> String {
        "\(heading("Usage")) \(usage)"
    }

    /// A heading and two aligned columns; empty for no entries.
    func list(_ title: String, _ entries: [(term: String, description: String)]) -> String {
        guard !entries.isEmpty else { return "" }
        let widest = entries.map { TerminalWidth.columns($0.term) }.max() ?? 0
        let termColumns = min(widest, width / 3)
        let indent = 2 + termColumns + 2
        let lines = entries.map { term, description in
            let block = TextWrap.block(description, width: width, indent: indent)
            let columns = TerminalWidth.columns(term)
            // A term that is too wide has its description below it.
            let start = columns <= termColumns ? block.dropFirst(2 + columns) : "\n" + block
            return block.isEmpty ? "  \(term)" : "  \(term)\(start)"
        }
        return "\(heading(title))\n\(lines.joined(separator: "\n"))"
    }

    func examples(_ examples: [Example]) -> String {
        guard !examples.isEmpty else { return "" }
        let blocks = examples.map { "  \($0.commandLine)\n\(TextWrap.block($0.explanation, width: width, indent: 6))" }
        return "\(heading("Examples"))\n\(blocks.joined(separator: "\n"))"
    }

    private func heading(_ title: String) -> String {
        colour.paint("\(title):", .bold)
    }
}
