// Coming into a space that is there.

import CommandLineTool
import JSONText
import PackmuleKit
import Platform
import SyncProtocol

enum JoinCommand {
    static let join = Command<Action>(
        "join", summary: "Come into a space by the invitation of another device",
        discussion: """
            The other device shows the link with 'packmule invite'. With '-' it is read from standard input.
            What this store holds comes into the space beside what is there. So it shows what that is and asks first, \
            and a copy of the store is kept beside it.
            """,
        examples: [
            Example("packmule join https://packmule.example.org/#i.SECRET", "then 'packmule sync'"),
            Example("packmule join - --name phone --yes", "with the link from standard input, without asking"),
        ],
        operands: [Operand("LINK", help: "The link, or - for standard input")],
        options: [Option("name", value: "NAME", help: "What the other devices call this one; else as it is called now")],
        seeAlso: ["invite", "sync", "leave"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let link = try invocation.link(.invitation)
        return try enter(invocation, link.origin) { device, name in
            try device.join(link, name: name, over: invocation.outside.transport(link.origin, link.pin))
        }
    }

    /// Shows what is here, asks, keeps a copy, and enters.
    static func enter(
        _ invocation: Invocation, _ origin: Origin, _ body: (Device, String?) throws -> SpaceMembership
    ) throws -> Answer {
        let device = try invocation.device()
        if let current = try device.membership() { throw DeviceError.isInSpace(server: current.server) }
        let held = try device.read { try HeldRecords($0) }
        var copy: String?
        if !held.isEmpty {
            try invocation.confirm(
                "This store holds \(held.words), which will come into the space beside what is there. Join?")
            copy = try device.copyBeside("join")
        }
        let membership = try body(device, invocation.command.value("name"))
        return .entered(
            membership, invocation, copy: copy,
            [
                "This device has come into the space at \(origin). \(membership.readers)",
                "Bring in what is there with 'packmule sync', or leave it to packmuled.",
            ] + (copy.map { ["What was here before is kept in \($0)."] } ?? []))
    }
}

/// What a store holds of its own, in words: a new store holds nothing.
struct HeldRecords {
    private let counts: [String]
    var isEmpty: Bool { counts.isEmpty }
    var words: String { English.list(counts) }

    init(_ reader: Reader) throws {
        let shown = try Kinds.all.map { $0.entity }.compactMap { entity -> String? in
            let count = try reader.shownCount(of: entity)
            // Every store has the built-in categories.
            guard count > 0, entity.number != PackingCategory.schema.description.number else { return nil }
            return "\(count) \(count == 1 ? entity.name : entity.plural)"
        }
        let pending = try reader.pendingCount()
        counts = shown.isEmpty && pending > 0 ? [English.count(pending, "change")] : shown
    }
}

extension Answer {
    /// `{server, isSealed, device, backup}`
    static func entered(
        _ membership: SpaceMembership, _ invocation: Invocation, copy: String? = nil, _ sentences: [String]
    ) -> Answer {
        Answer(
            json: {
                [
                    "server": .string(membership.server), "sealed": .bool(membership.isSealed),
                    "device": .string(membership.deviceName), "backup": copy.json,
                ]
            },
            text: { sentences.map { invocation.safe($0) + "\n" }.joined() })
    }
}
