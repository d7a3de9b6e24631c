// The trash: what was deleted and can come back.

import CommandLineTool
import JSONText
import PackmuleKit

enum TrashCommands {
    static let trash = Command<Action>(
        "trash", summary: "What was deleted and can come back",
        examples: [Example("packmule trash", "what is in it")],
        subcommands: [list, empty], defaultName: "list")

    private static let list = Command<Action>(
        "list", summary: "List what is in the trash",
        discussion: "Bring a record back with the 'restore' command of its kind: packmule item restore 3",
        examples: [Example("packmule trash list", "what is in it")],
        seeAlso: ["trip restore", "item restore"],
        action: runList)

    private static let empty = Command<Action>(
        "empty", summary: "Remove for good what is in the trash, from the history too",
        discussion: "This cannot be undone, so it asks first.",
        examples: [Example("packmule trash empty --yes", "without asking")],
        action: runEmpty)

    private static func runList(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let records = try device.read { reader in
            try reader.trash().compactMap { entity, record in try reader.spoken(entity.number, record.id) }
        }
        return Answer(
            json: {
                [
                    "trash": .array(
                        records.map { record in
                            .object([.init("kind", .string(record.kindName))] + (record.json.members ?? []))
                        })
                ]
            },
            text: {
                guard !records.isEmpty else { return "The trash is empty.\n" }
                let rows: [[Table.Cell]] = records.map { record in
                    [.init(record.kindName, .dim), .init("\(record.number)"), .init(record.name)]
                }
                return Table([.init("Kind"), .init("No.", .right), .init("Name", isFlexible: true)], rows: rows)
                    .text(width: invocation.screen.columns, colour: invocation.screen.colour)
            })
    }

    private static func runEmpty(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let count = try device.read { try $0.trashCount() }
        if count > 0 { try invocation.confirm("Remove \(English.count(count, "record")) for good?") }
        let removed = try device.store.emptyTrash().result
        return Answer(
            json: { ["removed": .integer(Int64(removed))] },
            text: {
                removed == 0 ? "The trash is empty.\n" : "Removed \(English.count(removed, "record")) for good.\n"
            })
    }
}
