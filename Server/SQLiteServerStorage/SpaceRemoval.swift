// Forgets a whole space.

internal import SQLiteDatabase
internal import SyncServer

extension TransactionWriter {
    func removeSpace(_ key: SpaceKey) throws {
        let rows = try connection.statement("DELETE FROM change WHERE key >= ? AND key < ?")
        rows.bind(0, key.number << Int64(Layout.sequenceBits))
        rows.bind(1, (key.number + 1) << Int64(Layout.sequenceBits))
        try rows.run()
        for text in [
            "DELETE FROM number WHERE space = ?", "DELETE FROM device WHERE space = ?",
            "DELETE FROM invitation WHERE space = ?", "DELETE FROM space WHERE number = ?",
        ] {
            let statement = try connection.statement(text)
            statement.bind(0, key.number)
            try statement.run()
        }
    }
}
