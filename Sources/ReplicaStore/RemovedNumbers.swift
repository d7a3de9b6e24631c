// Small numbers are never given twice, not even after the record that had the greatest one is gone.

internal import Replication
internal import SQLiteDatabase

extension StoreCore {
    static let removedDefinition = """
        CREATE TABLE removed (entity INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT
        """

    /// The number for the next record of a table: none is given twice.
    func nextNumber(_ table: RecordTable) throws -> Int64 {
        let last = try max(table.lastNumber(), removedNumber(table.schema.number))
        guard last < Int64.max / 2 else {
            throw StoreError.database(.corrupt(message: "a number of \(table.schema.name) is out of range"))
        }
        return last + 1
    }

    /// The greatest number that a removed record of this entity had; 0 where none was removed.
    private func removedNumber(_ entity: EntityNumber) throws -> Int64 {
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
