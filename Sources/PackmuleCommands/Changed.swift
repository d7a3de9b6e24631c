// The answer of every command that changes something.

import CommandLineTool
import JSONText
import PackmuleKit

extension Answer {
    /// `{changed: [record…], change: id}` for scripts, a sentence for people.
    ///
    /// - Parameters:
    ///   - effects: what came of it for reminders.
    ///   - unchanged: the sentence when nothing had to be written.
    ///   - sentence: given what was changed, in words: `trip 3, Bergen` or `4 items`.
    static func changed<Result>(
        _ edited: Edited<Result>, _ device: Device, effects: ReminderEffects = ReminderEffects(),
        unchanged: String = "Nothing changed: it was so already.", _ sentence: (String) -> String
    ) throws -> Answer {
        let records = try device.read { reader in
            try edited.touchedOnce.compactMap { try ChangedRecord($0, reader) }
        }
        let text = records.isEmpty ? unchanged : sentence(ChangedRecord.words(records))
        let more = effects.sentences(device.surroundings).map { SafeText.visible($0) + "\n" }.joined()
        return Answer(
            json: {
                .object(
                    [.init("changed", .array(records.map(\.json))), .init("change", edited.transaction.json)]
                        + effects.jsonMembers)
            },
            text: { SafeText.visible(text) + "\n" + more })
    }
}

extension Edited {
    /// The records touched, each once.
    var touchedOnce: [TouchedRecord] {
        var known: Set<TouchedRecord> = []
        return touched.filter { known.insert($0).inserted }
    }
}

/// A record that was changed, with what is said of it.
struct ChangedRecord {
    let json: JSONValue
    let kindName: String
    let number: Int
    let name: String

    init?(_ touched: TouchedRecord, _ reader: Reader) throws {
        func read<Record: JSONRecord>(_ type: Record.Type) throws -> ChangedRecord? {
            try reader.record(type, touched.id).map(ChangedRecord.init)
        }
        let found = try Kinds.kind(of: touched.entity).flatMap { try read($0) }
        guard let found else { return nil }
        self = found
    }

    init<Record: JSONRecord>(_ stored: Stored<Record>) {
        (json, kindName, number) = (stored.json, Record.kindName, stored.number)
        name = stored.record.displayName
    }

    /// `trip 3, Bergen`, `2 items` or `nothing`.
    static func words(_ records: [ChangedRecord]) -> String {
        guard let first = records.first else { return "nothing" }
        if records.count == 1 { return "\(first.kindName) \(first.number), \(first.name)" }
        let areAlike = records.allSatisfy { $0.kindName == first.kindName }
        return English.count(
            records.count, areAlike ? first.kindName : "record",
            plural: areAlike && first.kindName == PackingCategory.kindName ? "categories" : nil)
    }
}

extension Stored where Record: JSONRecord {
    /// `trip 3, Bergen`
    var words: String { ChangedRecord.words([ChangedRecord(self)]) }
}
