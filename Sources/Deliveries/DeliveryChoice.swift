// Which ways of notifying a person wants, as words of a command line.

internal import CommandLineTool
public import HTTPMessages
internal import JSONText

/// One way of notifying, as it is asked for. It holds no secret but, where somebody writes it so, the name of a topic.
public enum DeliveryChoice: Equatable, Sendable {
    /// `desktop`: the notifications of the desktop.
    case desktop
    /// `terminal`: lines on standard output.
    case terminal
    /// `none`: nothing is shown; other devices, and the lists, still have it.
    case none
    /// `command:PROGRAM ARGUMENT…`: a program is run.
    case command(program: String, arguments: [String])
    /// `ntfy:https://HOST/TOPIC`: a server of ntfy.
    case ntfy(Origin, topic: String)
    /// `ntfy:/FILE`: the same, with address and token in a file.
    case ntfyFile(path: String)

    /// The variable that holds the access token for an ntfy server whose address was given.
    public static let tokenVariable = "PACKMULE_NTFY_TOKEN"

    /// Reads one of the forms above. Words of a command are parted by blanks, and no shell reads them; a command with
    /// blanks in a word is given as a list of JSON: `command:["/usr/bin/say", "two words"]`.
    public init(parsing text: String) throws(Problem) {
        switch text {
        case "desktop": self = .desktop
        case "terminal": self = .terminal
        case "none": self = .none
        case _ where text.hasPrefix("command:"): self = try Self.command(String(text.dropFirst(8)))
        case _ where text.hasPrefix("ntfy:/"): self = .ntfyFile(path: String(text.dropFirst(5)))
        case _ where text.hasPrefix("ntfy:"): self = try Self.ntfy(text.dropFirst(5))
        default: throw .unknown(suggestion: Self.suggestion(for: text))
        }
    }

    /// The form that was probably meant, by what stands before the first colon.
    private static func suggestion(for text: String) -> String? {
        let word = String(text.prefix { $0 != ":" })
        let best = Suggestion.best(for: word, among: ["desktop", "terminal", "none", "command", "ntfy"])
        return best.map { ["command", "ntfy"].contains($0) ? $0 + ":…" : $0 }
    }

    /// What ``init(parsing:)`` reads as the same choice.
    public var description: String {
        switch self {
        case .desktop: "desktop"
        case .terminal: "terminal"
        case .none: "none"
        case .command(let program, let arguments): "command:" + Self.text(of: [program] + arguments)
        case .ntfy(let origin, let topic): "ntfy:\(origin)/\(topic)"
        case .ntfyFile(let path): "ntfy:\(path)"
        }
    }

    /// An address with a topic: `https://HOST/TOPIC`.
    static func place(_ text: Substring) throws(Problem) -> (Origin, topic: String) {
        var text = text
        if text.hasSuffix("/") { text = text.dropLast() }
        guard let slash = text.lastIndex(of: "/") else { throw .noTopic }
        let topic = String(text[text.index(after: slash)...])
        do throws(Origin.Problem) {
            let origin = try Origin(String(text[..<slash]))
            guard NtfyDelivery.isTopic(topic) else { throw Origin.Problem.malformed }
            return (origin, topic)
        } catch .plainBeyondLoopback {
            throw .plainBeyondLoopback
        } catch {
            throw .noTopic
        }
    }

    private static func ntfy(_ text: Substring) throws(Problem) -> DeliveryChoice {
        let (origin, topic) = try place(text)
        return .ntfy(origin, topic: topic)
    }

    private static func command(_ text: String) throws(Problem) -> DeliveryChoice {
        let words = try text.hasPrefix("[") ? listed(text) : parted(text)
        guard let program = words.first, !program.isEmpty else { throw .noProgram }
        guard program.hasPrefix("/") || !program.contains("/") else { throw .relativeProgram }
        guard words.allSatisfy({ !$0.utf8.contains(0) }) else { throw .noProgram }
        return .command(program: program, arguments: Array(words.dropFirst()))
    }

    private static func parted(_ text: String) throws(Problem) -> [String] {
        guard !text.contains(where: { "\"'\\".contains($0) }) else { throw .quoted }
        return text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }

    private static func listed(_ text: String) throws(Problem) -> [String] {
        guard let elements = (try? JSONValue(reading: text))?.elements else { throw .noList }
        let words = elements.compactMap(\.string)
        guard words.count == elements.count else { throw .noList }
        return words
    }

    private static func text(of words: [String]) -> String {
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\".contains($0) }
        }
        if isPlain, words.first?.hasPrefix("[") != true { return words.joined(separator: " ") }
        return JSONValue.array(words.map { .string($0) }).text()
    }
}

extension DeliveryChoice: CustomStringConvertible {}

extension DeliveryChoice {
    /// Why a text is no choice, or why a choice cannot be made. The text is not repeated: it may hold a secret.
    public enum Problem: Error, Equatable, Sendable {
        /// It is none of the forms; perhaps another word was meant.
        case unknown(suggestion: String?)
        /// A command without a program, or with a zero byte in a word.
        case noProgram
        /// A program with a slash that does not begin with one.
        case relativeProgram
        /// A command with quotation marks or backslashes.
        case quoted
        /// A command that begins like a list and is none of texts.
        case noList
        /// An address without a topic, or no address.
        case noTopic
        /// `http` to another machine.
        case plainBeyondLoopback
        /// The token is longer than 256 characters, or has others than visible ones of ASCII.
        case wrongToken
        /// The file with address and token cannot be read.
        case unreadableFile(path: String)
        /// Others may read the file with address and token.
        case openFile(path: String)
        /// The system has no more threads or files.
        case noResources
    }
}

extension DeliveryChoice.Problem: CustomStringConvertible {
    /// One sentence for people: what is wrong and what would be right.
    public var description: String {
        switch self {
        case .unknown(let suggestion):
            "That is no way of notifying; "
                + (suggestion.map { "did you mean \($0)? There are " } ?? "give ")
                + "desktop, terminal, none, 'command:PROGRAM ARGUMENT…', ntfy:https://HOST/TOPIC or ntfy:/FILE."
        case .noProgram: "The command has no program; give 'command:/path/to/program ARGUMENT…'."
        case .relativeProgram: "The program of a command needs its whole path, or a name that is found by PATH."
        case .quoted:
            """
            No shell reads the command, so quotation marks and backslashes mean nothing; give its words as a list: \
            command:["/path/to/program","two words"].
            """
        case .noList: "The command begins with [ but is no list of texts in JSON, as in command:[\"/path\",\"word\"]."
        case .noTopic:
            """
            An ntfy server is given with its topic, as in ntfy:https://ntfy.example.org/TOPIC; a topic has letters, \
            digits, - and _.
            """
        case .plainBeyondLoopback: "Only https is safe beyond this machine; http is accepted for localhost alone."
        case .wrongToken: "The access token for ntfy is not one: 1 to 256 visible characters of ASCII."
        case .unreadableFile(let path):
            "\(path) cannot be read; it needs the address, https://HOST/TOPIC, and in a second line the token, if any."
        case .openFile(let path): "Others may read \(path), which holds a secret; run chmod 600 on it."
        case .noResources: "The system has no more threads or files for it."
        }
    }
}
