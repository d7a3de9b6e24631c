// Rows of the server whose bodies did not open here: reported until somebody brings a good one.

internal import Replication
internal import SQLiteDatabase

extension StoreCore {
    static let unopenableDefinition = """
        CREATE TABLE unopenable (
            entity INTEGER NOT NULL, id BLOB NOT NULL, time INTEGER NOT NULL, device INTEGER NOT NULL,
            mask INTEGER NOT NULL, reported INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (entity, id, time, device)
        ) STRICT, WITHOUT ROWID
        """

    /// Notes a row that did not open. One known already is not reported again.
    func noteUnopenable(_ key: ChangeKey, _ mask: FieldMask) throws {
        let statement = try connection.statement(
            """
            INSERT INTO unopenable (entity, id, time, device, mask) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET mask = excluded.mask
            """)
        bind(statement, 0, key)
        statement.bind(4, Int64(bitPattern: mask.bits))
        try statement.run()
    }

    /// What the next request reports.
    func unreportedDamage() throws -> [ChangeKey] {
        let statement = try connection.statement(
            "SELECT entity, id, time, device, mask FROM unopenable WHERE NOT reported LIMIT ?")
        statement.bind(0, ReplicationLimits.damagedCount)
        var keys: [ChangeKey] = []
        try statement.forEachRow { keys.append(try Self.unopenable($0).key) }
        return keys
    }

    /// Notes that the server knows of these.
    func markReported(_ keys: [ChangeKey]) throws {
        let statement = try connection.statement(
            "UPDATE unopenable SET reported = 1 WHERE entity = ? AND id = ? AND time = ? AND device = ?")
        for key in keys {
            bind(statement, 0, key)
            try statement.run()
        }
    }

    /// How many there are.
    func unopenableCount() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM unopenable"))
    }

    /// Forgets all: in another reading they open, or are met again.
    func forgetUnopenable() throws {
        try connection.statement("DELETE FROM unopenable").run()
    }

    /// Forgets those of which every cell is here now, with this stamp or a greater one.
    func forgetOpened() throws {
        var all: [(key: ChangeKey, mask: FieldMask)] = []
        try connection.statement("SELECT entity, id, time, device, mask FROM unopenable").forEachRow {
            all.append(try Self.unopenable($0))
        }
        for (key, mask) in all {
            guard let living = try existingTable(key.entity)?.row(id: key.record)?.living,
                mask.allSatisfy({ field in living.owner(of: field).map { $0.stamp >= key.stamp } ?? false })
            else { continue }
            try forgetUnopenable(key)
        }
    }

    /// Forgets those that were reported and that the server does not want: it has no such row any more, or never had
    /// one under this header. What is missing for it, the sum tells.
    func forgetUnwanted(besides wanted: [ChangeKey]) throws {
        guard wanted.count < ReplicationLimits.damagedCount else { return }
        var keys: [ChangeKey] = []
        try connection.statement("SELECT entity, id, time, device, mask FROM unopenable WHERE reported").forEachRow {
            keys.append(try Self.unopenable($0).key)
        }
        for key in keys where !wanted.contains(key) { try forgetUnopenable(key) }
    }

    private func forgetUnopenable(_ key: ChangeKey) throws {
        let statement = try connection.statement(
            "DELETE FROM unopenable WHERE entity = ? AND id = ? AND time = ? AND device = ?")
        bind(statement, 0, key)
        try statement.run()
    }

    private func bind(_ statement: Statement, _ index: Int32, _ key: ChangeKey) {
        statement.bind(index, Int64(key.entity))
        key.record.withBytes { statement.bind(index + 1, $0) }
        statement.bind(index + 2, Int64(bitPattern: key.stamp.time))
        statement.bind(index + 3, Int64(bitPattern: key.stamp.device))
    }

    private static func unopenable(_ row: Statement) throws -> (key: ChangeKey, mask: FieldMask) {
        guard let entity = EntityNumber(exactly: row.integer(0)), let record = RecordID(bytes: row.bytes(1)),
            let stamp = stamp(row, 2)
        else { throw StoreError.database(.corrupt(message: "a row that did not open cannot be read")) }
        let key = ChangeKey(entity: entity, record: record, stamp: stamp)
        return (key, FieldMask(bits: UInt64(bitPattern: row.integer(4))))
    }
}
