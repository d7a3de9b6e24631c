// What the completion scripts of all shells know of a program, and how it is written as shell functions.

/// The shells that are served.
public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

extension Command {
    /// The script that makes the shell complete this program's commands, options and values; this command is the root.
    ///
    /// The script follows the words typed down the tree of commands, whatever options stand between. For values of kind
    /// `.words("trip")` it runs `PROGRAM __complete trip -- WORD…`, where the words are those before the one completed,
    /// and offers the lines printed: a word each, which a tab and a description may follow. The program declares that
    /// hidden command, answers quickly, and prints nothing where it has no answer.
    public func completionScript(for shell: Shell) -> String {
        let completions = Completions(self)
        return switch shell {
        case .bash: completions.bashScript
        case .zsh: completions.zshScript
        case .fish: completions.fishScript
        }
    }
}

/// The tree as lists of cases: a key that the script looks up, and what it finds.
struct Completions {
    /// The program's name.
    let program: String
    /// The beginning of the names of shell functions: "_packmule".
    let prefix: String
    /// From a command and a word to the command that the word leads to.
    let steps: [Case]
    /// From a command and an option to the kind of its value. Flags are not there.
    let values: [Case]
    /// From a command and the number of an operand, counted from 0, to its kind.
    let operands: [Case]
    /// The commands and what may follow them.
    let offers: [Offer]

    /// One branch of a `case`: any of the keys gives the result. A key may begin or end with `*`, which stands for
    /// anything.
    struct Case {
        let keys: [String]
        let result: String
    }

    /// What may follow a command, each with its description.
    struct Offer {
        let command: String
        let subcommands: [(word: String, summary: String)]
        let options: [(word: String, summary: String)]
    }

    init<Action>(_ root: Command<Action>) {
        let rootPath = CommandPath(root)
        let paths = rootPath.visibleTree
        program = root.name
        prefix = "_" + String(root.name.map { $0 == "-" ? "_" : $0 })
        // `help` asks for help of the words after it, so it changes nothing.
        steps =
            [Case(keys: ["\(root.name) help"], result: root.name)]
            + paths.flatMap { path in
                path.visibleSteps.map { step in
                    let words = [step.command.name] + step.command.aliases
                    return Case(keys: words.map { "\(path.name) \($0)" }, result: step.name)
                }
            }
        values =
            paths.flatMap { path in
                // Options of the root are said once for all commands, and those of several commands below once here.
                var said = Set(root.options.map(\.name))
                return path.findable.filter { said.insert($0.name).inserted }
                    .compactMap { Self.value($0, after: path.name) }
            } + root.options.compactMap { Self.value($0, after: "*") }
        operands = paths.flatMap { path in
            path.command.operands.enumerated().compactMap { index, operand in
                let key = operand.arity.isMany ? "\(path.name) *" : "\(path.name) \(index)"
                return operand.kind.completionWord.map { Case(keys: [key], result: $0) }
            }
        }
        offers = paths.map { path in
            let help = path.isRoot ? [(word: "help", summary: "Show the help of a command")] : []
            let version = path.isRoot ? [(word: "--version", summary: "Show the version")] : []
            return Offer(
                command: path.name,
                subcommands: path.visibleSteps.map { (word: $0.command.name, summary: $0.command.summary) } + help,
                options: path.options.filter { !$0.isHidden }.map { (word: "--\($0.name)", summary: $0.help) }
                    + [(word: "--help", summary: "Show this help")] + version)
        }
    }

    /// A value is always of a kind, so that the script knows that one follows.
    private static func value(_ option: Option, after command: String) -> Case? {
        guard option.takesValue else { return nil }
        return Case(keys: option.words.map { "\(command) \($0)" }, result: option.kind.completionWord ?? "text")
    }
}

extension ValueKind {
    /// How a kind is named inside a script; nil where nothing can be offered.
    fileprivate var completionWord: String? {
        switch self {
        case .text, .integer, .number: nil
        case .file: "file"
        case .directory: "directory"
        case .choices(let choices): "choices " + choices.joined(separator: " ")
        case .words(let word): "words " + word
        }
    }
}

// MARK: - Functions that bash and zsh share

extension Completions {
    /// A function that looks up `$1 $2` and puts the result into REPLY, empty where there is none.
    func posixLookup(_ function: String, _ cases: [Case], comment: String) -> String {
        let branches = cases.map { branch in
            let patterns = branch.keys.map(posixPattern).joined(separator: " | ")
            return "        \(patterns)) REPLY=\(posixQuoted(branch.result)) ;;\n"
        }
        return """
            # \(comment)
            \(prefix)_\(function)() {
                case "$1 $2" in
            \(branches.joined())        *) REPLY='' ;;
                esac
            }

            """
    }

    private func posixPattern(_ key: String) -> String {
        if key.hasPrefix("*") { return "*" + posixQuoted(String(key.dropFirst())) }
        if key.hasSuffix("*") { return posixQuoted(String(key.dropLast())) + "*" }
        return posixQuoted(key)
    }

    /// The three look-ups, and the function that takes in the words typed, one by one, by them.
    var posixFunctions: String {
        [
            posixLookup("step", steps, comment: "The command that word $2 after command $1 leads to."),
            posixLookup("value", values, comment: "The kind of value that option $2 of command $1 takes."),
            posixLookup("operand", operands, comment: "The kind of operand number $2 of command $1."),
            posixFollow,
        ].joined(separator: "\n")
    }

    private var posixFollow: String {
        #"""
        # Takes in word $1; command, count, kind and literal are the caller's.
        \#(prefix)_follow() {
            if [[ -n $kind ]]; then kind=''; return; fi
            if [[ -z $literal && $1 == -- ]]; then literal=1; return; fi
            if [[ -z $literal && $1 == -?* ]]; then
                \#(prefix)_value "$command" "$1"
                kind="$REPLY"
                return
            fi
            \#(prefix)_step "$command" "$1"
            if [[ -n $REPLY ]]; then command="$REPLY"; else count+=1; fi
        }

        """#
    }

    /// A word that a POSIX shell takes literally.
    func posixQuoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
