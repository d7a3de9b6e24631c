// Undo and redo: ordinary new changes that write back what stood there before.

public import Replication
internal import SQLiteDatabase

/// What an undo or redo did.
public struct Undone: Sendable, Equatable {
    /// The transaction taken back (undo), or made again (redo).
    public let transaction: Int
    /// What its command was.
    public let words: String
    /// The records written back.
    public let changed: [TouchedRecord]
    /// Fields that somebody has changed since, and that were left as they are.
    public let left: [LeftField]
}

/// A field that an undo left alone.
public struct LeftField: Sendable, Equatable {
    /// The entity of the record, by its number in the catalogue.
    public let entity: EntityNumber
    /// The identity of the record.
    public let record: RecordID
    /// 0 stands for the deletion.
    public let field: FieldNumber
}

extension ReplicaStore {
    /// Takes a transaction back: each field that still holds what it wrote gets the value from before; fields changed
    /// since are left and named. A record that it made is deleted.
    ///
    /// - Parameter number: an edit of this device, or changes received from others; without one, the last edit of this
    ///   device that is not taken back yet.
    /// - Throws: ``StoreError/nothingToUndo``, ``StoreError/noSuchEntry(number:)``.
    public func undo(_ number: Int? = nil) throws -> Edited<Undone> {
        try takeBack(.undo) { log in
            if let number {
                guard let transaction = try log.transaction(Int64(number)), !transaction.isUndone,
                    transaction.kind == .edit || transaction.kind == .received
                else { throw StoreError.noSuchEntry(number: Int64(number)) }
                return transaction
            }
            var last: LogTransaction?
            try log.forEachTransactionBackwards { transaction in
                if transaction.kind == .edit, !transaction.isUndone { last = transaction }
                return last == nil
            }
            guard let last else { throw StoreError.nothingToUndo }
            return last
        }
    }

    /// Makes again what the last undo took back. A new edit leaves nothing to redo.
    ///
    /// - Throws: ``StoreError/nothingToRedo``.
    public func redo() throws -> Edited<Undone> {
        try takeBack(.redo) { log in
            var last: LogTransaction?
            try log.forEachTransactionBackwards { transaction in
                if transaction.kind == .undo, !transaction.isUndone { last = transaction }
                return last == nil && transaction.kind != .edit
            }
            guard let last else { throw StoreError.nothingToRedo }
            return last
        }
    }

    private func takeBack(_ kind: LogKind, _ choose: (Log) throws -> LogTransaction) throws -> Edited<Undone> {
        try write(kind, "") { writer in
            let chosen = try choose(writer.core.log)
            writer.answer(chosen)
            let left = try writer.takeBack(chosen)
            // The trash was emptied since: what the transaction did is gone, and cannot be taken back.
            guard !writer.touched.isEmpty || !left.isEmpty else { throw StoreError.noSuchEntry(number: chosen.number) }
            try writer.core.log.mark(chosen.number, undone: true)
            // Redoing gives the transaction that the undo had taken back its standing again.
            if kind == .redo, let target = chosen.target { try writer.core.log.mark(target, undone: false) }
            return Undone(
                transaction: Int(kind == .redo ? chosen.target ?? chosen.number : chosen.number), words: chosen.words,
                changed: writer.touched, left: left)
        }
    }
}

extension Writer {
    /// Writes back what stood there before a transaction, record by record, the last written first.
    ///
    /// - Returns: the fields that were left, because they do not hold any more what the transaction wrote.
    func takeBack(_ transaction: LogTransaction) throws -> [LeftField] {
        var left: [LeftField] = []
        for entry in try core.log.entries(transaction.entries).reversed() {
            let table = try core.table(entry.entity)
            guard var row = try table.row(number: entry.record) else { continue }
            guard let before = entry.before else {
                // The transaction made the record.
                if !row.isDeleted { try write(table, &row, [], deletion: true) }
                continue
            }
            let overwritten = try valuesOverwritten(since: entry, of: row)
            var fields: [Change.Field] = []
            var deletion: Bool?
            for field in before {
                let current = try core.value(field.number, of: row, in: table)
                guard current == overwritten[field.number] ?? current else {
                    let leftField = LeftField(entity: entry.entity, record: row.id, field: field.number)
                    if !left.contains(leftField) { left.append(leftField) }
                    continue
                }
                guard current != field.value else { continue }
                if case .bool(let bool) = field.value, field.number == 0 {
                    deletion = bool
                } else {
                    fields.append(field)
                }
            }
            try write(table, &row, fields, deletion: deletion)
        }
        for arrivals in try core.log.arrivals(of: transaction.number...transaction.number) {
            let table = try core.table(arrivals.entity)
            for number in arrivals.numbers {
                guard var row = try table.row(number: number), !row.isDeleted else { continue }
                try write(table, &row, [], deletion: true)
            }
        }
        return left
    }

    /// What an entry wrote into the fields that were written again since: the next entry that wrote such a field says
    /// what stood there before it.
    private func valuesOverwritten(since entry: LogEntry, of row: StoredRow) throws -> [FieldNumber: Value] {
        var values: [FieldNumber: Value] = [:]
        try core.log.forEachEntry(backwardsFrom: row.newestEntry) { later in
            guard later.number > entry.number else { return false }
            for field in later.before ?? [] { values[field.number] = field.value }
            return true
        }
        return values
    }
}
