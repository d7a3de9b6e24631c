// Editing: typed records changed in one transaction, only what really differs being written.

public import Replication

/// Writes of one transaction, which also reads its own writes. It must not be kept beyond the closure that was given it.
public final class Edit: Reader {
    let writer: Writer

    init(_ writer: Writer) {
        self.writer = writer
        super.init(writer.core)
    }

    /// The identity for a record about to be made: a UUIDv7 of this moment.
    public func newID() -> RecordID {
        core.newID()
    }

    /// Makes a record. Fields that hold their default are not written, so they never beat anybody's data.
    ///
    /// A deleted record of the same identity comes back with exactly these values.
    ///
    /// - Throws: ``StoreError/alreadyExists(entity:id:)``, ``StoreError/invalid(entity:field:rule:)``.
    /// - Returns: its small number.
    @discardableResult
    public func create<Record: Entity>(_ record: Record) throws -> Int {
        let table = try table(Record.self)
        if var row = try table.row(id: record.id) {
            guard row.isDeleted || row.isUntouched else {
                throw StoreError.alreadyExists(entity: table.schema.name, id: record.id)
            }
            let fields = try Self.differences(of: record, to: row, isCreation: true)
            try writer.write(table, &row, fields, deletion: false)
            return Int(row.number)
        }
        var row = StoredRow(id: record.id, fieldCount: table.schema.fields.count)
        let fields = try Self.differences(of: record, to: row, isCreation: true)
        try writer.write(table, &row, fields, deletion: record.id.isNatural || fields.isEmpty ? false : nil)
        return Int(row.number)
    }

    /// Changes a record: reads it, lets `body` change it, and writes the fields that differ.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``, ``StoreError/deleted(entity:id:)``,
    ///   ``StoreError/invalid(entity:field:rule:)``, and what `body` throws.
    /// - Returns: whether anything differed.
    @discardableResult
    public func update<Record: Entity>(
        _ type: Record.Type, _ id: RecordID, _ body: (inout Record) throws -> Void
    ) throws -> Bool {
        let table = try table(type)
        guard var row = try table.row(id: id) else { throw StoreError.notFound(entity: table.schema.name, id: id) }
        guard !row.isDeleted else { throw StoreError.deleted(entity: table.schema.name, id: id) }
        var record: Record = Self.record(row)
        try body(&record)
        let differences = try Self.differences(of: record, to: row, isCreation: false)
        try writer.write(table, &row, differences)
        return !differences.isEmpty
    }

    /// Makes a record, or brings the one with its identity to these values.
    ///
    /// - Returns: whether anything differed.
    @discardableResult
    public func put<Record: Entity>(_ record: Record) throws -> Bool {
        if let known = try self.record(Record.self, record.id), !known.isDeleted {
            return try update(Record.self, record.id) { $0 = record }
        }
        try create(record)
        return true
    }

    /// Keeps values of fields that this version does not know, for a newer one.
    ///
    /// - Parameter fields: by any number; those that this version knows are passed over.
    /// - Throws: ``StoreError/notFound(entity:id:)``.
    public func keep(_ fields: [Change.Field], of entity: EntitySchema, _ id: RecordID) throws {
        guard let table = try core.existingTable(entity.number), var row = try table.row(id: id) else {
            throw StoreError.notFound(entity: entity.name, id: id)
        }
        let unknown = fields.filter { $0.number > 0 && table.schema.index(of: $0.number) == nil }
        try writer.write(table, &row, unknown.sorted { $0.number < $1.number })
    }

    /// Deletes a record; what it holds is kept beneath the deletion. Of one deleted already nothing is written.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``.
    public func delete(_ entity: EntitySchema, _ id: RecordID) throws {
        guard let table = try core.existingTable(entity.number), var row = try table.row(id: id) else {
            throw StoreError.notFound(entity: entity.name, id: id)
        }
        guard !row.isDeleted else { return }
        try writer.write(table, &row, [], deletion: true)
    }

    /// Brings a deleted record back with its newest values. Of one that is not deleted nothing is written.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``.
    public func restore(_ entity: EntitySchema, _ id: RecordID) throws {
        guard let table = try core.existingTable(entity.number), var row = try table.row(id: id) else {
            throw StoreError.notFound(entity: entity.name, id: id)
        }
        guard row.isDeleted else { return }
        try writer.write(table, &row, [], deletion: false)
    }

    /// The fields in which a record differs from its row, checked against their rules. What a person leaves as it is may
    /// break them: it may have come from another version, or not yet come at all.
    private static func differences<Record: Entity>(
        of record: Record, to row: StoredRow, isCreation: Bool
    ) throws -> [Change.Field] {
        let schema = Record.schema
        let differences = try differences(
            of: schema.read(record), to: row.values, defaults: { schema.read(Record(id: row.id)) },
            schema: schema.description, isCreation: isCreation)
        if !differences.isEmpty, let problem = record.disagreements.first {
            throw StoreError.invalid(entity: schema.description.name, field: problem.field, rule: problem.clause)
        }
        return differences
    }

    /// - Parameters:
    ///   - new: the values to write.
    ///   - old: those of the row, where a null stands for the default.
    ///   - defaults: asked for once, when the row has a null.
    private static func differences(
        of new: [Value], to old: [Value], defaults: () -> [Value], schema: EntitySchema, isCreation: Bool
    ) throws -> [Change.Field] {
        var differences: [Change.Field] = []
        lazy var defaults = defaults()
        for place in new.indices {
            let differs = new[place] != (old[place] == .null ? defaults[place] : old[place])
            guard differs || isCreation else { continue }
            try check(new[place], schema, place, differs: differs)
            if differs { differences.append(Change.Field(schema.fields[place].number, new[place])) }
        }
        return differences
    }

    private static func check(_ value: Value, _ schema: EntitySchema, _ place: Int, differs: Bool) throws {
        let field = schema.fields[place]
        guard differs || field.isRequired, let rule = field.brokenRule(of: value) else { return }
        throw StoreError.invalid(entity: schema.name, field: field.name, rule: rule)
    }
}
