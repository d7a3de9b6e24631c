// The manual page of a program.

/// What the tree of commands cannot say of itself. The page has the same bytes whenever the same is given.
public struct ManualPage: Sendable {
    /// The day of the text: "2026-11-30".
    public let date: String
    /// Program and version: "Packmule 1.0".
    public let source: String
    /// Environment variables and what they do.
    public let environment: [(name: String, meaning: String)]
    /// Files and what is in them.
    public let files: [(path: String, meaning: String)]
    /// Other pages: "packmuled(1)".
    public let otherPages: [String]

    /// What the page says besides the commands; empty lists leave their sections out.
    public init(
        date: String, source: String, environment: [(name: String, meaning: String)] = [],
        files: [(path: String, meaning: String)] = [], otherPages: [String] = []
    ) {
        self.date = date
        self.source = source
        self.environment = environment
        self.files = files
        self.otherPages = otherPages
    }

    /// The page in the man macros of roff (man(7)), for section 1.
    public func text<Action>(of root: Command<Action>) -> String {
        let path = CommandPath(root)
        var page = Roff()
        page.macro("TH", root.name.uppercased(), "1", date, source)
        page.section("NAME")
        page.paragraph("\(root.name) - \(root.summary.lowercasedFirst)")
        page.section("SYNOPSIS")
        page.paragraph(path.usage)
        if !root.discussion.isEmpty {
            page.section("DESCRIPTION")
            page.paragraphs(root.discussion)
        }
        page.section("COMMANDS")
        for path in path.visibleTree.dropFirst() { page.command(path) }
        page.section("GLOBAL OPTIONS")
        page.options(root.options)
        page.entry("-h, --help", "Show the help of a command.")
        page.entry("--version", "Show the version.")
        page.entries("ENVIRONMENT", environment)
        page.entries("FILES", files)
        page.section("EXIT STATUS")
        for code in ExitCode.allCases { page.entry("\(code.rawValue)", "\(code.meaning.uppercasedFirst).") }
        if !root.examples.isEmpty {
            page.section("EXAMPLES")
            page.examples(root.examples)
        }
        if !otherPages.isEmpty {
            page.section("SEE ALSO")
            page.paragraph(otherPages.joined(separator: ", "))
        }
        return page.output
    }
}

/// Writes requests and escaped text.
private struct Roff {
    var output = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { " \"\(Self.escaped($0))\"" }
        output += ".\(name)\(quoted.joined())\n"
    }

    mutating func section(_ title: String) {
        macro("SH", title)
    }

    /// A line of text. What begins like a request is made text by a character without width.
    mutating func paragraph(_ text: String) {
        let escaped = Self.escaped(text)
        output += (escaped.hasPrefix(".") ? "\\&" : "") + escaped + "\n"
    }

    mutating func paragraphs(_ text: String) {
        for (index, line) in text.split(separator: "\n").enumerated() {
            if index > 0 { macro("PP") }
            paragraph(String(line))
        }
    }

    mutating func entry(_ term: String, _ text: String) {
        macro("TP")
        macro("B", term)
        paragraph(text)
    }

    mutating func entries(_ title: String, _ entries: [(String, String)]) {
        guard !entries.isEmpty else { return }
        section(title)
        for (term, text) in entries { entry(term, text) }
    }

    mutating func options(_ options: [Option]) {
        for option in options where !option.isHidden {
            entry(
                String(option.syntax.drop { $0 == " " }),
                ([option.description] + option.meanings).joined(separator: "; ") + ".")
        }
    }

    mutating func examples(_ examples: [Example]) {
        for example in examples { entry(example.commandLine, example.explanation) }
    }

    /// A command under its usage line. Options inherited are said where they are declared.
    mutating func command<Action>(_ path: CommandPath<Action>) {
        let command = path.command
        macro("SS", path.usage)
        paragraph("\(command.summary).")
        if let name = command.defaultSubcommand?.name {
            macro("PP")
            paragraph("Without a command this is \(path.name) \(name).")
        }
        if !command.aliases.isEmpty {
            macro("PP")
            paragraph("Also called: \(command.aliases.joined(separator: ", ")).")
        }
        if !command.discussion.isEmpty {
            macro("PP")
            paragraphs(command.discussion)
        }
        for operand in command.operands { entry(operand.name, "\(operand.description).") }
        options(command.options)
        examples(command.examples)
    }

    /// Text that roff prints as it is: ASCII with the characters it would change named (groff_char(7)), everything
    /// else by number.
    static func escaped(_ text: String) -> String {
        SafeText.visible(text).unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\(rs"
            case "-": "\\-"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "\"": "\\(dq"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(Character(scalar))
            default: "\\[u\(scalar.fourDigits)]"
            }
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Four hexadecimal digits or more.
    fileprivate var fourDigits: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
}
