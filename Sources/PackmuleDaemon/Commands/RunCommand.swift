// Staying, keeping the store in sync and ringing its reminders; or syncing once.

import CommandLineTool
import PackmuleKit
import Platform

enum RunCommand {
    static let run = Command<Action>(
        "run", summary: "Keep the store in sync, and ring its reminders, until SIGTERM or SIGINT",
        discussion: """
            Reminders ring when 'packmule permission allow' was said on this device. They are shown by all the ways \
            that --notify names, each given once; without one on the desktop, if there is a session, else on the \
            terminal. A command gets the notification as JSON on its standard input, and runs again later unless it \
            ends with 0.
            Its log is one JSON object a line on standard error; no line has titles, names or secrets in it. With \
            --once it syncs and ends: with 0 when everything is in sync, with 4 when the server cannot be reached.
            """,
        examples: [
            Example("packmuled --quiet", "without telling of what goes well"),
            Example("packmuled --notify desktop --notify ntfy:/home/me/ntfy", "on the desktop, and on a phone by ntfy"),
        ],
        options: [
            Notifying.option,
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
        let choices = try Notifying.choices(invocation)
        let instance = try Instance(ofStore: path)
        defer { withExtendedLifetime(instance) {} }
        var daemon = try Daemon(path, outside, log, notifying: choices)
        try daemon.run()
        return .done
    }
}
