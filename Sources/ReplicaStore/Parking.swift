// Values that this version cannot use: kept as coded bytes for their cell, until an upgraded program knows them.

internal import Replication
internal import SQLiteDatabase

extension StoreCore {
    static let parkedDefinition = """
        CREATE TABLE parked (
            entity INTEGER NOT NULL, record INTEGER NOT NULL, field INTEGER NOT NULL, value BLOB NOT NULL,
            PRIMARY KEY (entity, record, field)
        ) STRICT, WITHOUT ROWID
        """

    func park(_ field: Change.Field, of record: Int64, in table: RecordTable) throws {
        let statement = try parkedStatement(
            "INSERT OR REPLACE INTO parked (entity, record, field, value) VALUES (?, ?, ?, ?)", table, record,
            field.number)
        statement.bind(3, field.value.encoded)
        try statement.run()
    }

    func unpark(_ field: FieldNumber, of record: Int64, in table: RecordTable) throws {
        try parkedStatement(
            "DELETE FROM parked WHERE entity = ? AND record = ? AND field = ?", table, record, field
        ).run()
    }

    /// The parked value of a cell.
    func parked(_ field: FieldNumber, of record: Int64, in table: RecordTable) throws -> Value {
        let statement = try parkedStatement(
            "SELECT value FROM parked WHERE entity = ? AND record = ? AND field = ?", table, record, field)
        guard let bytes = try statement.firstRow({ $0.bytes(0) }), let value = try? Value(encoded: bytes) else {
            throw StoreError.database(.corrupt(message: "a parked value cannot be read"))
        }
        return value
    }

    private func parkedStatement(
        _ text: String, _ table: RecordTable, _ record: Int64, _ field: FieldNumber
    ) throws -> Statement {
        let statement = try connection.statement(text)
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, record)
        statement.bind(2, Int64(field))
        return statement
    }
}
