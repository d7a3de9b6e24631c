// The whole state in one canonical form.

import CommandLineTool
import JSONText
import PackmuleKit

enum DumpCommand {
    static let dump = Command<Action>(
        "dump", summary: "Print everything that devices share, in one canonical form",
        discussion: """
            Two devices in the same state print the same bytes: no small numbers, no names of devices, no times. For \
            bringing data elsewhere there is 'export'.
            """,
        examples: [Example("packmule dump", "the same bytes on two devices in the same state")],
        seeAlso: ["export"],
        action: run)

    private static func run(_ invocation: Invocation) throws -> Answer {
        let device = try invocation.device(.readOnly)
        let dump = try device.read { reader -> JSONValue in
            let occurrences = JSONValue.Member(
                ReminderOccurrence.schema.description.plural, .array(try records(ReminderOccurrence.self, reader)))
            return .object(
                try Kinds.all.map { .init($0.entity.plural, .array(try records($0, reader))) } + [occurrences])
        }
        return Answer(json: { dump }, text: { dump.text(.pretty) + "\n" })
    }

    /// All records of a kind that are not deleted, by their ids, with what this version cannot use of them.
    private static func records<Record: Entity>(_ type: Record.Type, _ reader: Reader) throws -> [JSONValue] {
        var records: [(id: RecordID, json: JSONValue)] = []
        let entity = Record.schema.description
        try reader.forEachRecord(of: entity) { untyped in
            guard !untyped.isDeleted else { return }
            var record = Record(id: untyped.id)
            Record.schema.write(&record, untyped.values)
            let members = zip(entity.fields, Record.schema.read(record)).map { field, value in
                JSONValue.Member(field.name, value.json(field.kind))
            }
            let parked = untyped.parked.map { JSONValue.Member("\($0.number)", .string(hexadecimal($0.value.encoded))) }
            let unknown = parked.isEmpty ? [] : [JSONValue.Member("unknown", .object(parked))]
            records.append((untyped.id, .object([.init("id", .string(untyped.id.description))] + members + unknown)))
        }
        return records.sorted { $0.id < $1.id }.map(\.json)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
