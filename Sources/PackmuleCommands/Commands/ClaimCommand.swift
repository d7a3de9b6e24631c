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
        let link = try invocation.link(.claim)
        let device = try invocation.device()
        let mode: SpaceMode = invocation.command.has("open") ? .open : .sealed
        let membership = try device.claim(
            link, name: invocation.command.value("name"), mode: mode,
            over: invocation.outside.transport(link.origin, link.pin))
        return .entered(
            membership, invocation,
            [
                "This device is the first of a new space at \(link.origin). \(membership.readers)",
                "Send what is here with 'packmule sync', and bring in others with 'packmule invite'.",
                "Make a recovery code with 'packmule recovery make': without one, losing all devices loses everything.",
            ])
    }
}
