// The one place where cells are written: rows, living changes, sum, clock and log move together.

internal import Platform
internal import Replication
internal import SQLiteDatabase

/// One transaction that writes. Its clock and sum are read at the beginning and saved by ``finish()``.
final class Writer {
    let core: StoreCore
    var state: StoreState
    private let kind: LogKind
    private var words: String
    private var target: Int64?
    private let stateBefore: StoreState
    /// The number of this transaction in the log.
    let logNumber: Int64
    private let firstEntry: Int64
    private var nextEntry: Int64
    private let wallMilliseconds: Int64
    /// One stamp serves the whole transaction; a later one is taken only to pass a cell that is ahead of it.
    private var localStamp: Stamp?
    var nextNumbers: [EntityNumber: Int64] = [:]
    /// The records that came into being without an entry.
    private var arrivals = ArrivalList()
    /// The records written so far, in order.
    var touched: [TouchedRecord] = []

    init(_ core: StoreCore, kind: LogKind, words: String) throws {
        self.core = core
        self.kind = kind
        self.words = words
        stateBefore = try StoreState(core.connection, core.devices)
        state = stateBefore
        (logNumber, firstEntry) = try core.log.nextNumbers()
        nextEntry = firstEntry
        wallMilliseconds = core.options.clock.millisecondsSince1970()
    }

    /// The number of this transaction in the log; nil where it has nothing to tell there.
    var transaction: Int? { hasSomethingToTell ? Int(logNumber) : nil }

    private var hasSomethingToTell: Bool { nextEntry > firstEntry || !arrivals.arrivals.isEmpty }

    /// Writes the log's row and the state.
    func finish() throws {
        guard hasSomethingToTell else { return try saveState() }
        try core.log.insert(
            LogTransaction(
                number: logNumber, wallMilliseconds: wallMilliseconds, kind: kind, words: words, target: target,
                isUndone: false, entries: firstEntry..<nextEntry))
        for arrivals in arrivals.arrivals { try core.log.insert(arrivals) }
        try saveState()
        if logNumber % Limits.transactionsBetweenPruning == 0 {
            try core.log.prune(before: core.historyStart(now: wallMilliseconds))
        }
    }

    private func saveState() throws {
        if state != stateBefore { try state.save(core.connection) }
    }

    /// Takes over the words of the transaction that this one takes back.
    func answer(_ transaction: LogTransaction) {
        words = transaction.words
        target = transaction.number
    }

    // MARK: Local writes

    /// Writes fields of a record under this transaction's stamp; nothing when there are none.
    ///
    /// - Parameters:
    ///   - row: as stored, or a new one, which is given its number.
    ///   - fields: by ascending number, without field 0; their values are accepted by the schema.
    ///   - deletion: the new value of field 0, nil to leave it.
    func write(_ table: RecordTable, _ row: inout StoredRow, _ fields: [Change.Field], deletion: Bool? = nil) throws {
        var fields = (deletion.map { [Change.Field(0, .bool($0))] } ?? []) + fields
        if row.isHiddenHere {
            // The others have nothing of it: only whole can it come back.
            guard deletion == false else { return }
            fields = try whole(row, in: table, beneath: fields)
        }
        guard !fields.isEmpty else { return }
        let mask = fields.reduce(into: FieldMask()) { $0.insert($1.number) }
        let stamp = nextStamp(beyond: row.living.latestTime(of: mask))
        try requireWritable(
            table, row, Change(entity: table.schema.number, record: row.id, stamp: stamp, fields: fields))
        var living = row.living
        if !table.schema.isLocal { living.write(mask, stamp: stamp, state: .new) }
        try store(table, &row, fields, living: living, stamp: stamp)
    }

    /// Makes a record, unless there is one with its identity.
    ///
    /// - Parameters:
    ///   - fields: as in ``write(_:_:_:deletion:)``.
    ///   - isRestored: whether field 0 is written as well.
    /// - Returns: its number; nil, and nothing written, where there is one already.
    func insert(
        _ table: RecordTable, _ id: RecordID, _ fields: [Change.Field], isRestored: Bool
    ) throws -> Int64? {
        var row = StoredRow(id: id, fieldCount: table.schema.fields.count)
        let fields = (isRestored ? [Change.Field(0, .bool(false))] : []) + fields
        let stamp = nextStamp(beyond: 0)
        let change = Change(entity: table.schema.number, record: id, stamp: stamp, fields: fields)
        try requireWritable(table, row, change)
        if isRestored { row.deletion = false }
        for field in fields where field.number != 0 {
            if let place = table.layout.place(of: field.number) { row.values[place] = field.value }
        }
        if !table.schema.isLocal { row.living = LivingChanges(change.mask, stamp: stamp, state: .new) }
        row.isPending = row.living.hasPending
        row.number = try number(table)
        row.newestEntry = table.schema.isLocal ? nil : nextEntry
        guard try table.insert(row) else { return nil }
        nextNumbers[table.schema.number] = row.number + 1
        row.newestEntry = nil
        try enter(table, &row, stamp: stamp, before: nil, lost: [])
        for entry in row.living.entries {
            state.sum.add(entity: table.schema.number, record: id, mask: entry.owned, stamp: stamp)
        }
        touched.append(TouchedRecord(entity: table.schema.number, id: id))
        return row.number
    }

    /// All that a record holds, with what is written over it.
    private func whole(
        _ row: StoredRow, in table: RecordTable, beneath fields: [Change.Field]
    ) throws -> [Change.Field] {
        var whole: [Change.Field] = []
        for (place, field) in table.schema.fields.enumerated() where row.values[place] != .null {
            whole.append(Change.Field(field.number, row.values[place]))
        }
        for number in row.parked {
            whole.append(Change.Field(number, try core.parked(number, of: row.number, in: table)))
        }
        whole.removeAll { known in fields.contains { $0.number == known.number } }
        return (whole + fields).sorted { $0.number < $1.number }
    }

    /// Removes a record that stays on this device.
    func remove(_ row: StoredRow, from table: RecordTable) throws {
        try table.remove(number: row.number)
        touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
    }

    /// Notes that a record came into being by a change of another device.
    func arrive(_ number: Int64, of entity: EntityNumber, stamp: Stamp) throws {
        arrivals.note(
            number, of: entity, in: logNumber, stamp: stamp, device: try core.devices.index(of: stamp.device))
    }

    /// From now on stamps bear another number.
    func forgetStamp() {
        localStamp = nil
    }

    /// Refuses what could not be sent (docs/design, replication: On the device).
    private func requireWritable(_ table: RecordTable, _ row: StoredRow, _ change: Change) throws {
        func invalid(_ number: FieldNumber, _ rule: String) -> StoreError {
            let field = table.schema.index(of: number).map { table.schema.fields[$0].name } ?? "\(number)"
            return .invalid(entity: table.schema.name, field: field, rule: rule)
        }
        do {
            try change.requireWritable()
        } catch .textWithNUL(let field) {
            throw invalid(field, "must not contain a zero character")
        } catch .valueTooLarge(let field, _) {
            throw invalid(field, "must be at most \(ReplicationLimits.valueByteCount) bytes long")
        } catch {
            throw StoreError.tooLarge(entity: table.schema.name, id: row.id)
        }
        let written = change.fields.encodedByteCount
        // Far below the limit even if nothing were replaced, as nearly every record is.
        guard row.values.reduce(written, { $0 + $1.encodedByteCount }) > ReplicationLimits.recordByteCount else {
            return
        }
        let mask = change.mask
        let kept = table.schema.fields.indices.reduce(0) { count, place in
            mask.contains(table.schema.fields[place].number) ? count : count + row.values[place].encodedByteCount
        }
        guard kept + written <= ReplicationLimits.recordByteCount else {
            throw StoreError.tooLarge(entity: table.schema.name, id: row.id)
        }
    }

    private func nextStamp(beyond owned: UInt64) -> Stamp {
        if let localStamp, localStamp.time > owned { return localStamp }
        let time = state.clock.tick(now: wallMilliseconds, beyond: owned)
        let stamp = Stamp(validTime: time, validDevice: state.device)
        localStamp = stamp
        return stamp
    }

    /// Removes what a deleted record holds, from its history too; only the deletion stays.
    func empty(_ table: RecordTable, _ stored: StoredRow) throws {
        var row = stored
        for field in row.parked { try core.unpark(field, of: row.number, in: table) }
        try core.log.forget(chainFrom: row.newestEntry)
        row.parked = FieldMask()
        row.newestEntry = nil
        row.values = core.valuesFromTheStart(of: row.id, in: table)
        row.living =
            row.living.owner(of: 0).map { LivingChanges(FieldMask(0), stamp: $0.stamp, state: $0.state) } ?? row.living
        row.isPending = row.living.hasPending
        let fields = table.schema.fields.indices.map { UpdatedColumns.field($0) }
        try table.update(row, fields.reduce([.parked, .pending]) { $0.union($1) })
        touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
    }

    // MARK: Received changes

    /// Merges a change of another device, or of this one come back: per cell, the greater stamp wins. What stays on
    /// this device is nobody else's to write.
    func merge(_ change: Change, state incoming: LivingChanges.State) throws {
        let table = try core.table(change.entity)
        guard !table.schema.isLocal else { return }
        var row =
            try table.row(id: change.record) ?? StoredRow(id: change.record, fieldCount: table.schema.fields.count)
        state.clock.receive(change.stamp.time)
        if row.isHiddenHere { try reset(&row, in: table) }
        try merge(table, &row, change.fields, change.mask, stamp: change.stamp, row.living, state: incoming)
    }

    /// The same for a row that was read, and for living changes that may differ from its own in their states.
    func merge(
        _ table: RecordTable, _ row: inout StoredRow, _ fields: [Change.Field], _ mask: FieldMask, stamp: Stamp,
        _ before: LivingChanges, state incoming: LivingChanges.State
    ) throws {
        var living = before
        let won = living.merge(mask, stamp: stamp, state: incoming)
        var lost = fields.filter { !won.contains($0.number) && before.owner(of: $0.number)?.stamp != stamp }
        if !lost.isEmpty, try isEntered(stamp, of: row, in: table) { lost = [] }
        guard !won.isEmpty || !lost.isEmpty || living != row.living else { return }
        try store(table, &row, fields.filter { won.contains($0.number) }, living: living, stamp: stamp, lost: lost)
    }

    /// Whether the history knows a change already: then it comes once more, and did not lose just now.
    private func isEntered(_ stamp: Stamp, of row: StoredRow, in table: RecordTable) throws -> Bool {
        var isEntered = false
        try core.log.forEachEntry(backwardsFrom: row.newestEntry) { entry in
            isEntered = entry.stamp == stamp
            return !isEntered
        }
        return try isEntered || core.log.arrival(of: row.number, in: table.schema.number)?.stamp == stamp
    }

    /// Notes that a server holds the cells that a stamp still owns.
    func confirm(_ change: Change) throws {
        let table = try core.table(change.entity)
        guard var row = try table.row(id: change.record) else { return }
        let before = row.living
        row.living.confirm(change.mask, at: change.stamp)
        state.clock.confirm(change.stamp.time)
        guard row.living != before else { return }
        row.isPending = row.living.hasPending
        try table.update(row, .pending)
    }

    // MARK: The one way into a row

    private func store(
        _ table: RecordTable, _ row: inout StoredRow, _ fields: [Change.Field], living: LivingChanges, stamp: Stamp,
        lost: [Change.Field] = []
    ) throws {
        let isNew = row.number == 0
        let before =
            isNew ? nil : try fields.map { Change.Field($0.number, try core.value($0.number, of: row, in: table)) }
        if isNew {
            row.number = try number(table)
            nextNumbers[table.schema.number] = row.number + 1
        }
        let wasDeleted = row.isDeleted
        var columns: UpdatedColumns = []
        for field in fields { try apply(field, table, &row, &columns) }
        count(table.schema.number, row.id, from: wasDeleted ? nil : row.living, to: row.isDeleted ? nil : living)
        row.living = living
        if !fields.isEmpty || !lost.isEmpty {
            try enter(table, &row, stamp: stamp, before: fields.isEmpty ? [] : before, lost: lost)
        }
        if row.isPending != living.hasPending {
            row.isPending.toggle()
            columns.insert(.pending)
        }
        if isNew { try table.insert(row) } else { try table.update(row, columns) }
        touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
    }

    /// Brings the sum from the living changes before to those after; nil stands for a deleted record, which counts
    /// nothing. Only what differs is taken out and put in.
    func count(
        _ entity: EntityNumber, _ record: RecordID, from before: LivingChanges?, to after: LivingChanges?
    ) {
        for entry in before?.entries ?? [] {
            let gone = entry.owned.subtracting(after?.owned(by: entry.stamp) ?? FieldMask())
            if !gone.isEmpty { state.sum.remove(entity: entity, record: record, mask: gone, stamp: entry.stamp) }
        }
        for entry in after?.entries ?? [] {
            let come = entry.owned.subtracting(before?.owned(by: entry.stamp) ?? FieldMask())
            if !come.isEmpty { state.sum.add(entity: entity, record: record, mask: come, stamp: entry.stamp) }
        }
    }

    /// Puts one field into the row, or parks what this version cannot use.
    private func apply(
        _ field: Change.Field, _ table: RecordTable, _ row: inout StoredRow, _ columns: inout UpdatedColumns
    ) throws {
        if row.parked.contains(field.number) {
            try core.unpark(field.number, of: row.number, in: table)
            row.parked.remove(field.number)
            columns.insert(.parked)
        }
        if field.number == 0, case .bool(let deletion) = field.value {
            row.deletion = deletion
            columns.insert(.deleted)
            return
        }
        let place = table.layout.place(of: field.number)
        let isUsable = place.map { table.layout.accepts[$0](field.value) } ?? false
        if let place {
            row.values[place] = isUsable ? field.value : .null
            columns.insert(.field(place))
        }
        if !isUsable {
            try core.park(field, of: row.number, in: table)
            row.parked.insert(field.number)
            columns.insert(.parked)
        }
    }

    /// Enters into the log what was written to a row. What stays on this device is nobody's deed, and not entered.
    func enter(
        _ table: RecordTable, _ row: inout StoredRow, stamp: Stamp, before: [Change.Field]?, lost: [Change.Field]
    ) throws {
        guard !table.schema.isLocal else { return }
        try core.log.insert(
            LogEntry(
                number: nextEntry, log: logNumber, entity: table.schema.number, record: row.number,
                previous: row.newestEntry, stamp: stamp, before: before, lost: lost))
        row.newestEntry = nextEntry
        nextEntry += 1
    }

    /// The next small number of a table, looked up once in a transaction.
    func number(_ table: RecordTable) throws -> Int64 {
        try nextNumbers[table.schema.number] ?? core.nextNumber(table)
    }
}

extension FieldSchema {
    /// Whether this version can use a value, and a column keeps it.
    func accepts(stored value: Value) -> Bool { kind.accepts(value) && value.isStoredExactly }
}

extension Value {
    /// SQLite keeps no NaN and no negative zero.
    var isStoredExactly: Bool {
        guard case .double(let double) = self else { return true }
        return !double.isNaN && !(double == 0 && double.sign == .minus)
    }
}
