// The whole grammar: packmuled [COMMAND…] [--option].

import CommandLineTool

/// The command line as a value: parsing, help, completions and the manual page are made from it.
enum CommandTree {
    static let root: Command<Action> = Command(
        "packmuled", summary: "Keep the store of this device in sync, and ring its reminders, in the background",
        discussion: """
            It syncs when something is written here, by whatever program; when another device has something new; when \
            the machine wakes up or comes into another network; and otherwise when a wait is over. It needs no rights \
            and listens to nobody. SIGTERM or SIGINT end it within a second; what was cut off is carried on by the \
            next start.
            A store that is not there yet, or is in no space yet, is waited for; reminders ring without a space too. \
            What fell due while the machine slept rings after a sync, because it may be settled elsewhere.
            """,
        examples: [
            Example("packmuled", "stay, keep the store in sync, and ring its reminders"),
            Example("packmuled --once", "sync once and end, as for a timer of cron"),
            Example("packmuled status", "whether one is at work, and what it waits for"),
            Example("packmuled unit > ~/.config/systemd/user/packmuled.service", "a service for systemd"),
        ],
        options: [
            Option(
                "store", value: "FILE", .file, help: "The store to use, instead of PACKMULE_STORE or the standard place"
            ),
            Option(flag: "json", help: "Answer with one JSON object, for scripts"),
        ],
        subcommands: [
            RunCommand.run, StatusCommand.status, UnitCommand.unit, CompletionCommands.completions,
            VersionCommand.version, ManualCommand.manual,
        ],
        defaultName: "run")
}
