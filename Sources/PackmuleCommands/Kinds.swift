// The kinds of records that people meet, for whatever treats all of them alike.

import JSONText
import PackmuleKit

/// Every kind, in the order of the catalogue.
enum Kinds {
    static let all: [any JSONRecord.Type] = [
        Trip.self, PackingCategory.self, PackingItem.self, Place.self, Setting.self, Reminder.self,
    ]

    /// The kind with this number of its entity.
    static func kind(of entity: EntityNumber) -> (any JSONRecord.Type)? {
        all.first { $0.entity.number == entity }
    }

    /// The kind that people call by this name.
    static func kind(named name: String) -> (any JSONRecord.Type)? {
        all.first { $0.kindName == name.lowercased() }
    }
}

extension JSONRecord {
    /// What is known of the kind without its type.
    static var entity: EntitySchema { schema.description }
}

/// A record of any kind, as far as it is spoken of.
struct SpokenRecord {
    let kindName: String
    let id: RecordID
    let number: Int
    let name: String
    let json: JSONValue

    init<Record: JSONRecord>(_ stored: Stored<Record>) {
        kindName = Record.kindName
        id = stored.record.id
        number = stored.number
        name = stored.record.displayName
        json = stored.json
    }

    /// `item 3 Socks`
    var words: String { name.isEmpty ? "\(kindName) \(number)" : "\(kindName) \(number) \(name)" }
}

extension Reader {
    /// The record of any kind with this identity, deleted or not; nil where there is none.
    func spoken(_ entity: EntityNumber, _ id: RecordID) throws -> SpokenRecord? {
        func read<Record: JSONRecord>(_ type: Record.Type) throws -> SpokenRecord? {
            try record(type, id).map { SpokenRecord($0) }
        }
        return try Kinds.kind(of: entity).flatMap { try read($0) }
    }
}
