// What hangs on the connection of one store: tables, devices, log, and the parts handed in at opening.

internal import Platform
internal import Replication
internal import SQLiteDatabase

/// The inside of a store, lent to one caller at a time by ``ReplicaStore``.
final class StoreCore {
    let connection: Connection
    let devices: DeviceIndex
    let log: Log
    let options: StoreOptions
    /// The path of the file; empty for a store in memory.
    let path: String
    private var tables: [RecordTable] = []
    /// SQLite's number of the schema for which all that is kept in memory holds.
    private var schemaVersion: Int64?

    init(_ connection: Connection, _ options: StoreOptions, path: String) {
        self.connection = connection
        self.path = path
        self.options = options
        devices = DeviceIndex(connection)
        log = Log(connection: connection, devices: devices)
        tables = options.catalogue.entities.map(makeTable)
    }

    /// The tables of all entities that this version knows, by ascending number.
    var knownTables: [RecordTable] { tables.filter { options.catalogue[$0.schema.number] != nil } }

    /// The table of an entity; nil for one that this version does not know and of which the file has nothing.
    func existingTable(_ entity: EntityNumber) throws -> RecordTable? {
        if let known = tables.first(where: { $0.schema.number == entity }) { return known }
        let schema = EntitySchema.unknown(entity)
        guard try connection.hasTable(schema.name) else { return nil }
        let table = makeTable(schema)
        tables.append(table)
        return table
    }

    /// The table of an entity, made for one that this version does not know when it is first met.
    func table(_ entity: EntityNumber) throws -> RecordTable {
        if let table = try existingTable(entity) { return table }
        let table = makeTable(.unknown(entity))
        for definition in table.layout.definitions { try connection.execute(definition) }
        tables.append(table)
        return table
    }

    /// The tables of all entities of which the file holds records, known or not.
    func allTables() throws -> [RecordTable] {
        let statement = try connection.statement(
            "SELECT substr(name, 8) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'entity_*'")
        var unknown: [EntityNumber] = []
        try statement.forEachRow { if let number = EntityNumber($0.text(0)) { unknown.append(number) } }
        for number in unknown { _ = try existingTable(number) }
        return tables
    }

    /// Whether a record of a table is shown: neither deleted nor below a parent that is deleted or missing.
    func isShown(_ row: StoredRow, in table: RecordTable) throws -> Bool {
        guard !row.isDeleted else { return false }
        guard let field = table.schema.parent, let place = table.schema.index(of: field),
            let parentID = RecordID(fieldValue: row.values[place]),
            let parent = tables.first(where: { $0.schema.name == table.schema.fields[place].name })
        else { return true }
        guard let parentRow = try parent.row(id: parentID) else { return false }
        return !parentRow.isDeleted
    }

    /// Runs `body` on one unchanging snapshot.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.read {
            try noticeOtherTables()
            return try body()
        }
    }

    /// Runs `body` in a transaction that writes; what it made known in memory is forgotten when it fails.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try connection.write {
                try noticeOtherTables()
                return try body()
            }
        } catch {
            forget()
            throw error
        }
    }

    /// What is kept in memory holds until somebody puts a backup in the place of the file's content, or a newer program
    /// brings its tables beyond this one's catalogue; both change SQLite's number of the schema.
    private func noticeOtherTables() throws {
        let version = try connection.integer("PRAGMA schema_version")
        guard version != schemaVersion else { return }
        forget()
        try requireNotNewer()
        schemaVersion = version
    }

    private func forget() {
        devices.forget()
        tables.removeAll { options.catalogue[$0.schema.number] == nil }
        schemaVersion = nil
    }

    /// The time, in milliseconds since 1970, before which history may be forgotten.
    func historyStart(now wallMilliseconds: Int64) throws -> Int64 {
        let days = try max(0, min(options.historyDays(Reader(self)), Limits.greatestHistoryDays))
        return wallMilliseconds - Int64(days) * 86_400_000
    }

    private func makeTable(_ schema: EntitySchema) -> RecordTable {
        RecordTable(TableLayout(schema), connection: connection, devices: devices, fold: options.fold)
    }
}

extension EntitySchema {
    /// The stand-in for an entity of a newer version: a table of its own without fields, whose values are all parked.
    static func unknown(_ number: EntityNumber) -> EntitySchema {
        EntitySchema(number: number, name: "entity_\(number)", plural: "entities_\(number)", fields: [])
    }
}

extension Connection {
    /// The names of all tables.
    func tableNames() throws -> [String] {
        var names: [String] = []
        try statement("SELECT name FROM sqlite_schema WHERE type = 'table'").forEachRow { names.append($0.text(0)) }
        return names
    }

    func hasTable(_ name: String) throws -> Bool {
        let statement = try statement("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
        statement.bind(0, name)
        return try statement.firstRow { _ in true } ?? false
    }
}
