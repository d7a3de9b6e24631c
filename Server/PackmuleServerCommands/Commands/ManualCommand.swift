// The manual page, made from the tree of commands; Scripts/docs writes it to docs/packmule-server.1.

import CommandLineTool
import JSONText

enum ManualCommand {
    static let manual = Command<Action>(
        "__manual", summary: "Print the manual page",
        operands: [Operand("DATE", help: "The day of its text, such as 2026-11-30")],
        isHidden: true,
        action: .answer { invocation in
            let page = page(date: invocation.command.operand("DATE") ?? "").text(of: CommandTree.root)
            return Answer(json: { ["page": .string(page)] }, text: { page })
        })

    private static func page(date: String) -> ManualPage {
        ManualPage(
            date: date, source: "Packmule \(Version.text)",
            environment: [
                ("PACKMULE_SERVER_DATA", "The data folder where --data names none."),
                ("NOTIFY_SOCKET, WATCHDOG_USEC", "Set by systemd, which is told when the server is ready and alive."),
                ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR", "Whether output is coloured."),
                ("COLUMNS", "How wide tables are where output is no terminal."),
            ],
            files: [
                ("DIR/server.packmule", "All that the server keeps; -wal and -shm beside it belong to it."),
                ("DIR/server.packmule-lock", "Held by the server that serves the folder."),
                ("DIR/server.packmule.before-TIME", "What 'packmule-server restore' replaced."),
                ("DIR/server.url", "The address that the last start recorded, for links."),
            ],
            otherPages: ["packmule(1)"])
    }
}
