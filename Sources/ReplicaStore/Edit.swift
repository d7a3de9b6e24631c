// Editing: typed records changed in one transaction, only what really differs being written.

public import Replication

/// Writes of one transaction, which also reads its own writes. It must not outlive the closure that was given it.
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
        let isNatural = record.id.isNatural
        let fields = try Self.differences(from: Record(id: record.id), to: record, isCreation: true)
        if let number = try writer.insert(table, record.id, fields, isRestored: isNatural || fields.isEmpty) {
            return Int(number)
        }
        guard var row = try table.row(id: record.id), row.isDeleted || row.isUntouched, !table.schema.isLocal else {
            throw StoreError.alreadyExists(entity: table.schema.name, id: record.id)
        }
        let differences = try Self.differences(from: Self.record(row), to: record, isCreation: true)
        try writer.write(table, &row, differences, deletion: false)
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
        let before: Record = Self.record(row)
        var record = before
        try body(&record)
        let differences = try Self.differences(from: before, to: record, isCreation: false)
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

    /// Deletes a record; what it holds is kept beneath the deletion. Of one deleted already nothing is written. A
    /// record that stays on this device is gone for good.
    ///
    /// - Throws: ``StoreError/notFound(entity:id:)``.
    public func delete(_ entity: EntitySchema, _ id: RecordID) throws {
        guard let table = try core.existingTable(entity.number), var row = try table.row(id: id) else {
            throw StoreError.notFound(entity: entity.name, id: id)
        }
        guard !row.isDeleted else { return }
        guard !table.schema.isLocal else { return try writer.remove(row, from: table) }
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
        // What the trash was emptied of is not there any more, unless it is built in and has its values from the start.
        let start = core.valuesFromTheStart(of: id, in: table)
        guard row.hasContent(beside: start) || start.contains(where: { $0 != .null }) else {
            throw StoreError.notFound(entity: entity.name, id: id)
        }
        try writer.write(table, &row, [], deletion: false)
    }

    /// The fields in which a record differs from what it was, checked against their rules. What a person leaves as it
    /// is may break them: it may have come from another version, or not yet come at all.
    private static func differences<Record: Entity>(
        from before: Record, to record: Record, isCreation: Bool
    ) throws -> [Change.Field] {
        let schema = Record.schema
        var differences: [Change.Field] = []
        var places = schema.placesToCompare(before, record)
        if isCreation { places |= schema.description.requiredPlaces }
        while places != 0 {
            let place = places.trailingZeroBitCount
            places &= places - 1
            let value = schema.value(place, of: record)
            let differs = value != schema.value(place, of: before)
            guard differs || isCreation else { continue }
            let field = schema.description.fields[place]
            if let rule = field.brokenRule(of: value) {
                throw StoreError.invalid(entity: schema.description.name, field: field.name, rule: rule)
            }
            if differs { differences.append(Change.Field(field.number, value)) }
        }
        if !differences.isEmpty, let problem = record.disagreements.first {
            throw StoreError.invalid(entity: schema.description.name, field: problem.field, rule: problem.clause)
        }
        return differences
    }
}
