// The whole grammar: packmule-server [COMMAND…] --data DIR [--option].

import CommandLineTool

/// The command line as a value: parsing, help, completions and the manual page are made from it.
enum CommandTree {
    static let root: Command<Action> = Command(
        "packmule-server", summary: "Keep the devices of Packmule in step: the companion server",
        discussion: """
            Without a command it serves the data folder until SIGTERM or SIGINT ends it. The other commands work \
            beside a running server, except 'restore'. All that a server keeps is in its data folder.
            """,
        examples: [
            Example("packmule-server --data ~/packmule-data", "serve this machine on 127.0.0.1:8484"),
            Example("packmule-server claim --data ~/packmule-data", "a link by which one more space is made"),
        ],
        options: [
            Option("data", value: "DIR", .directory, help: "The data folder, instead of PACKMULE_SERVER_DATA"),
            Option(flag: "json", help: "Answer with one JSON object, for scripts"),
            Option(flag: "yes", help: "Answer questions with yes"),
        ],
        subcommands: [
            ServeCommand.serve, ClaimCommand.claim, SpaceCommands.space, DeviceCommands.device,
            BackupCommands.backup, BackupCommands.restore, CheckCommand.check, LimitsCommand.limits,
            CompletionCommands.completions, VersionCommand.version,
            CompletionCommands.complete, ManualCommand.manual,
        ],
        defaultName: "serve")
}
