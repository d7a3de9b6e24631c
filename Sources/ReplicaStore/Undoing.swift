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
    public let entity: EntityNumber
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
        let chosen = try mapped { try core.withLock { core in try core.connection.read { try choose(core.log) } } }
        return try write(kind, chosen.words, target: chosen.number) { writer in
            // Another process may have come between choosing and writing.
            let current = try choose(writer.core.log)
            guard current.number == chosen.number else { throw StoreError.noSuchEntry(number: chosen.number) }
            let left = try writer.takeBack(chosen)
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
            var fields: [Change.Field] = []
            var deletion: Bool?
            for field in before {
                guard isStillOwned(field.number, of: row, by: entry.stamp) else {
                    left.append(LeftField(entity: entry.entity, record: row.id, field: field.number))
                    continue
                }
                if field.number == 0, case .bool(let bool) = field.value {
                    deletion = bool
                } else {
                    fields.append(field)
                }
            }
            try write(table, &row, fields, deletion: deletion)
        }
        return left
    }

    /// Whether a cell holds what a stamp wrote; one written back in this very transaction does, since it stands for it.
    private func isStillOwned(_ field: FieldNumber, of row: StoredRow, by stamp: Stamp) -> Bool {
        guard let owner = row.living.owner(of: field)?.stamp else { return true }
        return owner == stamp || isOwn(owner)
    }
}
