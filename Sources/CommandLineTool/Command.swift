// A command of a program as a value: what parsing, help, completions and the manual page are made from.

/// A word of the command line with all that can be said about it. The root is the program itself.
///
/// A command is either a leaf, which carries an action (a closure, a case of an enum: whatever the program likes to get
/// back from parsing), or a group of commands. Nothing here reads, prints or runs anything.
public struct Command<Action: Sendable>: Sendable {
    /// The word typed.
    public let name: String
    /// Other words for the same command; help shows them, completions offer only the name.
    public let aliases: [String]
    /// One line without a full stop: "Add a trip".
    public let summary: String
    /// What else must be known, a paragraph a line; help keeps empty lines between them.
    public let discussion: String
    /// How it is used, shown in help and in the manual page.
    public let examples: [Example]
    /// What a leaf takes besides options, in order. A group has none.
    public let operands: [Operand]
    /// Options of this command and of every command below it; those of the root are the global options.
    public let options: [Option]
    /// Whether help, completions and the manual page pass over the command.
    public let isHidden: Bool
    /// Commands worth reading next, as typed after the program's name: "trip show".
    public let seeAlso: [String]
    /// What is below.
    public let content: Content

    /// A leaf or a group.
    public indirect enum Content: Sendable {
        case leaf(Action)
        /// Commands in the order of help, and the name of the one that runs when none is typed.
        case group([Command], defaultName: String?)
    }

    /// A command that does something.
    public init(
        _ name: String, aliases: [String] = [], summary: String, discussion: String = "", examples: [Example] = [],
        operands: [Operand] = [], options: [Option] = [], isHidden: Bool = false, seeAlso: [String] = [],
        action: Action
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        self.operands = operands
        self.options = options
        self.isHidden = isHidden
        self.seeAlso = seeAlso
        content = .leaf(action)
    }

    /// A group of commands. `defaultName` is the subcommand that a bare group stands for: in most programs `list`.
    public init(
        _ name: String, aliases: [String] = [], summary: String, discussion: String = "", examples: [Example] = [],
        options: [Option] = [], isHidden: Bool = false, seeAlso: [String] = [],
        subcommands: [Command], defaultName: String? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        operands = []
        self.options = options
        self.isHidden = isHidden
        self.seeAlso = seeAlso
        content = .group(subcommands, defaultName: defaultName)
    }

    /// The commands of a group in order; none for a leaf.
    public var subcommands: [Command] {
        if case .group(let commands, _) = content { commands } else { [] }
    }

    /// The subcommand that this group stands for when it is typed alone.
    public var defaultSubcommand: Command? {
        guard case .group(let commands, let name?) = content else { return nil }
        return commands.first { $0.name == name }
    }

    /// The subcommand that is called by this word, hidden ones too.
    public func subcommand(_ word: String) -> Command? {
        subcommands.first { $0.name == word || $0.aliases.contains(word) }
    }
}

/// A command line that shows how a command is used, and what it does.
public struct Example: Sendable {
    /// As typed in a shell, the program's name included.
    public let commandLine: String
    /// One short sentence.
    public let explanation: String

    /// An example and what it does.
    public init(_ commandLine: String, _ explanation: String) {
        self.commandLine = commandLine
        self.explanation = explanation
    }
}
