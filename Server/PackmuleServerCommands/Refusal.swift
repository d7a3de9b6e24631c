// The one place where an error becomes words and an exit code.

import CommandLineTool
import HTTPListener
import JSONText
import Platform
import SQLiteServerStorage
import SyncServer

/// Why a command was not done: a stable code for scripts, a sentence and a hint for people.
struct Refusal: Error, Equatable {
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
        let isNamed = message.hasPrefix("packmule-server ") || message.hasPrefix("packmule-server:")
        let name = isNamed ? "" : colour.paint("packmule-server: ", .red)
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
        case let error as DataFolderError: self.init(error)
        case let error as StorageError: self.init(error)
        case let error as ListenerError: self.init(error)
        case let error as PlatformError: self.init(error)
        default: self.init("bug", "Something went wrong that should not: \(error).", .bug)
        }
    }

    private init(_ error: ListenerError) {
        switch error {
        case .addressInvalid: self.init("usage", error.description, .usage)
        case .certificateUnusable: self.init("certificate", error.description)
        case .cannotListen, .outOfResources: self.init("listen", error.description)
        }
    }

    private init(_ error: PlatformError) {
        switch error {
        case .argumentIsNotText: self.init("invalid", error.description)
        case .noSpace, .readOnly: self.init("files", error.description, .storeUnusable)
        default: self.init("files", error.description)
        }
    }

    private init(_ error: DataFolderError) {
        let code =
            switch error {
            case .readableByOthers: "permissions"
            case .ownedBySomebodyElse: "owner"
            case .inUse: "in-use"
            case .notOurs: "not-a-server"
            case .newer: "newer"
            case .missing: "no-server"
            case .exists: "exists"
            case .files: "files"
            }
        self.init(code, error.description, .storeUnusable)
    }

    private init(_ error: StorageError) {
        switch error {
        case .full:
            self.init(
                "full", "The disk is full; nothing was changed.", hint: "Free some space and try again.", .storeUnusable
            )
        case .unavailable(let reason):
            self.init(
                "unavailable", "The server's file cannot be used now (\(reason)); nothing was changed.",
                hint: "See to the disk and the permissions, and try again.", .storeUnusable)
        case .fault(let reason):
            self.init(
                "corrupt", "The server's file is damaged (\(reason)).",
                hint: "Put a backup back with 'packmule-server restore'; devices bring what is newer.", .storeUnusable)
        }
    }
}
