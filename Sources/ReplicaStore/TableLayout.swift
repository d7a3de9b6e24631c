// The table, indexes, view and statements of one entity, derived from its schema.
//
// Every table begins with the same columns, then has one nullable column per field:
//
//     number   the small number people type; the key; in order of arrival, never reused
//     id       16 bytes
//     deleted  field 0: null never written, 0 restored, 1 deleted
//     pending  1 while some living change is not confirmed by a server, else null
//     living   the living changes: which stamp owns which fields (LivingChanges)
//     parked   the mask of fields whose value this version cannot use (table `parked`), else null
//     log      the newest entry of this record in `log_record`, else null
//
// A null in a field's column means its default; whether it was written is told by `living`.

package import Replication

/// SQL for one entity. Names come from the compiled schema only.
package struct TableLayout: Sendable {
    /// The entity whose table it is.
    package let schema: EntitySchema
    /// Fields that `search` looks into, as places in ``EntitySchema/fields``.
    package let searchedFields: [Int]
    /// How each field is stored, by place.
    package let storages: [FieldKind.Storage]
    /// Whether this version can use a value of each field, and a column keeps it, by place.
    let accepts: [@Sendable (Value) -> Bool]
    private let columnsOfSearchedFields: UpdatedColumns
    /// The place of each field by its number; −1 for numbers that no field has.
    private let places: [Int8]

    /// The layout is derived from the schema alone, so that two devices of one version have the same tables.
    package init(_ schema: EntitySchema) {
        self.schema = schema
        searchedFields = schema.fields.indices.filter { schema.fields[$0].isSearched }
        storages = schema.fields.map(\.kind.storage)
        accepts = schema.fields.map { field in { field.accepts(stored: $0) } }
        var places = [Int8](repeating: -1, count: 256)
        for (place, field) in schema.fields.enumerated() { places[Int(field.number)] = Int8(place) }
        self.places = places
        columnsOfSearchedFields = UpdatedColumns(searchedFields.map(UpdatedColumns.field))
    }

    /// The place of a field in ``EntitySchema/fields``, found without a search.
    func place(of number: FieldNumber) -> Int? {
        let place = places[Int(number)]
        return place < 0 ? nil : Int(place)
    }

    /// The quoted name of the table.
    package var table: String { Self.quoted(schema.name) }

    /// Whether there is a column with the folded text of the searched fields.
    package var isSearched: Bool { !searchedFields.isEmpty }

    private var parent: FieldSchema? {
        schema.parent.flatMap(schema.index(of:)).map { schema.fields[$0] }
    }

    // MARK: Definition

    /// Statements that make the table and its indexes.
    package var definitions: [String] {
        let columns =
            [
                "number INTEGER PRIMARY KEY", "id BLOB NOT NULL", "deleted INTEGER", "pending INTEGER",
                "living BLOB NOT NULL", "parked INTEGER", "log INTEGER",
            ] + schema.fields.map(columnDefinition) + (isSearched ? ["folded TEXT"] : [])
        return ["CREATE TABLE \(table) (\(columns.joined(separator: ", "))) STRICT"] + indexDefinitions
    }

    /// The definition of one field's column.
    package func columnDefinition(_ field: FieldSchema) -> String {
        let type =
            switch field.kind.storage {
            case .bool, .integer: "INTEGER"
            case .double: "REAL"
            case .text: "TEXT"
            case .bytes: "BLOB"
            }
        return "\(Self.quoted(field.name)) \(type)"
    }

    /// The indexes; those on `pending` and `deleted` hold entries only for the few records that are.
    package var indexDefinitions: [String] {
        func name(_ suffix: String) -> String { Self.quoted(schema.name + "_" + suffix) }
        var definitions = [
            "CREATE UNIQUE INDEX IF NOT EXISTS \(name("id")) ON \(table) (id)",
            "CREATE INDEX IF NOT EXISTS \(name("pending")) ON \(table) (number) WHERE pending",
            "CREATE INDEX IF NOT EXISTS \(name("deleted")) ON \(table) (number) WHERE deleted",
        ]
        if let parent {
            definitions.append(
                "CREATE INDEX IF NOT EXISTS \(name("parent")) ON \(table) (\(Self.quoted(parent.name)))")
        }
        return definitions
    }

    /// A view for people with a database shell: only what is shown, ids as text.
    package var viewDefinitions: [String] {
        let view = Self.quoted(schema.plural)
        let columns = ["number", "\(Self.readableID("id")) AS id"] + schema.fields.map(readableColumn)
        return [
            "DROP VIEW IF EXISTS \(view)",
            "CREATE VIEW \(view) AS SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(isShown)",
        ]
    }

    private func readableColumn(_ field: FieldSchema) -> String {
        let name = Self.quoted(field.name)
        guard field.kind.name == FieldKind.record.name else { return name }
        return "CASE WHEN \(name) IS NOT NULL THEN \(Self.readableID(name)) END AS \(name)"
    }

    private static func readableID(_ column: String) -> String {
        let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
        return parts.map { "substr(lower(hex(\(column))), \($0.0), \($0.1))" }.joined(separator: " || '-' || ")
    }

    // MARK: Statements

    /// The columns of a row as ``RecordTable`` reads it.
    private var rowColumns: String {
        (["number", "id", "deleted", "pending", "living", "parked", "log"] + schema.fields.map { Self.quoted($0.name) })
            .joined(separator: ", ")
    }

    /// Neither deleted nor below a parent that is deleted or missing. A record names a parent of one entity only, whose
    /// table is given by ``parentTable``.
    private var isShown: String {
        guard let parent, let parentTable else { return "deleted IS NOT 1" }
        let column = "\(table).\(Self.quoted(parent.name))"
        // The parents are gathered once, not looked up for each row; the sign keeps the rows in their order.
        return "deleted IS NOT 1 AND (+\(column) IS NULL OR +\(column) IN (SELECT id FROM \(parentTable) AS parent "
            + "WHERE parent.deleted IS NOT 1))"
    }

    /// The quoted table of the parent's entity: a parent field is named like its entity.
    private var parentTable: String? { parent.map { Self.quoted($0.name) } }

    /// The row with an identity, of 16 bytes, deleted or not.
    package var selectByID: String { "SELECT \(rowColumns) FROM \(table) WHERE id = ?" }

    /// The row with a number, deleted or not.
    package var selectByNumber: String { "SELECT \(rowColumns) FROM \(table) WHERE number = ?" }

    /// Rows that are neither deleted nor below a parent that is deleted or missing.
    package var selectShown: String { "SELECT \(rowColumns) FROM \(table) WHERE \(isShown) ORDER BY number" }

    /// How many rows ``selectShown`` gives.
    package var countShown: String { "SELECT count(*) FROM \(table) WHERE \(isShown)" }

    /// Every row, deleted or not.
    package var selectAll: String { "SELECT \(rowColumns) FROM \(table) ORDER BY number" }

    /// Rows that are deleted themselves, found by the index on `deleted`.
    package var selectDeleted: String { "SELECT \(rowColumns) FROM \(table) WHERE deleted ORDER BY number" }

    /// Rows of which something is not confirmed by a server, deleted ones too.
    package var selectPending: String { "SELECT \(rowColumns) FROM \(table) WHERE pending ORDER BY number" }

    /// How many rows ``selectPending`` gives.
    package var countPending: String { "SELECT count(*) FROM \(table) WHERE pending" }

    /// The highest number in the table; null where it is empty.
    package var lastNumber: String { "SELECT max(number) FROM \(table)" }

    /// Removes the row with a number for good.
    package var removeByNumber: String { "DELETE FROM \(table) WHERE number = ?" }

    /// The children of one parent, deleted ones left out.
    package var selectChildren: String? {
        parent.map {
            "SELECT \(rowColumns) FROM \(table) WHERE \(Self.quoted($0.name)) = ? AND deleted IS NOT 1 ORDER BY number"
        }
    }

    /// Shown records in whose folded text every one of `wordCount` words occurs.
    package func selectMatching(wordCount: Int) -> String {
        let words = (1...max(1, wordCount)).map { "instr(folded, ?\($0))" }.joined(separator: " AND ")
        return "SELECT \(rowColumns) FROM \(table) WHERE \(words) AND \(isShown) ORDER BY number"
    }

    /// All columns in the order of ``rowColumns``, then the folded text.
    package var insert: String {
        let count = 7 + schema.fields.count + (isSearched ? 1 : 0)
        let names = isSearched ? rowColumns + ", folded" : rowColumns
        let values = Array(repeating: "?", count: count).joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(values)) ON CONFLICT (id) DO NOTHING"
    }

    /// Parameters: living, log, then deleted, pending, parked where `columns` says so, then the fields by place, then
    /// the folded text if one of them is searched, and the number.
    package func update(_ columns: UpdatedColumns) -> String {
        var sets = ["living = ?", "log = ?"]
        if columns.contains(.deleted) { sets.append("deleted = ?") }
        if columns.contains(.pending) { sets.append("pending = ?") }
        if columns.contains(.parked) { sets.append("parked = ?") }
        for place in schema.fields.indices where columns.contains(.field(place)) {
            sets.append("\(Self.quoted(schema.fields[place].name)) = ?")
        }
        if writesSearchedFields(columns) { sets.append("folded = ?") }
        return "UPDATE \(table) SET \(sets.joined(separator: ", ")) WHERE number = ?"
    }

    /// Whether the folded text has to be written with these columns.
    package func writesSearchedFields(_ columns: UpdatedColumns) -> Bool {
        !columns.isDisjoint(with: columnsOfSearchedFields)
    }

    /// A name in double quotes.
    package static func quoted(_ name: String) -> String {
        "\"\(name)\""
    }
}

/// Which columns an update writes; also the key under which its statement is kept. Bit 0 stands for `parked`, bits 1 to
/// 61 for the fields by place, then come `pending` and `deleted`.
package struct UpdatedColumns: OptionSet, Hashable, Sendable {
    /// One bit a column, as said above.
    package let rawValue: UInt64

    /// A set from its bits; those of fields that the entity lacks are ignored.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The mask of parked fields.
    package static let parked = UpdatedColumns(rawValue: 1)
    /// Whether something is unconfirmed; beyond the fields, whose number is limited to 61.
    package static let pending = UpdatedColumns(rawValue: 1 << 62)
    /// Field 0.
    package static let deleted = UpdatedColumns(rawValue: 1 << 63)

    /// The field at a place in the schema.
    package static func field(_ place: Int) -> UpdatedColumns {
        precondition(place <= 60, "an entity has at most 61 fields")
        return UpdatedColumns(rawValue: 2 << UInt64(place))
    }
}
