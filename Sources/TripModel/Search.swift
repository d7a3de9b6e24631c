// Finding records by words in their names, notes and cities.

public import Replication

/// Search without case and accents: every word typed must occur somewhere in one record, in any order, also inside a
/// word. It is a scan, in the store over one folded column a record.
public enum Search {
    /// The records in which all words occur, in the order given. Nothing typed finds nothing.
    public static func records<Record: Entity>(matching typed: String, in records: [Record]) -> [Record] {
        let words = Folding.words(in: typed)
        guard !words.isEmpty else { return [] }
        return records.filter { Folding.matches(words, in: foldedText(of: $0)) }
    }

    /// The folded text of a record's searched fields.
    public static func foldedText<Record: Entity>(of record: Record) -> String {
        folded(Record.schema.fields.lazy.filter(\.description.isSearched).map { $0.read(record) })
    }

    /// The same from its values, in the order of the schema's fields: what a store keeps beside the record.
    public static func foldedText(of values: [Value], schema: EntitySchema) -> String {
        folded(zip(schema.fields, values).lazy.filter { $0.0.isSearched }.map { $0.1 })
    }

    private static func folded(_ values: some Sequence<Value>) -> String {
        Folding.folded(
            fields: values.compactMap { value in
                guard case .text(let text) = value, !text.isEmpty else { return nil }
                return text
            })
    }
}
