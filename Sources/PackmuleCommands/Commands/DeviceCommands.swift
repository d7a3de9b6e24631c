// The devices of the space.

import CommandLineTool
import JSONText
import PackmuleKit

enum DeviceCommands {
    static let device = Command<Action>(
        "device", summary: "The devices of the space",
        examples: [
            Example("packmule device", "which ones there are"),
            Example("packmule device revoke 'Old phone'", "for one that was lost"),
        ],
        subcommands: [list, rename, revoke], defaultName: "list")

    private static let operand = Operand("DEVICE", help: "Its name, or the start of its id")

    private static let list = Command<Action>(
        "list", summary: "List the devices of the space",
        discussion: "Names and dates come from the server; where it cannot be reached, as they were last known.",
        examples: [Example("packmule device list", "which ones there are, and when they were seen")],
        seeAlso: ["invite", "device revoke"],
        action: runList)

    private static let rename = Command<Action>(
        "rename", summary: "Give a device another name",
        examples: [Example("packmule device rename phone 'Old phone'", "histories show the new name")],
        operands: [operand, Operand("NAME", help: "The new name")],
        action: runRename)

    private static let revoke = Command<Action>(
        "revoke", summary: "End the access of a device, at once",
        discussion: """
            The device can neither send nor read any more. What it holds already it keeps, and it does not forget the \
            key of the space: who has it and gets at the server's file can still read. Revoking cannot be undone; the \
            device comes back by an invitation.
            """,
        examples: [Example("packmule device revoke phone --yes", "without asking")],
        operands: [operand],
        seeAlso: ["leave", "invite"],
        action: runRevoke)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let transport = try invocation.transport(of: device)
        var note: String?
        do {
            try device.refreshMemberDevices(over: transport)
        } catch SyncError.failed(let failure) where !failure.reason.needsPerson {
            note = "These are the devices as they were last known, because \(failure.reason)."
        }
        let members = try device.memberDevices()
        var answer = Answer(
            json: { ["devices": .array(members.map(\.json)), "current": .bool(note == nil)] },
            text: { text(members, invocation) })
        answer.notes = note.map { [$0] } ?? []
        return answer
    }

    private static func text(_ members: [Member], _ invocation: Invocation) -> String {
        let rows: [[Table.Cell]] = members.map { member in
            [
                .init(member.shownName), .init(member.isOwn ? "this device" : member.isRevoked ? "revoked" : ""),
                .init(member.seen.map(invocation.surroundings.localTime) ?? "never"),
                .init(member.shortID, .dim),
            ]
        }
        return Table([.init("Name", isFlexible: true), .init(""), .init("Last seen"), .init("Id")], rows: rows)
            .text(width: invocation.screen.columns, colour: invocation.screen.colour)
    }

    private static func runRename(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let transport = try invocation.transport(of: device)
        let member = try find(invocation, device, transport)
        let name = TextRules.cleaned(invocation.command.operand("NAME") ?? "")
        try device.renameMember(member, to: name, over: transport)
        return Answer(
            json: { ["id": .string(member.id), "name": .string(name)] },
            text: { invocation.safe("\(member.shownName) is called \(name) now.") + "\n" })
    }

    private static func runRevoke(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let transport = try invocation.transport(of: device)
        let member = try find(invocation, device, transport)
        let own = member.isOwn ? ", which is this device" : ""
        try invocation.confirm("End the access of \(member.shownName)\(own)?")
        try device.revokeMember(member, over: transport)
        return Answer(
            json: { ["id": .string(member.id), "name": .string(member.name ?? ""), "revoked": true] },
            text: {
                invocation.safe("\(member.shownName) can neither send nor read any more, from now on.") + "\n"
                    + "What it holds it keeps; the key of the space is not changed.\n"
            })
    }

    /// The one device that the operand means; where none is known, the server is asked before that is said.
    private static func find(
        _ invocation: Invocation, _ device: Device, _ transport: any Transport
    ) throws -> Member {
        let typed = TextRules.cleaned(invocation.command.operand("DEVICE") ?? "")
        var found = matches(typed, in: try device.memberDevices())
        if found.isEmpty { found = matches(typed, in: try device.refreshMemberDevices(over: transport)) }
        guard let first = found.first else {
            throw Refusal(
                "not-found", "There is no device '\(typed)'.", hint: "See which ones there are: packmule device list")
        }
        guard found.count == 1 else {
            let list = found.map { "  \($0.shortID)  \($0.shownName)" }.joined(separator: "\n")
            throw Refusal(
                "ambiguous", "'\(typed)' could be more than one device.", hint: "Give the start of its id:\n\(list)")
        }
        return first
    }

    /// Those that may come in and are meant: by the whole name, else the start of the id, else a part of the name.
    private static func matches(_ typed: String, in devices: [Member]) -> [Member] {
        let wanted = Folding.folded(typed)
        let members = devices.filter { !$0.isRevoked }
        let names = members.map { Folding.folded($0.shownName) }
        let equal = zip(members, names).filter { $0.1.hasSameBytes(as: wanted) }.map(\.0)
        let containing = zip(members, names).filter { !wanted.isEmpty && $0.1.contains(wanted) }.map(\.0)
        let byID = typed.utf8.count >= 4 ? members.filter { $0.id.hasPrefix(typed.lowercased()) } : []
        return [equal, byID, containing].first { !$0.isEmpty } ?? []
    }
}

extension Member {
    /// Enough of the id to tell devices apart.
    fileprivate var shortID: String { String(id.prefix(8)) }

    /// Its name, or the start of its id where it has none.
    fileprivate var shownName: String { name ?? "device \(shortID)" }

    fileprivate var json: JSONValue {
        [
            "id": .string(id), "name": name.json, "own": .bool(isOwn), "revoked": .bool(isRevoked),
            "joined": joined.json, "seen": seen?.json ?? .null,
        ]
    }
}
