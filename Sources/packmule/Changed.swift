// The answer of every command that changes something.

import CommandLineTool
import JSONText
import PackmuleKit

extension Answer {
    /// `{changed: [record…], change: id}` for scripts, a sentence for people.
    ///
    /// - Parameter sentence: given what was changed, in words: `trip 3, Bergen` or `4 items`.
    static func changed<Result>(
        _ edited: Edited<Result>, _ device: Device, _ sentence: @escaping (String) -> String
    ) throws -> Answer {
        let records = try device.read { reader in
            try edited.touchedOnce.compactMap { try ChangedRecord($0, reader) }
        }
        return Answer(
            json: { ["changed": .array(records.map(\.json)), "change": edited.transaction.json] },
            text: { SafeText.visible(sentence(ChangedRecord.words(records))) + "\n" })
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
        func read<Record: NamedEntity>(_ type: Record.Type) throws -> (JSONValue, String, Int, String)? {
            try reader.record(type, touched.id).map { ($0.json, Record.kindName, $0.number, $0.record.displayName) }
        }
        let found: (JSONValue, String, Int, String)? =
            switch touched.entity {
            case Trip.schema.description.number: try read(Trip.self)
            case PackingCategory.schema.description.number: try read(PackingCategory.self)
            case PackingItem.schema.description.number: try read(PackingItem.self)
            case Place.schema.description.number: try read(Place.self)
            case Setting.schema.description.number: try read(Setting.self)
            default: nil
            }
        guard let found else { return nil }
        (json, kindName, number, name) = found
    }

    /// `trip 3, Bergen`, `2 items` or `nothing`.
    static func words(_ records: [ChangedRecord]) -> String {
        guard let first = records.first else { return "nothing" }
        if records.count == 1 { return "\(first.kindName) \(first.number), \(first.name)" }
        let areAlike = records.allSatisfy { $0.kindName == first.kindName }
        return English.count(records.count, areAlike ? first.kindName : "record")
    }
}
