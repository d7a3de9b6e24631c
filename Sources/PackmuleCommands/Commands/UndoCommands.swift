// Taking changes back, and making them again.

import CommandLineTool
import JSONText
import PackmuleKit

enum UndoCommands {
    static let undo = Command<Action>(
        "undo", summary: "Take back the last change, or the one with this number",
        discussion: "What somebody has changed again since is left as it is, and named. The undo itself can be redone.",
        examples: [
            Example("packmule undo", "take back what was done last on this device"),
            Example("packmule undo 4", "take back change 4 of 'packmule log'"),
        ],
        operands: [
            Operand("CHANGE", .optional, .words("change"), help: "The number of a change in 'packmule log'")
        ],
        seeAlso: ["redo", "log"],
        action: runUndo)

    static let redo = Command<Action>(
        "redo", summary: "Make again what the last undo took back",
        examples: [Example("packmule redo", "after an undo too many")],
        seeAlso: ["undo", "log"],
        action: runRedo)

    private static func runUndo(_ invocation: Invocation) throws -> Answer {
        let typed = invocation.command.operand("CHANGE")
        let number = try typed.map { typed in
            guard let number = Int(typed), number > 0 else {
                throw Refusal(
                    "invalid", "'\(typed)' is not the number of a change.",
                    hint: "See the numbers with 'packmule log'.")
            }
            return number
        }
        let device = try invocation.device()
        return try answer(try device.store.undo(number), "Took back", "undone", device, invocation)
    }

    private static func runRedo(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device()
        return try answer(try device.store.redo(), "Made again", "redone", device, invocation)
    }

    /// `{changed, change, undone|redone, left}` for scripts; for people what was written back, and what was left.
    private static func answer(
        _ edited: Edited<Undone>, _ verb: String, _ member: String, _ device: Device, _ invocation: Invocation
    ) throws -> Answer {
        let undone = edited.result
        return try device.read { reader in
            let words = try HistoryWords(reader, invocation.surroundings)
            let changed = try edited.touchedOnce.compactMap { try ChangedRecord($0, reader)?.json }
            let written = try edited.transaction.flatMap { number in
                try reader.history(limit: 1).first { $0.number == number }
            }
            let lines = try written?.records.prefix(shownRecords).flatMap(words.lines) ?? []
            let left = try undone.left.map { left in
                let spoken = try reader.spoken(left.entity, left.record)
                return (spoken, left, words.fieldName(left.entity, left.field))
            }
            let head = "\(verb) change \(undone.transaction)" + (undone.words.isEmpty ? "." : ", \(undone.words).")
            let more = (written?.records.count ?? 0) - shownRecords
            let rest = more > 0 ? ["and \(English.count(more, "more record", plural: "more records"))"] : []
            let leftLines = left.map { spoken, _, field in
                "left as it is: \(spoken?.words ?? "a record"), \(field) (changed since)"
            }
            let indented = (lines + rest + leftLines).map { "    \($0)" }
            let text = ([head] + indented).map { invocation.safe($0) + "\n" }.joined()
            return Answer(
                json: {
                    .object([
                        .init("changed", .array(changed)), .init("change", edited.transaction.json),
                        .init(member, .integer(Int64(undone.transaction))),
                        .init(
                            "left",
                            .array(
                                left.map { spoken, left, field in
                                    [
                                        "kind": (spoken?.kindName).json, "id": .string(left.record.description),
                                        "field": .string(field),
                                    ]
                                })),
                    ])
                },
                text: { text })
        }
    }

    private static let shownRecords = 12
}
