// Bringing the tables to the catalogue of this program: new columns, new entities, parked values that are known now.

internal import Platform
internal import Replication
internal import SQLiteDatabase

extension StoreCore {
    /// Nothing where the file was last written by a program with the same catalogue; else a copy is put beside the file
    /// (`STORE.before-upgrade`) and the tables are changed in one transaction.
    ///
    /// - Throws: ``StoreError/newer(path:version:)`` where the file has fields that this program does not know.
    func upgraded() throws -> StoreCore {
        guard try !isUpToDate() else { return self }
        try requireNotNewer()
        try ReplicaStore.copy(connection, to: path + ".before-upgrade", random: options.random)
        try write {
            // Another process may have done it while this one waited.
            if try !isUpToDate() { try bringUpToDate() }
        }
        return self
    }

    /// The same in a copy in memory; the file stays as it is.
    func upgradedInMemory() throws -> StoreCore {
        guard try !isUpToDate() else { return self }
        try requireNotNewer()
        let copy = try Connection(path: "", mode: .memory)
        try copy.copyAll(from: connection)
        let core = StoreCore(copy, options, path: path)
        try core.write { try core.bringUpToDate() }
        try copy.execute("PRAGMA query_only = ON")
        return core
    }

    /// Refuses tables and columns that this program does not know: only a newer one can have made them.
    func requireNotNewer() throws {
        guard try !isUpToDate() else { return }
        let own =
            ["device", "state", "parked", "removed", "log", "log_record", "arrival", "membership", "sync", "held"]
            + ["unopenable", "expected"] + knownTables.map(\.schema.name)
        var isNewer = try connection.tableNames().contains { name in
            !own.contains(name) && !name.hasPrefix("entity_") && !name.hasPrefix("sqlite_")
        }
        for table in knownTables {
            let columns = try connection.columns(of: table.schema.name)
            isNewer = isNewer || columns.contains { !table.layout.columnNames.contains($0) }
        }
        if isNewer { throw StoreError.newer(path: path, version: Limits.formatVersion) }
    }

    private func isUpToDate() throws -> Bool {
        try connection.integer("PRAGMA user_version") == Limits.formatVersion
            && connection.statement("SELECT catalogue FROM state WHERE number = 1").firstRow { $0.bytes(0) }
                == fingerprint
    }

    /// What the tables were made from: names, numbers and storage of all fields, the built-in records, the folding,
    /// the version of the rules.
    private var fingerprint: [UInt8] {
        var text = options.fold("Straße ŁÓDŹ ı") + "\n"
        for entity in options.catalogue.entities {
            text += "\(entity.number) \(entity.name) \(entity.plural) \(entity.parent ?? 0) \(entity.isLocal)"
            for field in entity.fields {
                text += " \(field.number) \(field.name) \(field.kind.storage) \(field.isSearched)"
            }
            text += "\n"
        }
        for builtIn in options.catalogue.builtIns { text += "\(builtIn.entity) \(builtIn.record)\n" }
        return Array((options.rulesVersion + "\n" + text).utf8)
    }

    /// Brings format and tables to those of this program; within a transaction.
    private func bringUpToDate() throws {
        if try connection.integer("PRAGMA user_version") < Limits.formatVersion {
            // Format 2: the device exchanges with a server.
            try addExchange()
            try connection.execute("PRAGMA user_version = \(Limits.formatVersion)")
        }
        try bringTablesUpToDate()
    }

    /// The tables of the exchange with a server.
    func addExchange() throws {
        for definition in Arrivals.definitions + [Membership.definition, SyncState.definition]
            + [Self.heldDefinition, Self.unopenableDefinition, Self.expectedDefinition]
        {
            try connection.execute(definition)
        }
        try SyncState().save(connection)
    }

    /// Makes what is missing; within a transaction.
    func bringTablesUpToDate() throws {
        for table in knownTables {
            try adoptUnknown(table)
            if try connection.hasTable(table.schema.name) {
                try addColumns(table)
            } else {
                for definition in table.layout.definitions { try connection.execute(definition) }
            }
            try applyParked(table)
        }
        // A view may speak of the table of any parent, so all tables come first.
        for table in knownTables {
            for definition in table.layout.viewDefinitions { try connection.execute(definition) }
        }
        for builtIn in options.catalogue.builtIns { try makeBuiltIn(builtIn) }
        let statement = try connection.statement("UPDATE state SET catalogue = ? WHERE number = 1")
        statement.bind(0, fingerprint)
        try statement.run()
    }

    /// An entity that was unknown until now: its table is renamed, its indexes are made anew.
    private func adoptUnknown(_ table: RecordTable) throws {
        let unknown = EntitySchema.unknown(table.schema.number)
        guard try connection.hasTable(unknown.name) else { return }
        for suffix in ["id", "pending", "deleted"] {
            try connection.execute("DROP INDEX IF EXISTS \(TableLayout.quoted("\(unknown.name)_\(suffix)"))")
        }
        try connection.execute(
            "ALTER TABLE \(TableLayout.quoted(unknown.name)) RENAME TO \(table.layout.table)")
    }

    private func addColumns(_ table: RecordTable) throws {
        let present = try connection.columns(of: table.schema.name)
        for field in table.schema.fields where !present.contains(field.name) {
            try connection.execute(
                "ALTER TABLE \(table.layout.table) ADD COLUMN \(table.layout.columnDefinition(field))")
        }
        if table.layout.isSearched, !present.contains("folded") {
            try connection.execute("ALTER TABLE \(table.layout.table) ADD COLUMN folded TEXT")
        }
        for definition in table.layout.indexDefinitions { try connection.execute(definition) }
    }

    /// Puts parked values into their columns as far as this version can use them, and folds the searched fields anew.
    /// Stamps stay as they are: the cells were merged long ago.
    private func applyParked(_ table: RecordTable) throws {
        let searched = table.layout.searchedFields.reduce(UpdatedColumns()) { $0.union(.field($1)) }
        for var row in try table.rows(table.layout.selectAll) {
            var columns: UpdatedColumns = searched
            for number in row.parked {
                guard let place = table.schema.index(of: number) else { continue }
                let value = try parked(number, of: row.number, in: table)
                guard table.schema.fields[place].kind.accepts(value), value.isStoredExactly else { continue }
                row.values[place] = value
                row.parked.remove(number)
                columns.formUnion([.parked, .field(place)])
                try unpark(number, of: row.number, in: table)
            }
            if !columns.isEmpty { try table.update(row, columns) }
        }
    }

    /// A built-in record is a row without living changes. Where somebody wrote some of its fields before this version
    /// knew it, only the others take their values.
    private func makeBuiltIn(_ builtIn: Catalogue.BuiltIn) throws {
        let table = try table(builtIn.entity)
        let values = valuesFromTheStart(of: builtIn.record, in: table)
        guard var row = try table.row(id: builtIn.record) else {
            var row = StoredRow(id: builtIn.record, fieldCount: values.count)
            row.number = try nextNumber(table)
            row.values = values
            try table.insert(row)
            return
        }
        var columns: UpdatedColumns = []
        let owned = row.living.owned
        for (place, field) in table.schema.fields.enumerated()
        where !owned.contains(field.number) && row.values[place] != values[place] {
            row.values[place] = values[place]
            columns.insert(.field(place))
        }
        if !columns.isEmpty { try table.update(row, columns) }
    }

    /// What a record holds in every store without a write: nothing, unless it is built in.
    func valuesFromTheStart(of id: RecordID, in table: RecordTable) -> [Value] {
        let builtIn = options.catalogue.builtIns.first { $0.entity == table.schema.number && $0.record == id }
        return table.schema.fields.map { field in
            builtIn?.values.first { $0.number == field.number }?.value ?? .null
        }
    }
}

extension TableLayout {
    /// The names of all columns.
    var columnNames: [String] {
        ["number", "id", "deleted", "pending", "living", "parked", "log", "folded"] + schema.fields.map(\.name)
    }
}

extension Connection {
    /// The names of a table's columns; empty where there is no such table.
    func columns(of table: String) throws -> [String] {
        let statement = try statement("SELECT name FROM pragma_table_info(?)")
        statement.bind(0, table)
        var names: [String] = []
        try statement.forEachRow { names.append($0.text(0)) }
        return names
    }
}
