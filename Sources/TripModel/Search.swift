// Finding records by words in their names, notes and cities.

public import Replication

/// Search without case and accents: every word typed must occur somewhere in one record, in any order, also inside a
/// word. It is a scan, in the store over one folded column a record.
public enum Search {
    /// The records in which all words occur, in the order given. Nothing typed finds nothing.
    public static func records<Record: Entity>(matching typed: String, in records: [Record]) -> [Record] {
        let words = Folding.words(in: typed)
        guard !words.isEmpty else { return [] }
        let fields = searchedFields(of: Record.self)
        return records.filter { record in
            Folding.matches(words, in: folded(fields.map { $0.read(record) }))
        }
    }

    /// The folded text of a record's searched fields.
    public static func foldedText<Record: Entity>(of record: Record) -> String {
        folded(searchedFields(of: Record.self).map { $0.read(record) })
    }

    private static func searchedFields<Record: Entity>(of type: Record.Type) -> [Field<Record>] {
        Record.schema.fields.filter(\.description.isSearched)
    }

    private static func folded(_ values: [Value]) -> String {
        Folding.folded(
            fields: values.compactMap { value in
                guard case .text(let text) = value, !text.isEmpty else { return nil }
                return text
            })
    }
}
