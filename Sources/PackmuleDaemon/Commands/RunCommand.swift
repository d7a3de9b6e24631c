// Staying, and keeping the store in sync; or doing so once.

import CommandLineTool
import PackmuleKit
import Platform

enum RunCommand {
    static let run = Command<Action>(
        "run", summary: "Keep the store in sync until SIGTERM or SIGINT",
        discussion: """
            Its log is one JSON object a line on standard error; no line has titles, names or secrets in it. With \
            --once it syncs and ends: with 0 when everything is in sync, with 4 when the server cannot be reached.
            """,
        examples: [Example("packmuled --quiet", "without telling of what goes well")],
        options: [
            Option(flag: "once", help: "Sync once and end"),
            Option(flag: "quiet", short: "q", help: "Tell of warnings and errors only"),
        ],
        seeAlso: ["status", "unit"],
        action: .serve)

    /// Returns when a signal has ended it, or with `--once` after a sync.
    static func serve(_ invocation: Invocation) throws -> ExitCode {
        let outside = invocation.outside
        let path = try invocation.storePath
        let log = Log(
            isQuiet: invocation.command.has("quiet"), clock: outside.surroundings.clock, write: outside.log)
        if invocation.command.has("once") { return try SyncOnce(path, outside, log).run() }
        let instance = try Instance(ofStore: path)
        defer { withExtendedLifetime(instance) {} }
        var daemon = try Daemon(path, outside, log)
        try daemon.run()
        return .done
    }
}
