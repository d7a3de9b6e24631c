// What a command has to say, for scripts and for people.

import CommandLineTool
import JSONText

/// The result of a command that looks and ends. Failures are thrown, see ``Refusal``.
struct Answer {
    /// One object for scripts.
    let json: JSONValue
    /// Whole lines for people.
    let text: String
}

/// What the leaf of the command tree carries.
enum Action: Sendable {
    /// Stays, and keeps the store in sync.
    case serve
    /// Looks and ends.
    case answer(@Sendable (Invocation) throws -> Answer)
}
