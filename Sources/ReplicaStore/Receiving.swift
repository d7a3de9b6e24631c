// Merging the rows of an answer, record by record.

internal import Replication
internal import SQLiteDatabase

/// The rows of one answer on their way into the tables.
struct Reception {
    /// What one row brings: the cells that it still owns.
    struct Part {
        let stamp: Stamp
        let mask: FieldMask
        let deletion: Bool?
        /// The fields of the mask, without field 0, by number; nil when the body did not open.
        let fields: [Change.Field]?
    }

    private struct Record: Hashable {
        let entity: EntityNumber
        let id: RecordID
    }

    private let writer: Writer
    private let isFromZero: Bool
    /// What this device offered in the same exchange.
    private let sources: [Outgoing.Source]
    /// The rows of each record by the place of the first, in the order of the answer.
    private var places: [Record: Int] = [:]
    private var records: [(record: Record, parts: [Part])] = []
    private var core: StoreCore { writer.core }

    init(_ writer: Writer, isFromZero: Bool, sources: [Outgoing.Source]) {
        self.writer = writer
        self.isFromZero = isFromZero
        self.sources = sources
    }

    var isEmpty: Bool { records.isEmpty }

    /// Whether a cell of a record came in this answer.
    func hasMet(_ entity: EntityNumber, _ id: RecordID) -> Bool {
        places[Record(entity: entity, id: id)] != nil
    }

    mutating func receive(
        _ rows: [StoredChange], _ opened: (Int) -> [Change.Field]?, _ result: inout Absorbed
    ) throws {
        places.reserveCapacity(rows.count)
        records.reserveCapacity(rows.count)
        for (place, row) in rows.enumerated() { note(row, Self.part(row, opened(place))) }
        result.receivedChangeCount += rows.count
        let expects = try isFromZero && core.expectsAnything()
        // After a record that was not here comes, most often, another one.
        var isProbablyNew = isFromZero
        var hasRoom = true
        for (record, parts) in records {
            let table = try core.table(record.entity)
            guard !table.schema.isLocal else { continue }
            for part in parts where part.fields == nil {
                let key = ChangeKey(entity: record.entity, record: record.id, stamp: part.stamp)
                if result.unopenable.isEmpty { hasRoom = try core.unopenableCount() < Limits.unopenableRows }
                if hasRoom { try core.noteUnopenable(key, part.mask) }
                result.unopenable.append(key)
            }
            if isProbablyNew, try writer.arrive(table, record.id, parts) { continue }
            guard let brief = try table.brief(id: record.id) else {
                isProbablyNew = try writer.arrive(table, record.id, parts)
                continue
            }
            isProbablyNew = false
            if expects { try core.met(brief.number, in: record.entity) }
            try merge(parts, brief, table, &result)
        }
    }

    private mutating func note(_ row: StoredChange, _ part: Part) {
        let header = row.sealed.header
        let record = Record(entity: header.entity, id: header.record)
        if let place = places[record] {
            records[place].parts.append(part)
        } else {
            places[record] = records.count
            records.append((record, [part]))
        }
    }

    /// A body that does not hold exactly the fields of its header is as good as one that did not open.
    private static func part(_ row: StoredChange, _ fields: [Change.Field]?) -> Part {
        let header = row.sealed.header
        let written = header.mask.subtracting(FieldMask(0))
        var isWhole = fields?.count == written.count
        if isWhole, let fields {
            var rest = written.bits
            for field in fields {
                isWhole = isWhole && rest != 0 && field.number == FieldNumber(rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
        var owned = isWhole ? fields : nil
        if row.owned != header.mask { owned = owned?.filter { row.owned.contains($0.number) } }
        return Part(
            stamp: header.stamp, mask: row.owned, deletion: row.owned.contains(0) ? header.deletion : nil,
            fields: owned)
    }

    /// Merges what came of a record that is here.
    private func merge(
        _ parts: [Part], _ brief: BriefRow, _ table: RecordTable, _ result: inout Absorbed
    ) throws {
        var living = brief.living
        let isKnown = parts.allSatisfy { part in
            part.fields == nil || part.mask.subtracting(living.owned(by: part.stamp)).isEmpty
        }
        guard isKnown else {
            let isDeletion = try writer.merge(parts, table, number: brief.number)
            guard isDeletion else { return }
            result.receivedDeletionCount += 1
            if hasOwn(brief, table) {
                result.beneathDeletion.append(TouchedRecord(entity: table.schema.number, id: brief.id))
            }
            return
        }
        for part in parts {
            living.takeKnown(part, isDeleted: brief.isDeleted)
            // Of what did not open nobody knows that a member wrote it: it must not move the clock.
            if part.fields != nil { writer.state.clock.receive(part.stamp.time) }
        }
        if living != brief.living { try table.update(living, number: brief.number) }
    }

    /// Whether this device wrote something of a record that whoever deleted it cannot have known.
    private func hasOwn(_ brief: BriefRow, _ table: RecordTable) -> Bool {
        let isPending = brief.living.entries.contains { entry in
            (entry.state == .new || !isFromZero && entry.state == .offered) && entry.owned != FieldMask(0)
        }
        return isPending || sources.contains { $0.number == brief.number && $0.entity == table.schema.number }
    }
}

extension LivingChanges {
    /// Notes that cells that are here are on the server as well, or, when their body is damaged there, that they are to
    /// be offered to it. Who holds a record as deleted and receives an older change of it offers the deletion again.
    mutating func takeKnown(_ part: Reception.Part, isDeleted: Bool) {
        let known = owned(by: part.stamp).intersection(part.mask)
        if part.fields == nil {
            mark(known.intersection(confirmed), at: part.stamp, as: .offered)
        } else {
            confirm(known, at: part.stamp)
        }
        offerDeletionAgain(beyond: part.stamp, isDeleted: isDeleted)
    }

    mutating func offerDeletionAgain(beyond stamp: Stamp, isDeleted: Bool) {
        guard isDeleted, let deletion = owner(of: 0), deletion.state == .confirmed, deletion.stamp > stamp else {
            return
        }
        mark(FieldMask(0), at: deletion.stamp, as: .offered)
    }
}

extension Writer {
    /// Puts a record that is not here yet into its table. Its history is told by ``Arrivals``.
    ///
    /// - Returns: false, and nothing written, where there is one with its identity.
    fileprivate func arrive(_ table: RecordTable, _ id: RecordID, _ parts: [Reception.Part]) throws -> Bool {
        let schema = table.schema
        var row = StoredRow(id: id, fieldCount: schema.fields.count)
        var parked: [Change.Field] = []
        var first: Stamp?
        for part in parts {
            guard let fields = part.fields else { continue }
            state.clock.receive(part.stamp.time)
            row.living.offerDeletionAgain(beyond: part.stamp, isDeleted: row.isDeleted)
            let won = row.living.merge(part.mask, stamp: part.stamp, state: .confirmed)
            if won.contains(0) { row.deletion = part.deletion }
            for field in fields where won.contains(field.number) {
                if row.parked.contains(field.number) {
                    parked.removeAll { $0.number == field.number }
                    row.parked.remove(field.number)
                }
                let place = table.layout.place(of: field.number)
                if let place, table.layout.accepts[place](field.value) {
                    row.values[place] = field.value
                    continue
                }
                if let place { row.values[place] = .null }
                row.parked.insert(field.number)
                parked.append(field)
            }
            first = min(first ?? part.stamp, part.stamp)
        }
        // Nothing that opened: there is no record yet.
        guard let first else { return true }
        row.isPending = row.living.hasPending
        row.number = try number(table)
        guard try table.insert(row) else { return false }
        nextNumbers[schema.number] = row.number + 1
        for field in parked { try core.park(field, of: row.number, in: table) }
        if !row.isDeleted {
            for entry in row.living.entries {
                state.sum.add(entity: schema.number, record: id, mask: entry.owned, stamp: entry.stamp)
            }
        }
        try arrive(row.number, of: schema.number, stamp: first)
        touched.append(TouchedRecord(entity: schema.number, id: id))
        return true
    }

    /// Merges what came of a record that is here, cell by cell.
    ///
    /// - Returns: whether that deleted it.
    fileprivate func merge(_ parts: [Reception.Part], _ table: RecordTable, number: Int64) throws -> Bool {
        guard var row = try table.row(number: number) else { return false }
        let wasDeleted = row.isDeleted
        // What was hidden here only gives way to what the others have, once that opens.
        if row.isHiddenHere, parts.contains(where: { $0.fields != nil }) { try reset(&row, in: table) }
        for part in parts {
            var living = row.living
            if let fields = part.fields {
                state.clock.receive(part.stamp.time)
                living.offerDeletionAgain(beyond: part.stamp, isDeleted: row.isDeleted)
                let all = (part.deletion.map { [Change.Field(0, .bool($0))] } ?? []) + fields
                try merge(table, &row, all, part.mask, stamp: part.stamp, living, state: .confirmed)
            } else {
                living.takeKnown(part, isDeleted: row.isDeleted)
                if living != row.living {
                    row.living = living
                    row.isPending = living.hasPending
                    try table.update(living, number: row.number)
                }
            }
        }
        return row.isDeleted && !wasDeleted
    }
}
