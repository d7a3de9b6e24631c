// What a command takes: options by name, operands by place, and the values both may have.

/// Something given by name: `--zone ZONE`, `-z ZONE`, or a flag such as `--all`.
public struct Option: Sendable {
    /// The long name without dashes.
    public let name: String
    /// The letter after a single dash.
    public let short: Character?
    /// The word that stands for the value in help, in capitals; nil for a flag.
    public let valueName: String?
    /// What values are allowed; without meaning for a flag.
    public let kind: ValueKind
    /// Whether it may be given more than once.
    public let isRepeatable: Bool
    /// The value that counts when the option is not given; help shows it.
    public let defaultValue: String?
    /// One line without a full stop.
    public let help: String
    /// Further lines of the help, each what one value means.
    public let meanings: [String]
    /// Whether help, completions and the manual page pass over it.
    public let isHidden: Bool

    /// An option with a value.
    public init(
        _ name: String, short: Character? = nil, value valueName: String, _ kind: ValueKind = .text,
        isRepeatable: Bool = false, default defaultValue: String? = nil, help: String, meanings: [String] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.short = short
        self.valueName = valueName
        self.kind = kind
        self.isRepeatable = isRepeatable
        self.defaultValue = defaultValue
        self.help = help
        self.meanings = meanings
        self.isHidden = isHidden
    }

    /// A flag: given or not given.
    public init(flag name: String, short: Character? = nil, help: String, isHidden: Bool = false) {
        self.name = name
        self.short = short
        valueName = nil
        kind = .text
        isRepeatable = false
        defaultValue = nil
        self.help = help
        meanings = []
        self.isHidden = isHidden
    }

    /// Whether a value follows.
    public var takesValue: Bool { valueName != nil }

    /// The words that mean this option: `--zone` and `-z`.
    var words: [String] {
        ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
    }
}

/// Something given by place.
public struct Operand: Sendable {
    /// The word that stands for it in help, in capitals: "TRIP".
    public let name: String
    /// How many words it takes.
    public let arity: Arity
    /// What words are allowed.
    public let kind: ValueKind
    /// One line without a full stop.
    public let help: String

    /// How many words an operand takes. Only the last operand of a command may take many, and none that is required
    /// stands after one that is not.
    public enum Arity: Sendable {
        case one
        case optional
        /// One or more.
        case many
        /// None, one or more.
        case any

        var isRequired: Bool { self == .one || self == .many }
        var isMany: Bool { self == .many || self == .any }
    }

    /// An operand; one word of any text unless said otherwise.
    public init(_ name: String, _ arity: Arity = .one, _ kind: ValueKind = .text, help: String) {
        self.name = name
        self.arity = arity
        self.kind = kind
        self.help = help
    }

    /// The operand in a usage line.
    var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "\(name)…"
        case .any: "[\(name)…]"
        }
    }
}

/// What values an option or operand may have, and what a shell offers to complete them.
public enum ValueKind: Sendable, Equatable {
    /// Any text.
    case text
    /// The name of a file; `-` may stand for standard input or output where the program says so.
    case file
    case directory
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// A finite number in a range, with a point for the fraction.
    case number(ClosedRange<Double>)
    /// One of these words and no other.
    case choices([String])
    /// Any text, and the shell offers what `PROGRAM __complete WORD` prints: see `Command.completionScript`.
    case words(String)

    /// Why a value is not allowed, with what would be: "must be one of json, csv". Nil if it is allowed.
    func brokenRule(_ value: String) -> String? {
        switch self {
        case .text, .file, .directory, .words: return nil
        case .integer(let range):
            if let number = Int(value), range.contains(number) { return nil }
            return "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range):
            if let number = Double(value), number.isFinite, range.contains(number) { return nil }
            return "must be a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .choices(let choices):
            if choices.contains(value) { return nil }
            let rule = "must be \(English.list(choices, "or"))"
            return Suggestion.best(for: value, among: choices).map { "\(rule); did you mean \($0)?" } ?? rule
        }
    }
}

extension Double {
    /// `90` rather than `90.0`.
    fileprivate var shortest: String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
