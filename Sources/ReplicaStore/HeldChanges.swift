// Changes that the server did not take: refused ones in quarantine, and those that have to wait.

internal import Platform
package import Replication
internal import SQLiteDatabase

/// A change that the server refuses in the form it has (docs/design, replication: Outcomes).
package struct QuarantinedChange: Equatable, Sendable {
    /// Which change of which record.
    package let key: ChangeKey
    /// The small number of the record.
    package let number: Int
    /// Why the server does not take it.
    package let refusal: Outcome.Refusal
    /// The fields that it still owns.
    package let owned: FieldMask
}

extension ReplicaStore {
    /// What the server refused, by record and stamp. The rest goes on without it.
    package func quarantine() throws -> [QuarantinedChange] {
        try read { try $0.core.quarantine() }
    }

    /// Offers refused changes once more: with the next request, as they are then.
    ///
    /// - Parameter key: which one; nil for all.
    package func retryQuarantined(_ key: ChangeKey? = nil) throws {
        _ = try write(.edit, "") { writer in
            for change in try writer.core.quarantine() where key == nil || change.key == key {
                try writer.core.release(change.key.entity, Int64(change.number), change.key.stamp)
            }
        }
    }

    /// What has to wait, as the first of it is sent again; nil where nothing waits.
    package func waiting() throws -> Absorbed.Later? {
        try read { reader in
            guard try reader.core.holdsAnything() else { return nil }
            let next = try reader.core.allHeld().filter { $0.untilMilliseconds != nil }
                .min { $0.untilMilliseconds ?? .max < $1.untilMilliseconds ?? .max }
            return next.map { held in
                Absorbed.Later(
                    reason: Outcome.Reason(rawValue: held.reason) ?? .unknown,
                    untilMilliseconds: held.untilMilliseconds ?? .max)
            }
        }
    }

    /// Offers what has to wait with the next request, before its time.
    package func retryWaiting() throws {
        guard try waiting() != nil else { return }
        _ = try write(.edit, "") { writer in
            for held in try writer.core.allHeld() where held.untilMilliseconds != nil {
                try writer.core.release(held)
            }
        }
    }

    /// Gives up refused changes: their fields lose the values that nobody else has, and everything is read from the
    /// beginning, which brings those that the others have.
    ///
    /// - Parameter key: which one; nil for all.
    /// - Returns: how many were given up.
    @discardableResult
    package func dropQuarantined(_ key: ChangeKey? = nil) throws -> Edited<Int> {
        try write(.edit, "discard") { writer in
            let dropped = try writer.core.quarantine().filter { key == nil || $0.key == key }
            guard !dropped.isEmpty else { return 0 }
            for change in dropped { try writer.discard(change) }
            var sync = try SyncState(writer.core.connection)
            try writer.reconcile(&sync, .sameNumber)
            try sync.save(writer.core.connection)
            return dropped.count
        }
    }
}

extension Writer {
    /// Takes the cells of a refused change out of its record, which goes when nothing else was ever written of it.
    fileprivate func discard(_ change: QuarantinedChange) throws {
        let table = try core.table(change.key.entity)
        guard var row = try table.row(number: Int64(change.number)) else { return }
        let discarded = row.living.owned(by: change.key.stamp).intersection(change.owned)
        var living = row.living
        living.remove(discarded)
        guard !living.isEmpty || core.isBuiltIn(row.id, in: table) else {
            count(table.schema.number, row.id, from: row.isDeleted ? nil : row.living, to: nil)
            try drop(row, from: table)
            touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
            return
        }
        let start = core.valuesFromTheStart(of: row.id, in: table)
        let fields = discarded.filter { $0 != 0 }.map { number in
            Change.Field(number, table.schema.index(of: number).map { start[$0] } ?? .null)
        }
        let before = try discarded.map { Change.Field($0, try core.value($0, of: row, in: table)) }
        var columns: UpdatedColumns = [.pending]
        let wasDeleted = row.isDeleted
        for field in fields { try putBack(field, table, &row, &columns) }
        if discarded.contains(0) {
            row.deletion = nil
            columns.insert(.deleted)
        }
        count(table.schema.number, row.id, from: wasDeleted ? nil : row.living, to: row.isDeleted ? nil : living)
        row.living = living
        row.isPending = living.hasPending
        try enter(table, &row, stamp: change.key.stamp, before: before, lost: [])
        try table.update(row, columns)
        touched.append(TouchedRecord(entity: table.schema.number, id: row.id))
    }

    /// A field as it was before anybody wrote it.
    private func putBack(
        _ field: Change.Field, _ table: RecordTable, _ row: inout StoredRow, _ columns: inout UpdatedColumns
    ) throws {
        if row.parked.contains(field.number) {
            try core.unpark(field.number, of: row.number, in: table)
            row.parked.remove(field.number)
            columns.insert(.parked)
        }
        guard let place = table.schema.index(of: field.number) else { return }
        row.values[place] = field.value
        columns.insert(.field(place))
    }
}

extension StoreCore {
    /// A change is held until a time (reasons of `Outcome.Reason`), or, where that is null, for good (reasons of
    /// `Outcome.Refusal`). A record of which nothing else is to be sent has no mark in its row; see ``outgoing``.
    static let heldDefinition = """
        CREATE TABLE held (
            entity INTEGER NOT NULL, record INTEGER NOT NULL, time INTEGER NOT NULL, device INTEGER NOT NULL,
            reason INTEGER NOT NULL, until INTEGER, PRIMARY KEY (entity, record, time, device)
        ) STRICT, WITHOUT ROWID
        """

    /// One row of the table.
    struct Held {
        let entity: EntityNumber
        let record: Int64
        let stamp: Stamp
        let reason: UInt8
        /// In milliseconds since 1970 by this device's clock; nil for ever.
        let untilMilliseconds: Int64?
    }

    func hold(_ held: Held) throws {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO held (entity, record, time, device, reason, until) VALUES (?, ?, ?, ?, ?, ?)")
        statement.bind(0, Int64(held.entity))
        statement.bind(1, held.record)
        statement.bind(2, Int64(bitPattern: held.stamp.time))
        statement.bind(3, Int64(bitPattern: held.stamp.device))
        statement.bind(4, Int64(held.reason))
        if let until = held.untilMilliseconds { statement.bind(5, until) } else { statement.bindNull(5) }
        try statement.run()
    }

    /// Whether any change is held.
    func holdsAnything() throws -> Bool {
        try connection.statement("SELECT 1 FROM held LIMIT 1").firstRow { _ in true } ?? false
    }

    /// Every held change, by record and stamp.
    func allHeld() throws -> [Held] {
        var all: [Held] = []
        try connection.statement("SELECT entity, record, time, device, reason, until FROM held").forEachRow { row in
            guard let entity = EntityNumber(exactly: row.integer(0)), let stamp = Self.stamp(row, 2) else {
                throw StoreError.database(.corrupt(message: "a change that is held back cannot be read"))
            }
            all.append(
                Held(
                    entity: entity, record: row.integer(1), stamp: stamp,
                    reason: UInt8(truncatingIfNeeded: row.integer(4)),
                    untilMilliseconds: row.isNull(5) ? nil : row.integer(5)))
        }
        return all
    }

    /// Records of which nothing but held changes is pending.
    func heldRecordCount() throws -> Int {
        guard try holdsAnything() else { return 0 }
        var last: (EntityNumber, Int64)?
        return try allHeld().reduce(0) { count, held in
            if let last, last == (held.entity, held.record) { return count }
            last = (held.entity, held.record)
            guard let row = try existingTable(held.entity)?.row(number: held.record) else { return count }
            return count + (row.living.hasPending && !row.isPending ? 1 : 0)
        }
    }

    /// The held changes of one record: whether each is refused (else it waits).
    func heldBack(_ record: Int64, in entity: EntityNumber) throws -> [Stamp: Bool] {
        let statement = try connection.statement(
            "SELECT time, device, until FROM held WHERE entity = ? AND record = ?")
        statement.bind(0, Int64(entity))
        statement.bind(1, record)
        var held: [Stamp: Bool] = [:]
        try statement.forEachRow { row in
            if let stamp = Self.stamp(row, 0) { held[stamp] = row.isNull(2) }
        }
        return held
    }

    /// Lets go what has waited long enough; what would wait longer than anything may, because a clock was set back,
    /// too.
    func releaseWaiting() throws {
        guard try holdsAnything() else { return }
        let now = options.clock.millisecondsSince1970()
        for held in try allHeld() {
            guard let until = held.untilMilliseconds,
                until <= now || until.distance(beyond: now) > Limits.longestWaitMilliseconds
            else { continue }
            try release(held)
        }
    }

    /// Forgets what was written over or taken since.
    func forgetSettledHeld() throws {
        guard try holdsAnything() else { return }
        for held in try allHeld() {
            let living = try existingTable(held.entity)?.living(number: held.record)
            let waits = living?.entries.contains { $0.stamp == held.stamp && $0.state != .confirmed } ?? false
            if !waits { try forgetHeld(held.entity, held.record, held.stamp) }
        }
    }

    /// Forgets all that is held back, which is sent again then.
    func releaseAll() throws {
        for held in try allHeld() {
            try existingTable(held.entity)?.markPending(number: held.record)
        }
        try connection.statement("DELETE FROM held").run()
    }

    fileprivate func release(_ held: Held) throws {
        try release(held.entity, held.record, held.stamp)
    }

    fileprivate func release(_ entity: EntityNumber, _ record: Int64, _ stamp: Stamp) throws {
        try forgetHeld(entity, record, stamp)
        guard let table = try existingTable(entity), try table.living(number: record)?.hasPending == true else {
            return
        }
        try table.markPending(number: record)
    }

    /// Forgets that any change of a record is held.
    func forgetHeld(_ record: Int64, in table: RecordTable) throws {
        let statement = try connection.statement("DELETE FROM held WHERE entity = ? AND record = ?")
        statement.bind(0, Int64(table.schema.number))
        statement.bind(1, record)
        try statement.run()
    }

    private func forgetHeld(_ entity: EntityNumber, _ record: Int64, _ stamp: Stamp) throws {
        let statement = try connection.statement(
            "DELETE FROM held WHERE entity = ? AND record = ? AND time = ? AND device = ?")
        statement.bind(0, Int64(entity))
        statement.bind(1, record)
        statement.bind(2, Int64(bitPattern: stamp.time))
        statement.bind(3, Int64(bitPattern: stamp.device))
        try statement.run()
    }

    fileprivate func quarantine() throws -> [QuarantinedChange] {
        try allHeld().compactMap { held in
            guard held.untilMilliseconds == nil, let table = try existingTable(held.entity),
                let row = try table.row(number: held.record)
            else { return nil }
            let waiting = row.living.entries.filter { $0.stamp == held.stamp && $0.state != .confirmed }
            guard !waiting.isEmpty else { return nil }
            return QuarantinedChange(
                key: ChangeKey(entity: held.entity, record: row.id, stamp: held.stamp), number: Int(row.number),
                refusal: Outcome.Refusal(rawValue: held.reason) ?? .unknown,
                owned: waiting.reduce(FieldMask()) { $0.union($1.owned) })
        }
    }

    static func stamp(_ row: Statement, _ column: Int32) -> Stamp? {
        Stamp(time: UInt64(bitPattern: row.integer(column)), device: UInt64(bitPattern: row.integer(column + 1)))
    }
}
