// Which version this is.

import CommandLineTool
import JSONText

enum VersionCommand {
    static let version = Command<Action>(
        "version", summary: "Show the version",
        examples: [Example("packmule-server version", "as --version")],
        action: .answer { _ in
            Answer(
                json: { ["version": .string(Version.text)] },
                text: { "packmule-server \(Version.text)\n" })
        })
}
