// Looking whether the server's file is sound.

import CommandLineTool
import JSONText

enum CheckCommand {
    static let check = Command<Action>(
        "check", summary: "Look whether the server's file is sound",
        discussion: """
            Reads every page and every row, beside a running server if need be. The bodies of sealed spaces only \
            devices can judge.
            """,
        examples: [Example("packmule-server check --data ~/packmule-data", "says what is wrong, and ends with 3")],
        seeAlso: ["backup", "restore"],
        action: .answer { invocation in
            let flaws = try Administration.beside(invocation).flaws()
            guard flaws.isEmpty else {
                throw Refusal(
                    "corrupt", "The server's file is damaged.",
                    hint: flaws.joined(separator: "\n")
                        + "\nPut a backup back with 'packmule-server restore'; devices bring what is newer.",
                    .storeUnusable)
            }
            return Answer(json: { ["isSound": true] }, text: { "The server's file is sound.\n" })
        })
}
