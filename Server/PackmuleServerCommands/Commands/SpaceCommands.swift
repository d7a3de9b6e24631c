// The spaces of a server, as whoever runs it sees them.

import CivilTime
import CommandLineTool
import JSONText
import Replication
import SyncProtocol
import SyncServer

enum SpaceCommands {
    static let space = Command<Action>(
        "space", summary: "List and delete spaces",
        examples: [Example("packmule-server space --data ~/packmule-data", "all spaces")],
        subcommands: [list, delete], defaultName: "list")

    private static let list = Command<Action>(
        "list", summary: "List the spaces: sizes and times, for more is not readable",
        examples: [Example("packmule-server space list --data ~/packmule-data", "all spaces")],
        seeAlso: ["device list"],
        action: .answer { invocation in
            let spaces = try Administration.beside(invocation).spaces()
            return Answer(
                json: { ["spaces": .array(spaces.map(\.json))] },
                text: {
                    guard !spaces.isEmpty else {
                        return "There are no spaces. Make a link for one with 'packmule-server claim'.\n"
                    }
                    return Table(
                        [
                            .init("Space"), .init("Mode"), .init("Devices", .right), .init("Records", .right),
                            .init("Bytes", .right), .init("Last seen"),
                        ],
                        rows: spaces.map(\.row)
                    ).text(width: invocation.screen.columns, colour: invocation.screen.colour)
                })
        })

    private static let delete = Command<Action>(
        "delete", summary: "Delete a space with all it holds on this server",
        discussion: "Its devices keep what they have; their tokens open nothing any more.",
        examples: [
            Example(
                "packmule-server space delete 01890a5d-ac96-774b-bcce-b302099a8057 --data ~/packmule-data --yes",
                "without asking")
        ],
        operands: [Operand("ID", help: "The space, as 'space list' shows it")],
        action: .answer { invocation in
            let text = invocation.command.operand("ID") ?? ""
            let administration = try Administration.beside(invocation)
            guard let id = RecordID(text),
                let space = try administration.spaces().first(where: { $0.state.id == id })
            else {
                throw Refusal(
                    "not-found", "There is no space '\(text)'.", hint: "See 'packmule-server space list'.")
            }
            try invocation.confirm("Delete the space \(id) with everything in it from this server?")
            try administration.delete(space)
            return Answer(json: { ["deleted": .string(id.description)] }, text: { "The space \(id) was deleted.\n" })
        })
}

extension SpaceFacts {
    fileprivate var json: JSONValue {
        [
            "id": .string(state.id.description), "isSealed": .bool(state.mode == .sealed),
            "devices": .integer(Int64(activeDeviceCount)), "records": .integer(Int64(state.recordCount)),
            "bytes": .integer(Int64(state.byteCount)), "lastSeen": MomentText.json(seenMilliseconds),
        ]
    }

    fileprivate var row: [Table.Cell] {
        [
            .init(state.id.description), state.mode == .sealed ? "sealed" : "open", .init("\(activeDeviceCount)"),
            .init("\(state.recordCount)"), .init("\(state.byteCount)"), .init(MomentText.text(seenMilliseconds)),
        ]
    }

    private var activeDeviceCount: Int { devices.count { !$0.isRevoked } }
}

/// A moment that may not have come yet: 0 means never.
enum MomentText {
    static func json(_ milliseconds: Int64) -> JSONValue {
        milliseconds == 0 ? .null : .string(Instant(millisecondsSince1970: milliseconds).description)
    }

    static func text(_ milliseconds: Int64) -> String {
        milliseconds == 0 ? "never" : Instant(millisecondsSince1970: milliseconds).description
    }
}
