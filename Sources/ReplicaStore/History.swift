// History: who changed what, when, from what to what.

public import Replication

/// One transaction as people see it.
public struct HistoryTransaction: Sendable, Equatable {
    /// Its number, by which it can be undone.
    public let number: Int
    /// When it was made here, in milliseconds since 1970.
    public let wallMilliseconds: Int64
    /// Whether it was an edit, an undo, a redo, or changes of other devices.
    public let kind: LogKind
    /// What the program said it was doing.
    public let words: String
    /// Whether it was taken back.
    public let isUndone: Bool
    /// What it did, record by record.
    public let records: [HistoryRecord]
}

/// What one transaction did to one record.
public struct HistoryRecord: Sendable, Equatable {
    /// The entity of the record, by its number in the catalogue.
    public let entity: EntityNumber
    /// The identity of the record.
    public let id: RecordID
    /// The transaction it belongs to.
    public let transaction: Int
    /// The stamp of the change: when it was written, and the number of the device that wrote it.
    public let stamp: Stamp
    /// Whether that device is this one.
    public let isOwn: Bool
    /// Whether the record came into being.
    public let isCreation: Bool
    /// The fields written, by number; 0 stands for the deletion.
    public let fields: [HistoryField]
    /// Values that arrived too late and lost to a later one.
    public let lost: [Change.Field]
}

/// One field of a history entry.
public struct HistoryField: Sendable, Equatable {
    /// The number of the field in its entity; 0 stands for the deletion.
    public let number: FieldNumber
    /// What stood there before; null where nothing did, and the default held.
    public let from: Value
    /// What was written; null stands for the default.
    public let to: Value
}

extension HistoryTransaction {
    fileprivate init(_ transaction: LogTransaction, _ records: [HistoryRecord]) {
        self.init(
            number: Int(transaction.number), wallMilliseconds: transaction.wallMilliseconds, kind: transaction.kind,
            words: transaction.words, isUndone: transaction.isUndone, records: records)
    }
}

extension Reader {
    /// Transactions from the newest to the oldest.
    ///
    /// - Parameter limit: how many at most.
    public func history(limit: Int) throws -> [HistoryTransaction] {
        var transactions: [LogTransaction] = []
        guard limit > 0 else { return [] }
        try core.log.forEachTransactionBackwards { transaction in
            transactions.append(transaction)
            return transactions.count < limit
        }
        return try transactions.map { transaction in
            HistoryTransaction(
                transaction,
                try core.log.entries(transaction.entries).compactMap(historyRecord) + arrived(by: transaction))
        }
    }

    /// The transactions that touched one record, from the newest to the oldest, each only with what it did to that one.
    ///
    /// - Parameter limit: how many at most.
    public func history(of entity: EntityNumber, _ id: RecordID, limit: Int) throws -> [HistoryTransaction] {
        try history(of: entity, id).prefix(max(0, limit)).compactMap { record in
            try core.log.transaction(Int64(record.transaction)).map { HistoryTransaction($0, [record]) }
        }
    }

    /// What happened to one record, from the newest to the oldest; empty where there is no such record.
    public func history(of entity: EntityNumber, _ id: RecordID) throws -> [HistoryRecord] {
        guard let table = try core.existingTable(entity), let row = try table.row(id: id) else { return [] }
        return try walk(row, table) { _ in true }
    }

    /// The transaction with a number, without its records; nil where there is none.
    public func transactionWords(_ number: Int) throws -> String? {
        try core.log.transaction(Int64(number))?.words
    }

    /// What came into being by a transaction, and is still there.
    private func arrived(by transaction: LogTransaction) throws -> [HistoryRecord] {
        try core.log.arrivals(of: transaction.number...transaction.number).flatMap { arrivals -> [HistoryRecord] in
            guard let table = try core.existingTable(arrivals.entity) else { return [] }
            return try arrivals.numbers.compactMap { number in
                try table.row(number: number).flatMap { try walk($0, table) { _ in true }.last }
            }
        }
    }

    private func historyRecord(_ entry: LogEntry) throws -> HistoryRecord? {
        guard let table = try core.existingTable(entry.entity), let row = try table.row(number: entry.record) else {
            return nil
        }
        return try walk(row, table) { $0.number > entry.number }.last
    }

    /// Goes along a record's entries from the newest, keeping the values as they stood after each.
    ///
    /// - Parameter goesOn: whether to go on to the entry before this one.
    private func walk(
        _ row: StoredRow, _ table: RecordTable, _ goesOn: (LogEntry) -> Bool
    ) throws -> [HistoryRecord] {
        var after = try values(of: row, table)
        let own = try StoreState(core.connection, core.devices).device
        var records: [HistoryRecord] = []
        var reachesBack = true
        try core.log.forEachEntry(backwardsFrom: row.newestEntry) { entry in
            let written = entry.before ?? after.map { Change.Field($0.key, .null) }.sorted { $0.number < $1.number }
            let fields = written.compactMap { field -> HistoryField? in
                let to = after[field.number] ?? .null
                // That a new record holds a default, and is not deleted, goes without saying.
                let isPlain = to == .null || (field.number == 0 && to == .bool(false))
                return entry.before == nil && isPlain
                    ? nil : HistoryField(number: field.number, from: field.value, to: to)
            }
            records.append(
                HistoryRecord(
                    entity: entry.entity, id: row.id, transaction: Int(entry.log), stamp: entry.stamp,
                    isOwn: entry.stamp.device == own, isCreation: entry.before == nil, fields: fields, lost: entry.lost)
            )
            for field in written { after[field.number] = field.value }
            reachesBack = goesOn(entry)
            return reachesBack
        }
        guard reachesBack, records.last?.isCreation != true,
            let arrival = try core.log.arrival(of: row.number, in: table.schema.number)
        else { return records }
        let fields = after.sorted { $0.key < $1.key }.filter { number, value in
            value != .null && (number != 0 || value != .bool(false))
        }
        records.append(
            HistoryRecord(
                entity: table.schema.number, id: row.id, transaction: Int(arrival.log), stamp: arrival.stamp,
                isOwn: arrival.stamp.device == own, isCreation: true,
                fields: fields.map { HistoryField(number: $0.key, from: .null, to: $0.value) }, lost: []))
        return records
    }

    /// Everything the record holds now, by field number.
    private func values(of row: StoredRow, _ table: RecordTable) throws -> [FieldNumber: Value] {
        var values: [FieldNumber: Value] = [:]
        for (place, field) in table.schema.fields.enumerated() { values[field.number] = row.values[place] }
        for field in row.parked { values[field] = try core.parked(field, of: row.number, in: table) }
        if let deletion = row.deletion { values[0] = .bool(deletion) }
        return values
    }
}
