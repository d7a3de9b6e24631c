// The manual page, made from the tree of commands; Scripts/docs writes it to docs/packmuled.1.

import CommandLineTool
import JSONText
import PackmuleKit

enum ManualCommand {
    static let manual = Command<Action>(
        "__manual", summary: "Print the manual page",
        operands: [Operand("DATE", help: "The day of its text, such as 2026-11-30")],
        isHidden: true,
        action: .answer { invocation in
            let page = page(date: invocation.command.operand("DATE") ?? "").text(of: CommandTree.root)
            return Answer(json: ["page": .string(page)], text: page)
        })

    private static func page(date: String) -> ManualPage {
        ManualPage(
            date: date, source: "Packmule \(Version.text)",
            environment: [
                ("PACKMULE_STORE", "The store to use where --store names none."),
                ("XDG_DATA_HOME", "Where the standard place of the store is; ~/.local/share without it."),
                ("NOTIFY_SOCKET, WATCHDOG_USEC", "Set by systemd, which is told when the daemon is ready and alive."),
                ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR", "Whether output is coloured."),
            ],
            files: [
                ("~/.local/share/packmule/store.sqlite", "The standard place of the store."),
                ("STORE-daemon", "What the daemon of the store does, for 'packmuled status'."),
                ("STORE-daemon-lock", "Held by the daemon of the store."),
            ],
            otherPages: ["packmule(1)", "packmule-server(1)"])
    }
}
