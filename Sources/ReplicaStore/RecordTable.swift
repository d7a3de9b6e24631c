// The table of one entity: reads and writes whole rows.

internal import Replication
internal import SQLiteDatabase

/// The statements of one entity on one connection, each prepared at its first use.
final class RecordTable {
    let layout: TableLayout
    /// Searched fields are folded into one column by this function.
    private let fold: @Sendable (String) -> String
    let connection: Connection
    let devices: DeviceIndex
    private var updates: [UpdatedColumns: Statement] = [:]
    private lazy var select = Lazy(connection, layout.selectByID)
    private lazy var insertion = Lazy(connection, layout.insert)
    private(set) lazy var livingSelection = Lazy(connection, layout.selectLiving)
    private(set) lazy var briefSelection = Lazy(connection, layout.selectBriefByID)
    private(set) lazy var livingUpdate = Lazy(connection, layout.updateLiving)
    private(set) lazy var livingReplacement = Lazy(connection, layout.replaceLiving)

    var schema: EntitySchema { layout.schema }

    init(
        _ layout: TableLayout, connection: Connection, devices: DeviceIndex,
        fold: @escaping @Sendable (String) -> String
    ) {
        self.layout = layout
        self.connection = connection
        self.devices = devices
        self.fold = fold
    }

    // MARK: Reading

    func row(id: RecordID) throws -> StoredRow? {
        let statement = try select.statement
        id.withBytes { statement.bind(0, $0) }
        return try statement.firstRow(row)
    }

    func row(number: Int64) throws -> StoredRow? {
        let statement = try connection.statement(layout.selectByNumber)
        statement.bind(0, number)
        return try statement.firstRow(row)
    }

    /// All rows of a statement with the row columns and no parameters, one at a time.
    ///
    /// - Parameter unreadable: called with the number of a row that is damaged; without it such a row is an error.
    func forEachRow(
        _ text: String, unreadable: ((Int64) -> Void)? = nil, _ body: (StoredRow) throws -> Void
    ) throws {
        try connection.statement(text).forEachRow { statement in
            let stored: StoredRow
            do {
                stored = try row(statement)
            } catch StoreError.database(.corrupt) where unreadable != nil {
                unreadable?(statement.integer(0))
                return
            }
            try body(stored)
        }
    }

    /// The same for a `body` that does not keep the row: the memory of its values is used again for the next one.
    func forEachLentRow(_ text: String, _ body: (StoredRow) throws -> Void) throws {
        var values = [Value](repeating: .null, count: layout.storages.count)
        try connection.statement(text).forEachRow { statement in
            for place in values.indices { values[place] = value(statement, at: place) }
            try body(row(statement, values))
        }
    }

    func rows(_ text: String) throws -> [StoredRow] {
        var rows: [StoredRow] = []
        try forEachRow(text) { rows.append($0) }
        return rows
    }

    func children(of parent: RecordID) throws -> [StoredRow] {
        guard let text = layout.selectChildren else { return [] }
        let statement = try connection.statement(text)
        parent.withBytes { statement.bind(0, $0) }
        var rows: [StoredRow] = []
        try statement.forEachRow { rows.append(try row($0)) }
        return rows
    }

    /// Shown records that hold all words; the words are folded already.
    func matching(_ words: [String]) throws -> [StoredRow] {
        guard layout.isSearched else { return [] }
        let statement = try connection.statement(layout.selectMatching(wordCount: words.count))
        for (index, word) in words.enumerated() { statement.bind(Int32(index), word) }
        var rows: [StoredRow] = []
        try statement.forEachRow { rows.append(try row($0)) }
        return rows
    }

    func row(_ statement: Statement) throws -> StoredRow {
        let count = layout.storages.count
        let values = [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            for place in 0..<count {
                buffer.initializeElement(at: place, to: value(statement, at: place))
            }
            initialized = count
        }
        return try row(statement, values)
    }

    private func row(_ statement: Statement, _ values: [Value]) throws -> StoredRow {
        guard let id = statement.withBytes(1, { RecordID(lent: $0) }),
            let living = try statement.withBytes(4, { try LivingChanges(packed: $0, device: devices.device(at:)) })
        else { throw StoreError.database(.corrupt(message: "a row of \(schema.name) cannot be read")) }
        return StoredRow(
            number: statement.integer(0), id: id,
            deletion: statement.isNull(2) ? nil : statement.integer(2) != 0,
            isPending: statement.integer(3) != 0, living: living,
            parked: FieldMask(bits: UInt64(bitPattern: statement.integer(5))),
            newestEntry: statement.isNull(6) ? nil : statement.integer(6), values: values)
    }

    private func value(_ statement: Statement, at place: Int) -> Value {
        let column = Int32(7 + place)
        if statement.isNull(column) { return .null }
        return switch layout.storages[place] {
        case .bool: .bool(statement.integer(column) != 0)
        case .integer: .integer(statement.integer(column))
        case .double: .double(statement.double(column))
        case .text: .text(statement.text(column))
        case .bytes: .bytes(statement.bytes(column))
        }
    }

    // MARK: Writing

    /// - Returns: false, and nothing written, where there is a record with its identity already.
    @discardableResult
    func insert(_ row: StoredRow) throws -> Bool {
        let statement = try insertion.statement
        statement.bind(0, row.number)
        row.id.withBytes { statement.bind(1, $0) }
        bind(statement, 2, deletion: row.deletion)
        bind(statement, 3, flag: row.isPending)
        try bind(statement, 4, living: row.living)
        bind(statement, 5, parked: row.parked)
        bind(statement, 6, entry: row.newestEntry)
        for place in row.values.indices { bind(statement, Int32(7 + place), row.values[place]) }
        if layout.isSearched { statement.bind(Int32(7 + row.values.count), folded(row.values)) }
        try statement.run()
        return connection.changedRowCount == 1
    }

    /// Writes the living changes, the newest entry and the columns named.
    func update(_ row: StoredRow, _ columns: UpdatedColumns) throws {
        let statement = try updateStatement(columns)
        try bind(statement, 0, living: row.living)
        bind(statement, 1, entry: row.newestEntry)
        var index: Int32 = 2
        if columns.contains(.deleted) {
            bind(statement, index, deletion: row.deletion)
            index += 1
        }
        if columns.contains(.pending) {
            bind(statement, index, flag: row.isPending)
            index += 1
        }
        if columns.contains(.parked) {
            bind(statement, index, parked: row.parked)
            index += 1
        }
        for place in row.values.indices where columns.contains(.field(place)) {
            bind(statement, index, row.values[place])
            index += 1
        }
        if layout.writesSearchedFields(columns) {
            statement.bind(index, folded(row.values))
            index += 1
        }
        statement.bind(index, row.number)
        try statement.run()
    }

    /// Removes the row for good.
    func remove(number: Int64) throws {
        let statement = try connection.statement(layout.removeByNumber)
        statement.bind(0, number)
        try statement.run()
    }

    /// The greatest number in the table; 0 where it is empty.
    func lastNumber() throws -> Int64 {
        try connection.integer(layout.lastNumber)
    }

    private func updateStatement(_ columns: UpdatedColumns) throws -> Statement {
        if let known = updates[columns] { return known }
        let made = try connection.prepare(layout.update(columns))
        updates[columns] = made
        return made
    }

    private func folded(_ values: [Value]) -> String {
        var joined = ""
        for place in layout.searchedFields {
            guard case .text(let text) = values[place], !text.isEmpty else { continue }
            // A line feed between two fields keeps a word from spanning both.
            if !joined.isEmpty { joined += "\n" }
            joined += text
        }
        return fold(joined)
    }

    private func bind(_ statement: Statement, _ index: Int32, _ value: Value) {
        switch value {
        case .null: statement.bindNull(index)
        case .bool(let bool): statement.bind(index, bool ? 1 : 0)
        case .integer(let integer): statement.bind(index, integer)
        case .double(let double): statement.bind(index, double)
        case .text(let text): statement.bind(index, text)
        case .bytes(let bytes): statement.bind(index, bytes)
        }
    }

    private func bind(_ statement: Statement, _ index: Int32, deletion: Bool?) {
        if let deletion { statement.bind(index, deletion ? 1 : 0) } else { statement.bindNull(index) }
    }

    func bind(_ statement: Statement, _ index: Int32, flag: Bool) {
        if flag { statement.bind(index, 1) } else { statement.bindNull(index) }
    }

    private func bind(_ statement: Statement, _ index: Int32, parked: FieldMask) {
        if parked.isEmpty {
            statement.bindNull(index)
        } else {
            statement.bind(index, Int64(bitPattern: parked.bits))
        }
    }

    private func bind(_ statement: Statement, _ index: Int32, entry: Int64?) {
        if let entry { statement.bind(index, entry) } else { statement.bindNull(index) }
    }

    func bind(_ statement: Statement, _ index: Int32, living: LivingChanges) throws {
        try living.withPacked(index: devices.index(of:)) { statement.bind(index, $0) }
    }
}

/// A statement prepared at its first use and kept.
final class Lazy {
    private let connection: Connection
    private let text: String
    private var made: Statement?

    init(_ connection: Connection, _ text: String) {
        self.connection = connection
        self.text = text
    }

    var statement: Statement {
        get throws {
            if let made { return made }
            let prepared = try connection.prepare(text)
            made = prepared
            return prepared
        }
    }
}
