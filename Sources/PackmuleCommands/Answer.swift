// What a command has to say, for scripts and for people; only the one asked for is worked out.

import CommandLineTool
import JSONText

/// The result of a command. Failures are thrown, see ``Refusal``.
struct Answer {
    /// One object for scripts: camelCase, what is absent is null (docs/command-line.md).
    let json: () throws -> JSONValue
    /// Whole lines for people, each with its line feed; empty where there is nothing to say.
    let text: () throws -> String
    let exitCode: ExitCode
    /// Sentences that people should see besides; they go to standard error, and scripts do not get them.
    var notes: [String] = []

    init(
        json: @escaping () throws -> JSONValue, text: @escaping () throws -> String, exitCode: ExitCode = .done
    ) {
        self.json = json
        self.text = text
        self.exitCode = exitCode
    }
}

/// What the leaf of the command tree carries.
typealias Action = @Sendable (Invocation) throws -> Answer
