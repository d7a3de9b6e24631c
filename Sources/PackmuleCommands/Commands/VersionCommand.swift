// Which version this is.

import CommandLineTool
import JSONText
import PackmuleKit

enum VersionCommand {
    static let version = Command<Action>(
        "version", summary: "Show the version",
        examples: [Example("packmule version", "as --version")],
        action: { _ in
            Answer(
                json: { ["version": .string(Version.text)] },
                text: { "packmule \(Version.text)\n" })
        })
}
