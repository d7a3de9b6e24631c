// Items that are probably the same thing, and making one of two.

import CommandLineTool
import JSONText
import PackmuleKit

enum DuplicateCommands {
    static let duplicates = Command<Action>(
        "duplicates", summary: "Show items that are probably the same",
        discussion: "Items of one list whose names differ at most in case, accents and blanks.",
        examples: [Example("packmule item duplicates", "on the list of the next trip")],
        options: ItemCommands.lookup, seeAlso: ["item merge"], action: runDuplicates)

    private static func runDuplicates(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let (trip, groups) = try device.read { reader in
            let trip = try invocation.tripMeant(reader, of: device)
            let items = try reader.items(of: trip.record.id)
            let groups = Duplicates.groups(in: items.map(\.record)).map { group in
                group.compactMap { item in items.first { $0.record.id == item.id } }
            }
            return (trip, groups)
        }
        return Answer(
            json: {
                let duplicates = groups.map { JSONValue.object([.init("items", .array($0.map(\.json)))]) }
                return ["trip": trip.json, "duplicates": .array(duplicates)]
            },
            text: {
                let title = invocation.safe(trip.record.displayName)
                guard !groups.isEmpty else { return "No item stands twice on the list of \(title).\n" }
                let table = Table(
                    [.init("Item", isFlexible: true), .init("Numbers"), .init("Make one of them")],
                    rows: groups.map { group in
                        let numbers = group.map { String($0.number) }
                        return [
                            .init(group.first?.record.name ?? ""), .init(numbers.joined(separator: ", ")),
                            .init("packmule item merge " + numbers.prefix(2).joined(separator: " ")),
                        ]
                    })
                return invocation.screen.colour.paint(title, .bold) + "\n" + table.text(invocation.screen)
            })
    }

    static let merge = Command<Action>(
        "merge", summary: "Make one item of two",
        discussion: "The first is kept: quantities are summed, notes joined, and it is packed only if both were. "
            + "The other one is deleted.",
        examples: [Example("packmule item merge 2 6", "by their numbers")],
        operands: [
            Operand("ITEM", .one, .words("item"), help: "The item to keep"),
            Operand("OTHER", .one, .words("item"), help: "The item that goes into it"),
        ],
        options: ItemCommands.lookup, seeAlso: ["item duplicates"], action: runMerge)

    private static func runMerge(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        let edited = try device.edit(invocation.words) { edit in
            let kept = try ItemCommands.named(invocation, edit, device)
            let text = invocation.command.operand("OTHER") ?? ""
            let other = try ItemCommands.find(text, invocation, edit, device, deleted: false)
            try edit.merge(other.record.id, into: kept.record.id)
            return (kept: kept.words, other: other.words)
        }
        let (kept, other) = edited.result
        return try .changed(edited, device) { _ in "Merged \(other), into \(kept). Undo it with 'packmule undo'." }
    }
}
