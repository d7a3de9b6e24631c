// Links by which spaces are made.

import CommandLineTool
import HTTPMessages
import JSONText
import SyncProtocol

enum ClaimCommand {
    static let claim = Command<Action>(
        "claim", summary: "Make a link by which one space can be made",
        discussion: """
            The link is good for one use. Whoever has it can make the space: treat it as a password. It is \
            not stored and cannot be shown again; make another one instead.
            """,
        examples: [
            Example("packmule-server claim --data ~/packmule-data", "beside the running server"),
            Example(
                "packmule-server claim --data ~/packmule-data --url https://packmule.example.org",
                "for a server that clients know by another address"),
        ],
        options: [
            Option("url", value: "URL", help: "How clients reach the server, instead of what the last start recorded")
        ],
        seeAlso: ["space list"],
        action: .answer(run))

    private static func run(_ invocation: Invocation) throws -> Answer {
        let folder = try invocation.dataFolder
        let administration = try Administration.beside(invocation)
        let recorded = try folder.recordedAddress()
        let said = try invocation.command.value("url").map {
            PublicAddress(url: try ServeOptions.origin($0, invocation).description, pin: recorded?.pin)
        }
        guard let link = (said ?? recorded)?.makeClaim(invocation.outside) else {
            throw Refusal(
                "no-address", "It is not known how devices reach the server.",
                hint: "Say it with --url https://HOST, here or when the server is started.")
        }
        try administration.add(link)
        return Answer(
            json: { ["link": .string(link.text), "validUntil": .null] },
            text: { "\(link.text)\nGood for one use.\n" })
    }
}
