// The one place where an error becomes words and an exit code.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform
import SyncProtocol

/// Why the daemon does not do something: a stable code for scripts, a sentence and a hint for people.
struct Refusal: Error, Equatable {
    /// Stable, lower-case, in words joined by hyphens.
    let code: String
    /// One sentence: what, where.
    let message: String
    /// What to do; empty where there is nothing to add.
    let hint: String
    let exitCode: ExitCode

    init(_ code: String, _ message: String, hint: String = "", _ exitCode: ExitCode = .refused) {
        (self.code, self.message, self.hint, self.exitCode) = (code, message, hint, exitCode)
    }

    /// What is written to standard error.
    func text(asJSON: Bool, colour: Colour) -> String {
        if asJSON {
            let error: JSONValue = ["code": .string(code), "message": .string(message), "hint": .string(hint)]
            return JSONValue.object([.init("error", error)]).text(.pretty) + "\n"
        }
        let isNamed = message.hasPrefix("packmuled ") || message.hasPrefix("packmuled:")
        let name = isNamed ? "" : colour.paint("packmuled: ", .red)
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
        case let error as UsageError: self.init("usage", error.message, hint: error.hint, .usage)
        case PlatformError.noSpace: self.init(StoreError.database(.full))
        case let error as PlatformError: self.init("files", error.description, .storeUnusable)
        case let error as StoreError: self.init(error)
        case SyncError.failed(let failure): self.init(failure)
        case let error as SyncError: self.init("sync", error.description)
        default: self.init("bug", "Something went wrong that should not: \(error).", .bug)
        }
    }

    private init(_ error: StoreError) {
        switch error {
        case .missing(let path):
            self.init(
                "no-store", "There is no store at \(path).", hint: "Make one with 'packmule init'.", .storeUnusable)
        case .newer(let path, _):
            self.init(
                "newer", "\(path) was written by a newer version of Packmule.", hint: "Update this program.",
                .storeUnusable)
        case .notAStore(let path): self.init("not-a-store", "\(path) is not a store of Packmule.", .storeUnusable)
        case .database(.full):
            self.init("full", "The disk is full.", hint: "Free some space and try again.", .storeUnusable)
        case .files(let message): self.init("files", message, .storeUnusable)
        default:
            self.init(
                "store", "The store cannot be used.", hint: "See what is wrong with 'packmule doctor'.", .storeUnusable)
        }
    }

    private init(_ failure: SyncFailure) {
        let reason = failure.reason
        self.init(
            reason.rawValue, failure.description,
            [.storeFault, .diskFull].contains(reason) ? .storeUnusable : reason.needsPerson ? .notAllowed : .waiting)
    }
}
