// What a command has to say, for scripts and for people; only the one asked for is worked out.

import CommandLineTool
import JSONText

/// The result of a command. Failures are thrown, see ``Refusal``.
struct Answer {
    /// One object for scripts: camelCase, what is absent is null (docs/server.md).
    let json: () throws -> JSONValue
    /// Whole lines for people, each with its line feed; empty where there is nothing to say.
    let text: () throws -> String

    init(json: @escaping () throws -> JSONValue, text: @escaping () throws -> String) {
        self.json = json
        self.text = text
    }
}

/// What the leaf of the command tree carries.
enum Action: Sendable {
    /// Serves until a signal ends it; says what it has to say by itself.
    case serve
    /// Does one thing and answers.
    case answer(@Sendable (Invocation) throws -> Answer)
}
