// Reading: typed records from one unchanging snapshot.

public import Replication
internal import SQLiteDatabase

/// A record with what the store knows beside its fields.
public struct Stored<Record: Entity>: Sendable, Equatable {
    /// The small number people type: per device and kind, in order of arrival, never reused.
    public let number: Int
    /// The record, with the default in every field that was never written or that this version cannot use.
    public let record: Record
    /// Whether the record itself is deleted; what is only below a deleted parent is not.
    public let isDeleted: Bool

    /// A record as a store gives it.
    public init(number: Int, record: Record, isDeleted: Bool) {
        self.number = number
        self.record = record
        self.isDeleted = isDeleted
    }
}

/// Reads of one snapshot. It must not be kept beyond the closure that was given it.
public class Reader {
    let core: StoreCore

    init(_ core: StoreCore) {
        self.core = core
    }

    // MARK: One record

    /// The record with this identity, deleted or not; nil where there is none.
    public func record<Record: Entity>(_ type: Record.Type, _ id: RecordID) throws -> Stored<Record>? {
        try table(type).row(id: id).map(stored)
    }

    /// The record with this small number, deleted or not; nil where there is none.
    public func record<Record: Entity>(_ type: Record.Type, number: Int) throws -> Stored<Record>? {
        try table(type).row(number: Int64(number)).map(stored)
    }

    // MARK: Many records

    /// All records that are shown (neither deleted nor below a parent that is deleted or missing), by number.
    public func records<Record: Entity>(_ type: Record.Type) throws -> [Stored<Record>] {
        let table = try table(type)
        return try collect(table, table.layout.selectShown)
    }

    /// The records below one parent that are not deleted, by number.
    public func children<Record: Entity>(_ type: Record.Type, of parent: RecordID) throws -> [Stored<Record>] {
        try table(type).children(of: parent).map(stored)
    }

    /// All deleted records of one entity, by number.
    public func deleted<Record: Entity>(_ type: Record.Type) throws -> [Stored<Record>] {
        let table = try table(type)
        return try collect(table, table.layout.selectDeleted)
    }

    /// Shown records in whose searched fields every one of the words occurs, whatever their case and accents.
    ///
    /// - Parameter words: words as typed; at most ``Limits/searchWords`` of them count. None finds nothing.
    public func matching<Record: Entity>(_ type: Record.Type, _ words: [String]) throws -> [Stored<Record>] {
        let folded = words.prefix(Limits.searchWords).map(core.options.fold).filter { !$0.isEmpty }
        guard !folded.isEmpty else { return [] }
        return try table(type).matching(folded).map(stored)
    }

    // MARK: Records without their type

    /// Calls `body` with every record of an entity, deleted ones too, by number.
    public func forEachRecord(of entity: EntitySchema, _ body: (UntypedRecord) throws -> Void) throws {
        guard let table = try core.existingTable(entity.number) else { return }
        try table.forEachRow(table.layout.selectAll) { try body(untyped($0, table)) }
    }

    /// A record of any entity; nil where there is none.
    public func record(of entity: EntitySchema, _ id: RecordID) throws -> UntypedRecord? {
        guard let table = try core.existingTable(entity.number) else { return nil }
        return try table.row(id: id).map { try untyped($0, table) }
    }

    // MARK: Counts and proof

    /// Records of which something was not confirmed by a server yet.
    public func pendingCount() throws -> Int {
        try sendableCount() + core.heldRecordCount()
    }

    /// Those of them of which something can be sent now: what a server refused, or wants later, has to wait.
    package func sendableCount() throws -> Int {
        try core.knownTables.reduce(0) { $0 + Int(try core.connection.integer($1.layout.countPending)) }
    }

    /// Values that this version cannot use and keeps for a newer one.
    public func parkedCount() throws -> Int {
        Int(try core.connection.integer("SELECT count(*) FROM parked"))
    }

    /// The 16 bytes of the equality sum: equal on two devices that hold the same cells (docs/design, replication).
    public func equalitySum() throws -> [UInt8] {
        try StoreState(core.connection, core.devices).sum.bytes
    }

    // MARK: Making typed records

    func table<Record: Entity>(_ type: Record.Type) throws -> RecordTable {
        try core.table(Record.schema.description.number)
    }

    func stored<Record: Entity>(_ row: StoredRow) -> Stored<Record> {
        Stored(number: Int(row.number), record: Self.record(row), isDeleted: row.isDeleted)
    }

    static func record<Record: Entity>(_ row: StoredRow) -> Record {
        var record = Record(id: row.id)
        Record.schema.write(&record, row.values)
        return record
    }

    private func collect<Record: Entity>(_ table: RecordTable, _ text: String) throws -> [Stored<Record>] {
        var records: [Stored<Record>] = []
        try table.forEachLentRow(text) { records.append(stored($0)) }
        return records
    }

    func untyped(_ row: StoredRow, _ table: RecordTable) throws -> UntypedRecord {
        UntypedRecord(
            number: Int(row.number), id: row.id, isDeleted: row.isDeleted,
            isShown: try core.isShown(row, in: table), values: row.values,
            parked: try row.parked.map { Change.Field($0, try core.parked($0, of: row.number, in: table)) })
    }
}

/// A record as values, for whoever works from the schema: export, dump, tables.
public struct UntypedRecord: Sendable, Equatable {
    /// The small number people type.
    public let number: Int
    /// The identity of the record.
    public let id: RecordID
    /// Whether the record itself is deleted.
    public let isDeleted: Bool
    /// Neither deleted nor below a parent that is deleted or missing.
    public let isShown: Bool
    /// In the order of the schema's fields; null where the default holds.
    public let values: [Value]
    /// Fields that this version cannot use, by number.
    public let parked: [Change.Field]
}
