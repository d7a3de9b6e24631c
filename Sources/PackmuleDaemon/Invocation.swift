// One run of a command: its arguments, and what of the outside it may use.

import CommandLineTool
import PackmuleKit

/// What a command is handed.
struct Invocation: Sendable {
    let command: ParsedCommand<Action>
    let outside: Outside

    /// The path of the store: `--store`, else `PACKMULE_STORE`, else the standard place.
    var storePath: String {
        get throws {
            try StorePlace.path(asked: command.value("store"), environment: outside.environment)
        }
    }
}
