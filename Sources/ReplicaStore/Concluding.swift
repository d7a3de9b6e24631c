// At the head: what an expired device infers from what did not come, and what may be dropped for good.

internal import Platform
internal import Replication
internal import SQLiteDatabase

extension Writer {
    /// What a reading from the beginning ends with.
    enum Conclusion {
        /// So many records would be hidden that somebody has to agree first; nothing was done.
        case asks(count: Int)
        case concluded(hidden: Int, dropped: Int)
    }

    /// Ends a reading from the beginning (docs/design, replication: Reconcile). Of an expired device, records of which
    /// no cell came and whose cells had all been confirmed were deleted elsewhere: they go to the trash of this device.
    /// Those with new cells come back whole.
    func conclude(accepting isAccepted: Bool) throws -> Conclusion {
        var hidden: [(table: RecordTable, row: StoredRow)] = []
        var dropped: [(table: RecordTable, row: StoredRow)] = []
        var revived: [(table: RecordTable, row: StoredRow)] = []
        for expected in try core.allExpected() {
            guard let table = try core.existingTable(expected.entity), let row = try table.row(number: expected.record)
            else { continue }
            let missing = row.living.offered.intersection(expected.mask)
            guard !missing.isEmpty else { continue }
            if missing == row.living.owned {
                if row.isDeleted { dropped.append((table, row)) } else { hidden.append((table, row)) }
            } else if !row.isDeleted {
                revived.append((table, row))
            }
        }
        if !isAccepted, try core.isMass(hidden.count) { return .asks(count: hidden.count) }
        for (table, row) in hidden { try hide(row, in: table) }
        for (table, row) in dropped { try drop(row, from: table) }
        for (table, var row) in revived {
            try write(table, &row, [], deletion: false)
            row.living.offerAgain()
            try table.update(row.living, number: row.number)
        }
        try core.forgetExpected()
        return .concluded(hidden: hidden.count, dropped: dropped.count)
    }

    /// Puts a record into the trash of this device only: it owns nothing there, so that nothing of it is ever sent.
    private func hide(_ stored: StoredRow, in table: RecordTable) throws {
        var row = stored
        count(table.schema.number, row.id, from: row.living, to: nil)
        let stamp = Stamp(validTime: state.clock.last, validDevice: state.device)
        let before = row.deletion.map { [Change.Field(0, .bool($0))] } ?? [Change.Field(0, .bool(false))]
        try enter(table, &row, stamp: stamp, before: before, lost: [])
        row.deletion = true
        row.living = LivingChanges()
        row.isPending = false
        try table.update(row, [.deleted, .pending])
        try core.forgetHeld(row.number, in: table)
        touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
    }

    /// Drops records that were deleted before the horizon, all of whose cells are confirmed and of which none came in
    /// this answer; and what was hidden here so long ago that the history has forgotten it.
    ///
    /// - Returns: how many.
    func collect(
        before horizonMilliseconds: Int64, now: Int64, _ hasMet: (EntityNumber, RecordID) -> Bool
    ) throws -> Int {
        var count = 0
        for table in try core.allTables() where !table.schema.isLocal {
            for brief in try table.deletedBriefs() {
                if brief.living.isEmpty {
                    guard try isForgotten(brief, now: now) else { continue }
                } else {
                    guard !brief.living.hasPending, !hasMet(table.schema.number, brief.id),
                        let deleted = brief.living.owner(of: 0)?.stamp, deleted.milliseconds < horizonMilliseconds
                    else { continue }
                }
                guard let row = try table.row(number: brief.number) else { continue }
                try drop(row, from: table)
                count += 1
            }
        }
        return count
    }

    private func isForgotten(_ brief: BriefRow, now: Int64) throws -> Bool {
        guard let newest = brief.newestEntry, let entry = try core.log.entry(newest) else { return true }
        // The running transaction is not in the log yet.
        guard entry.log != logNumber else { return false }
        guard let transaction = try core.log.transaction(entry.log) else { return true }
        return now.distance(beyond: transaction.wallMilliseconds) > Limits.hiddenMilliseconds
    }

    /// Drops a record for good, and deletes what lies undeleted below it: nobody could ever see it again. One that is
    /// built in is as it is in every store from the start.
    func drop(_ stored: StoredRow, from table: RecordTable) throws {
        var row = stored
        for children in core.knownTables where children.schema.parentName == table.schema.name {
            for var child in try children.children(of: row.id) { try write(children, &child, [], deletion: true) }
        }
        try core.forgetHeld(row.number, in: table)
        for field in row.parked { try core.unpark(field, of: row.number, in: table) }
        guard core.isBuiltIn(row.id, in: table) else { return try core.remove(row, from: table) }
        try reset(&row, in: table)
    }

    /// Makes a row one that nobody has written yet.
    func reset(_ row: inout StoredRow, in table: RecordTable) throws {
        for field in row.parked { try core.unpark(field, of: row.number, in: table) }
        row.parked = FieldMask()
        row.deletion = nil
        row.living = LivingChanges()
        row.isPending = false
        row.values = core.valuesFromTheStart(of: row.id, in: table)
        let fields = table.schema.fields.indices.map { UpdatedColumns.field($0) }
        try table.update(row, fields.reduce([.parked, .pending, .deleted]) { $0.union($1) })
    }
}

extension StoredRow {
    /// Whether it was put into the trash of this device only: nobody wrote that it is deleted.
    var isHiddenHere: Bool { isDeleted && living.owner(of: 0) == nil }
}

extension StoreCore {
    func isBuiltIn(_ id: RecordID, in table: RecordTable) -> Bool {
        options.catalogue.builtIns.contains { $0.entity == table.schema.number && $0.record == id }
    }
}
