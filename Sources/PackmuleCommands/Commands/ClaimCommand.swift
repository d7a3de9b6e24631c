// Making a space on a server.

import CommandLineTool
import JSONText
import PackmuleKit
import SyncProtocol

enum ClaimCommand {
    static let claim = Command<Action>(
        "claim", summary: "Make a space on a server, with this device as its first",
        discussion: """
            The link comes from whoever runs the server: 'packmule-server claim' prints one. It is good once. With '-' \
            it is read from standard input, so that it stands in no list of processes and no history of a shell.
            What the space holds is sealed: the server keeps it and cannot read it. With --open it can; that cannot be \
            changed later.
            """,
        examples: [
            Example("packmule claim https://packmule.example.org/#c.SECRET", "then 'packmule sync'"),
            Example("packmule claim - < link", "with a link that stands in a file"),
        ],
        operands: [Operand("LINK", help: "The link, or - for standard input")],
        options: [
            Option("name", value: "NAME", help: "What the other devices call this one; else as it is called now"),
            Option(flag: "open", help: "Let whoever runs the server read what the space holds"),
        ],
        seeAlso: ["sync", "invite", "recovery make"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let link = try invocation.link()
        let device = try invocation.device()
        let membership = try device.claim(
            link, name: invocation.typedName, isOpen: invocation.command.has("open"),
            over: invocation.outside.transport(link.origin, link.pin))
        return try .entered(
            membership, device, copyPath: nil,
            [
                "This device is the first of a space at \(membership.server). \(membership.readers)",
                "Send what is here with 'packmule sync', and bring in others with 'packmule invite'.",
                "Make a recovery code with 'packmule recovery make': without one, losing all devices loses everything.",
            ])
    }
}

extension SpaceMembership {
    /// Who can read what the space holds, as a sentence.
    var readers: String {
        isSealed ? "The server cannot read what it holds." : "Whoever runs the server can read what it holds."
    }
}

extension Invocation {
    /// What `--name` says; nil where it says nothing.
    var typedName: String? {
        command.value("name").map(TextRules.cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Answer {
    /// `{server, sealed, device, backup}`
    static func entered(
        _ membership: SpaceMembership, _ device: Device, copyPath: String?, _ sentences: [String]
    ) throws -> Answer {
        let name = try device.read { try $0.deviceName() }
        return Answer(
            json: {
                [
                    "server": .string("\(membership.server)"), "sealed": .bool(membership.isSealed),
                    "device": name.json, "backup": copyPath.json,
                ]
            },
            text: { sentences.map { SafeText.visible($0) + "\n" }.joined() })
    }
}
