// Small numbers are never given twice, not even after the record that had the greatest one is gone.

internal import Replication
internal import SQLiteDatabase

extension StoreCore {
    static let removedDefinition = """
        CREATE TABLE removed (entity INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT
        """

    /// The greatest number that a removed record of this entity had; 0 where none was removed.
    func removedNumber(_ entity: EntityNumber) throws -> Int64 {
        let statement = try connection.statement("SELECT number FROM removed WHERE entity = ?")
        statement.bind(0, Int64(entity))
        return try statement.firstRow { $0.integer(0) } ?? 0
    }

    /// Removes a row for good, and remembers its number.
    func remove(_ row: StoredRow, from table: RecordTable) throws {
        let statement = try connection.statement(
            """
            INSERT INTO removed (entity, number) VALUES (?, ?)
            ON CONFLICT (entity) DO UPDATE SET number = max(number, excluded.number)
            """)
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, row.number)
        try statement.run()
        try table.remove(number: row.number)
    }
}
