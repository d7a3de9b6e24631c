// The history: what happened when, and who did it.

import CommandLineTool
import JSONText
import PackmuleKit

enum HistoryCommands {
    static let log = Command<Action>(
        "log", summary: "Show what was changed, when and by whom",
        discussion: "The newest change stands first. The number of a change is what 'undo' takes.",
        examples: [
            Example("packmule log --limit 5", "the last five changes"),
            Example("packmule log item 3", "everything that happened to item 3"),
        ],
        operands: [
            Operand("RECORD", .any, help: "Only this record: its kind and number, such as 'item 3', or its name")
        ],
        options: [
            Option(
                "limit", short: "n", value: "COUNT", .integer(1...1_000_000), default: "20",
                help: "How many changes at most")
        ],
        seeAlso: ["undo", "trash"],
        action: run)

    /// Records of one change that people are shown; scripts get all.
    private static let shownRecords = 12

    private static func run(_ invocation: Invocation) throws -> Answer {
        let typed = invocation.command.operands("RECORD")
        let limit = invocation.command.integer("limit") ?? 20
        let device = try invocation.device(.readOnly)
        let wantsJSON = invocation.command.has("json")
        // Names and values are looked up within the snapshot that the history was read from.
        return try device.read { reader in
            let transactions =
                typed.isEmpty
                ? try reader.history(limit: limit)
                : try RecordOfAnyKind(typed, reader).history(reader, limit)
            let words = try HistoryWords(reader, invocation.surroundings)
            let changes = wantsJSON ? try transactions.map(words.json) : []
            let text = wantsJSON ? "" : try transactions.map { try Self.text($0, words, invocation) }.joined()
            return Answer(
                json: { ["changes": .array(changes)] }, text: { text.isEmpty ? "Nothing happened yet.\n" : text })
        }
    }

    private static func text(
        _ transaction: HistoryTransaction, _ words: HistoryWords, _ invocation: Invocation
    ) throws -> String {
        let colour = invocation.screen.colour
        let devices = transaction.records.map(words.device)
        let who = devices.first ?? "this device"
        let kind = transaction.kind == .edit ? "" : "\(transaction.kind.name) "
        let state = transaction.isUndone ? "  (undone)" : ""
        let head =
            colour.paint("\(transaction.number)", .bold)
            + "  \(words.surroundings.localTime(transaction.wallMilliseconds))  \(invocation.safe(who))  "
            + invocation.safe(kind + transaction.words) + state
        let lines = try transaction.records.prefix(shownRecords).flatMap(words.lines)
        let rest = transaction.records.count - shownRecords
        let more = rest > 0 ? ["and \(English.count(rest, "more record", plural: "more records"))"] : []
        return ([head] + (lines + more).map { "    " + invocation.safe($0) }).joined(separator: "\n") + "\n"
    }
}

/// The one record, of whatever kind, that words mean.
struct RecordOfAnyKind {
    let entity: EntityNumber
    let id: RecordID

    /// - Parameter words: a kind and then a number or name, or a name alone, which must be that of one record of all.
    /// - Throws: ``DeviceError``.
    init(_ words: [String], _ reader: Reader) throws {
        if words.count > 1, let kind = Kinds.kind(named: words[0]) {
            self = try Self.find(kind, words.dropFirst().joined(separator: " "), reader)
            return
        }
        let text = words.joined(separator: " ")
        var found: [(kind: any JSONRecord.Type, record: RecordOfAnyKind)] = []
        for kind in Kinds.all {
            do {
                found.append((kind, try Self.find(kind, text, reader)))
            } catch DeviceError.notFound {
                continue
            }
        }
        guard let first = found.first else { throw Refusal("not-found", "There is no record '\(text)'.") }
        guard found.count == 1 else {
            throw Refusal(
                "ambiguous", "'\(text)' could be a record of more than one kind.",
                hint: "Say which: " + found.map { "'\($0.kind.kindName) \(text)'" }.joined(separator: ", ") + ".")
        }
        self = first.record
    }

    private init(entity: EntityNumber, id: RecordID) {
        (self.entity, self.id) = (entity, id)
    }

    /// Shown records come first; deleted ones have a history too.
    private static func find<Record: JSONRecord>(
        _ type: Record.Type, _ text: String, _ reader: Reader
    ) throws -> RecordOfAnyKind {
        do {
            return RecordOfAnyKind(entity: Record.entity.number, id: try reader.find(type, text).record.id)
        } catch DeviceError.notFound {
            return RecordOfAnyKind(
                entity: Record.entity.number, id: try reader.find(type, text, deleted: true).record.id)
        }
    }

    func history(_ reader: Reader, _ limit: Int) throws -> [HistoryTransaction] {
        try reader.history(of: entity, id, limit: limit)
    }
}
