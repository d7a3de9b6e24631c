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
        options: [
            Option("name", value: "NAME", help: "What the other devices call this one; else as it is called now")
        ],
        seeAlso: ["invite", "sync", "leave"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let link = try invocation.link()
        let device = try invocation.device()
        try invocation.requireAnswer(device)
        let joined = try device.join(
            link, name: invocation.typedName, over: invocation.outside.transport(link.origin, link.pin),
            asking: invocation.confirmJoining)
        return try .joined(joined, device)
    }
}

extension Invocation {
    /// Refuses where a question will be asked that nobody can answer, before the link is used up.
    func requireAnswer(_ device: Device) throws {
        guard !command.has("yes"), !screen.canAsk else { return }
        let here = try RecordCount.shown(device.store)
        guard try RecordCount.areOwn(here) || device.read({ try $0.pendingCount() > 0 }) else { return }
        try confirm("This store holds \(here.words), which will come into the space. Join?")
    }

    /// Says what is here and what is there, and asks whether the two are to be joined.
    func confirmJoining(_ counts: JoinCounts) throws -> Bool {
        let there = counts.there.map { " The space holds \($0.words)." } ?? ""
        do {
            try confirm("This store holds \(counts.here.words), which will come into the space.\(there) Join?")
            return true
        } catch let refusal as Refusal where refusal.exitCode == .decisionNeeded {
            return false
        }
    }
}

extension Answer {
    /// The same for an invitation and for a recovery code.
    static func joined(_ joined: Joined, _ device: Device) throws -> Answer {
        let membership = joined.membership
        return try .entered(
            membership, device, copyPath: joined.copyPath,
            [
                "This device has come into the space at \(membership.server). \(membership.readers)",
                "Bring in what is there with 'packmule sync', or leave it to packmuled.",
            ] + (joined.copyPath.map { ["What was here before is kept in \($0)."] } ?? []))
    }
}

extension [RecordCount] {
    /// `3 trips, 1 item and 2 places`
    fileprivate var words: String {
        let counts = filter { $0.count > 0 }.compactMap { count in
            Kinds.kind(of: count.entity).map { kind in
                "\(count.count) \(count.count == 1 ? kind.kindName : kind.entity.plural)"
            }
        }
        return counts.isEmpty ? "changes of records" : English.list(counts)
    }
}
