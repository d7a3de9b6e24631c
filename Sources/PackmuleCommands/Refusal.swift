// The one place where an error becomes words and an exit code.

import CommandLineTool
import Interchange
import JSONText
import PackmuleKit
import Platform
import SyncProtocol

/// Why a command was not done: a stable code for scripts, a sentence and a hint for people.
struct Refusal: Error {
    /// Stable, lower-case, in words joined by hyphens: `not-found`.
    let code: String
    /// One sentence: what, where.
    let message: String
    /// What to do; empty where there is nothing to add.
    let hint: String
    let exitCode: ExitCode

    init(_ code: String, _ message: String, hint: String = "", _ exitCode: ExitCode = .refused) {
        self.code = code
        self.message = message
        self.hint = hint
        self.exitCode = exitCode
    }

    /// What is written to standard error.
    func text(asJSON: Bool, colour: Colour) -> String {
        if asJSON {
            let error: JSONValue = ["code": .string(code), "message": .string(message), "hint": .string(hint)]
            return JSONValue.object([.init("error", error)]).text(.pretty) + "\n"
        }
        // A misunderstood command line names the command as far as it was understood, and so the program.
        let name =
            message.hasPrefix("packmule ") || message.hasPrefix("packmule:") ? "" : colour.paint("packmule: ", .red)
        let lines =
            [name + SafeText.visible(message)] + (hint.isEmpty ? [] : [SafeText.visible(hint, keepingLines: true)])
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Refusal {
    /// Every error that a command can meet.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as UsageError: self.init("usage", error.message, hint: Self.advice(error) ?? error.hint, .usage)
        case let error as DeviceError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as SyncError: self.init(error)
        case let failure as SyncFailure: self.init(failure)
        case let problem as Link.Problem: self.init("link", problem.description)
        case let problem as Problem:
            self.init("invalid", Self.sentence(problem.field, problem.clause))
        case let error as ReminderError: self.init("invalid", error.description)
        case let problem as ReminderProblem: self.init("cannot-ring", problem.description)
        case let error as PlatformError: self.init(error)
        case let error as InterchangeError: self.init("import", error.description)
        default: self.init("bug", "Something went wrong that should not: \(error).", .bug)
        }
    }

    /// What to type where people look for a command that has another name.
    private static func advice(_ error: UsageError) -> String? {
        guard case .unknownCommand(let word, suggestion: nil) = error.problem else { return nil }
        switch error.commandName {
        case "packmule remind":
            return "Say how it comes first: 'packmule remind at tomorrow 09:00 TITLE', or daily, every, before, after, "
                + "during. See 'packmule remind --help'."
        case "packmule reminder" where ["add", "new", "create", "make", "at", "daily", "every"].contains(word):
            return "Reminders are made by 'packmule remind': see 'packmule remind --help'."
        default: return nil
        }
    }

    private init(_ error: PlatformError) {
        switch error {
        case .argumentIsNotText: self.init("invalid", error.description)
        case .noSpace, .readOnly: self.init("files", error.description, .storeUnusable)
        default: self.init("files", error.description, .refused)
        }
    }

    private init(_ error: DeviceError) {
        switch error {
        case .notFound(let kind, let text):
            self.init(
                "not-found", "There is no \(kind) '\(text)'.",
                hint: "See what there is with 'packmule \(kind) list'"
                    + (kind == "category" ? ", or add it with 'packmule category add'." : "."))
        case .ambiguous(let kind, let text, let candidates):
            let list = candidates.map { "  \($0.number)  \($0.name)" }.joined(separator: "\n")
            self.init(
                "ambiguous", "'\(text)' could be more than one \(kind).", hint: "Give its number:\n\(list)")
        case .noTripPlanned:
            self.init(
                "no-trip", "No trips are planned.",
                hint: "Name a trip with -t TRIP, or add one: packmule trip add CITY --start 2027-06-03 --nights 4")
        }
    }

    private init(_ error: StoreError) {
        switch error {
        case .invalid(_, let field, let rule): self.init("invalid", Self.sentence(field, rule))
        case .notFound(let entity, let id): self.init("not-found", "There is no \(entity) with the id \(id).")
        case .alreadyExists(let entity, let id):
            self.init("exists", "There is a \(entity) with the id \(id) already.")
        case .deleted(let entity, let id):
            self.init(
                "deleted", "The \(entity) \(id) is deleted.", hint: "Bring it back with 'packmule \(entity) restore'.")
        case .tooLarge(let entity, _):
            self.init("too-large", "The \(entity) would hold more than can be sent.", hint: "Shorten its texts.")
        case .nothingToUndo: self.init("nothing-to-undo", "There is nothing to undo.")
        case .nothingToRedo: self.init("nothing-to-redo", "There is nothing to redo.")
        case .noSuchEntry(let number):
            self.init(
                "not-found", "There is no change \(number) that can be undone.", hint: "See 'packmule log'.")
        case .missing(let path):
            self.init(
                "no-store", "There is no store at \(path).", hint: "Make one with 'packmule init'.", .storeUnusable)
        case .exists(let path):
            self.init("exists", "Something stands at \(path) already.", .storeUnusable)
        case .notAStore(let path):
            self.init("not-a-store", "\(path) is not a store of Packmule; it was not touched.", .storeUnusable)
        case .newer(let path, _):
            self.init(
                "newer", "\(path) was written by a newer version of Packmule; it was not touched.",
                hint: "Update this program.", .storeUnusable)
        case .database(let error): self.init(error)
        case .files(let message): self.init("files", message, .storeUnusable)
        }
    }

    private init(_ error: DatabaseError) {
        switch error {
        case .busy:
            self.init(
                "busy", "Another program has been writing to the store for a minute.", hint: "Try again.",
                .storeUnusable)
        case .full:
            self.init(
                "full", "The disk is full; nothing was changed.", hint: "Free some space and try again.", .storeUnusable
            )
        case .readOnly:
            self.init("read-only", "The store cannot be written; nothing was changed.", .storeUnusable)
        case .cannotOpen(let path):
            self.init(
                "cannot-open", "The store cannot be opened: \(path).",
                hint: "Check its permissions and those of its folder.", .storeUnusable)
        case .notADatabase:
            self.init("not-a-store", "The file is not a store of Packmule; it was not touched.", .storeUnusable)
        case .corrupt(let message):
            self.init(
                "corrupt", "The store is damaged (\(message)); it was not touched.",
                hint: "Save what can be read with 'packmule export -o FILE', then 'packmule restore BACKUP'.",
                .storeUnusable)
        case .inputOutput(let message):
            self.init("disk", "The disk failed to read or write the store (\(message)).", .storeUnusable)
        case .tooBig: self.init("too-large", "That is larger than a store can keep.")
        case .failed(_, let message):
            self.init("bug", "The store was asked for something it does not understand (\(message)).", .bug)
        }
    }

    /// The field as words, then the rule it breaks.
    private static func sentence(_ field: String, _ rule: String) -> String {
        field.asWords + " " + rule + (rule.hasSuffix("?") ? "" : ".")
    }
}

extension String {
    /// A field's name as words: `weightGrams` is said as `weight grams`.
    var asWords: String {
        reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}
