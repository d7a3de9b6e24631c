// The manual page, made from the tree of commands; Scripts/docs writes it to docs/packmule.1.

import CommandLineTool
import JSONText
import PackmuleKit

enum ManualCommand {
    static let manual = Command<Action>(
        "__manual", summary: "Print the manual page",
        operands: [Operand("DATE", help: "The day of its text, such as 2026-11-30")],
        isHidden: true,
        action: run)

    private static func run(_ invocation: Invocation) -> Answer {
        let page = page(date: invocation.command.operand("DATE") ?? "").text(of: CommandTree.root)
        return Answer(json: { ["page": .string(page)] }, text: { page })
    }

    private static func page(date: String) -> ManualPage {
        ManualPage(
            date: date, source: "Packmule \(Version.text)",
            environment: [
                ("PACKMULE_STORE", "The store to use where --store names none."),
                ("XDG_DATA_HOME", "Where the standard place of the store is; ~/.local/share without it."),
                ("TZ, TZDIR", "The time zone of this device, and the folder of zone files."),
                ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR", "Whether output is coloured."),
                ("COLUMNS", "How wide tables are where output is no terminal."),
            ],
            files: [
                ("~/.local/share/packmule/store.sqlite", "The standard place of the store."),
                ("STORE.before-upgrade", "The store as it was before a newer version opened it."),
                ("STORE.before-restore-TIME", "What the store held before 'packmule restore'."),
                ("STORE.damaged-TIME", "A store that could not be used when 'packmule restore' replaced it."),
            ])
    }
}
