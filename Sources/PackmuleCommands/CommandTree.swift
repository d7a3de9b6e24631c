// The whole grammar: packmule NOUN VERB [OBJECT…] [--option].

import CommandLineTool

/// The command line as a value: parsing, help, completions and the manual page are made from it.
enum CommandTree {
    static let root: Command<Action> = Command(
        "packmule",
        summary: "Trips, packing lists, places and reminders, kept on this device and shared with your others",
        examples: [
            Example("packmule init", "make a store on this device"),
            Example("packmule trip add Bergen --start 2027-06-03 --nights 4", "plan a trip"),
            Example("packmule item add 'Rain jacket' --category Clothes", "put something on its packing list"),
            Example("packmule pack", "see the packing list of the next trip"),
            Example("packmule remind before Bergen 2 days 18:00 Pack", "be reminded of it"),
            Example("packmule next", "see what comes next"),
        ],
        options: [
            Option(
                "store", value: "FILE", .file, help: "The store to use, instead of PACKMULE_STORE or the standard place"
            ),
            Option(flag: "json", help: "Answer with one JSON object, for scripts"),
            Option(flag: "yes", help: "Answer questions with yes"),
        ],
        subcommands: [
            NextCommands.next, NextCommands.timeline, PackCommands.pack, CheckCommands.check, CheckCommands.uncheck,
            TripCommands.trip, ItemCommands.item, CategoryCommands.category, PlaceCommands.place,

            RemindCommands.remind, ReminderCommands.reminder, PermissionCommands.permission,

            SearchCommand.search, HistoryCommands.log, UndoCommands.undo, UndoCommands.redo, TrashCommands.trash,
            SettingCommands.setting, ImportCommand.importFile, ExportCommand.export, DumpCommand.dump,

            ClaimCommand.claim, InviteCommand.invite, JoinCommand.join, SyncCommand.sync, DeviceCommands.device,
            QuarantineCommands.quarantine, RecoveryCommands.recovery, LeaveCommand.leave,

            InitCommand.initialise, StatusCommand.status, DoctorCommand.doctor, BackupCommands.backup,
            BackupCommands.restore, CompletionCommands.completions, VersionCommand.version,
            CompletionCommands.complete, ManualCommand.manual,
        ])
}
