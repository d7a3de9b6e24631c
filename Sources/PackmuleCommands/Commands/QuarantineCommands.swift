// Changes that the server refuses.

import CommandLineTool
import JSONText
import PackmuleKit

enum QuarantineCommands {
    static let quarantine = Command<Action>(
        "quarantine", summary: "Changes that the server refuses",
        discussion: "They hold nothing else up: everything beside them is sent.",
        examples: [Example("packmule quarantine", "which ones, and why")],
        subcommands: [list, retry, drop], defaultName: "list")

    private static let list = Command<Action>(
        "list", summary: "List the changes that the server refuses",
        examples: [Example("packmule quarantine list", "which ones, and why")],
        seeAlso: ["quarantine retry", "quarantine drop"],
        action: runList)

    private static let retry = Command<Action>(
        "retry", summary: "Offer them again with the next sync, as they are then",
        discussion: "It helps after a record was made smaller, or the limits of the server were raised.",
        examples: [Example("packmule quarantine retry", "then 'packmule sync'")],
        seeAlso: ["sync"],
        action: runRetry)

    private static let drop = Command<Action>(
        "drop", summary: "Give them up, and take what the other devices have",
        discussion:
            "What was written in them is lost where nobody else has it; the history keeps it. So it asks first.",
        examples: [Example("packmule quarantine drop --yes", "then 'packmule sync'")],
        seeAlso: ["sync"],
        action: runDrop)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let refused = try device.quarantine()
        let records = try device.read { reader in try refused.map { try reader.spoken($0.entity, $0.record) } }
        return Answer(
            json: {
                ["quarantine": .array(zip(refused, records).map { $0.json($1) })]
            },
            text: {
                guard !refused.isEmpty else { return "The server refuses nothing.\n" }
                let rows: [[Table.Cell]] = zip(refused, records).map { change, record in
                    [.init(record?.words ?? "record \(change.record)"), .init("because \(change.reason)")]
                }
                return Table([.init("Record", isFlexible: true), .init("Refused")], rows: rows)
                    .text(width: invocation.screen.columns, colour: invocation.screen.colour)
            })
    }

    private static func runRetry(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let count = try device.quarantine().count
        try device.retryQuarantined()
        return Answer(
            json: { ["retried": .integer(Int64(count))] },
            text: {
                count == 0
                    ? "The server refuses nothing.\n"
                    : "\(English.count(count, "change")) will be offered again with the next sync.\n"
            })
    }

    private static func runDrop(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let count = try device.quarantine().count
        if count > 0 { try invocation.confirm("Give up \(English.count(count, "change")) that the server refuses?") }
        let dropped = count == 0 ? 0 : try device.dropQuarantined()
        return Answer(
            json: { ["dropped": .integer(Int64(dropped))] },
            text: {
                dropped == 0
                    ? "The server refuses nothing.\n"
                    : "\(English.count(dropped, "change")) given up. The next sync brings what the others have.\n"
            })
    }
}

extension RefusedChange {
    fileprivate func json(_ record: SpokenRecord?) -> JSONValue {
        [
            "kind": (Kinds.kind(of: entity)?.kindName).json, "id": .string(self.record.description),
            "number": .integer(Int64(number)), "name": (record?.name).json, "reason": .string(reason),
        ]
    }
}
