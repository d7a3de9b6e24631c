// Which version this is.

import CommandLineTool
import JSONText
import PackmuleKit

enum VersionCommand {
    static let version = Command<Action>(
        "version", summary: "Show the version",
        examples: [Example("packmuled version", "as --version")],
        action: .answer { _ in
            Answer(json: ["version": .string(Version.text)], text: "packmuled \(Version.text)\n")
        })
}
