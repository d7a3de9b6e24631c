// Values that this version cannot use: kept as coded bytes for their cell, until an upgraded program knows them.

internal import Replication
internal import SQLiteDatabase

extension Writer {
    func park(_ table: RecordTable, _ record: Int64, _ field: Change.Field) throws {
        let statement = try core.connection.statement(
            "INSERT OR REPLACE INTO parked (entity, record, field, value) VALUES (?, ?, ?, ?)")
        bind(statement, table, record, field.number)
        statement.bind(3, FieldList.encode([field]))
        try statement.run()
    }

    func unpark(_ table: RecordTable, _ record: Int64, _ field: FieldNumber) throws {
        let statement = try core.connection.statement(
            "DELETE FROM parked WHERE entity = ? AND record = ? AND field = ?")
        bind(statement, table, record, field)
        try statement.run()
    }

    func parked(_ table: RecordTable, _ record: Int64, _ field: FieldNumber) throws -> Value {
        try core.parked(table, record, field)
    }

    private func bind(_ statement: Statement, _ table: RecordTable, _ record: Int64, _ field: FieldNumber) {
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, record)
        statement.bind(2, Int64(field))
    }
}

extension StoreCore {
    static let parkedDefinition = """
        CREATE TABLE parked (
            entity INTEGER NOT NULL, record INTEGER NOT NULL, field INTEGER NOT NULL, value BLOB NOT NULL,
            PRIMARY KEY (entity, record, field)
        ) STRICT, WITHOUT ROWID
        """

    /// The parked value of a cell.
    func parked(_ table: RecordTable, _ record: Int64, _ field: FieldNumber) throws -> Value {
        let statement = try connection.statement(
            "SELECT value FROM parked WHERE entity = ? AND record = ? AND field = ?")
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, record)
        statement.bind(2, Int64(field))
        guard let fields = try statement.firstRow({ $0.withBytes(0, FieldList.decode) }), let value = fields?.first?.value
        else { throw StoreError.database(.corrupt(message: "a parked value cannot be read")) }
        return value
    }
}
