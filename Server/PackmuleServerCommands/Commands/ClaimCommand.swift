// Links by which spaces are made.

import CivilTime
import CommandLineTool
import HTTPMessages
import JSONText
import SyncProtocol

enum ClaimCommand {
    static let claim = Command<Action>(
        "claim", summary: "Make a link by which one space can be made",
        discussion: """
            The link is good for one use within a day. Whoever has it can make the space: treat it as a password. It is \
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
        try folder.demandServer()
        let origin = try Self.origin(invocation, folder)
        let claim = try Administration(folder, invocation.outside).makeClaim(for: origin)
        let validUntil = Instant(millisecondsSince1970: claim.validUntilMilliseconds)
        return Answer(
            json: { ["link": .string(claim.link.text), "validUntil": .string(validUntil.description)] },
            text: { "\(claim.link.text)\nGood for one use until \(validUntil).\n" })
    }

    private static func origin(_ invocation: Invocation, _ folder: DataFolder) throws -> Origin {
        if let url = invocation.command.value("url") { return try ServeOptions.origin(url, invocation) }
        guard let recorded = try folder.recordedAddress(), let origin = try? Origin(recorded) else {
            throw Refusal(
                "no-address", "It is not known how clients reach the server.",
                hint: "Say it with --url https://HOST, here or when the server is started.")
        }
        return origin
    }
}
