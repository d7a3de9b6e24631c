// The log: what happened to which record, as history, for undo, and for observers.
//
// `log` has one row per transaction, `log_record` one per record touched in it. An entry keeps what stood there before,
// never what was written: that is the current value, or what the next entry of the record says stood there before. A
// record's entries form a chain from the newest, which its row names, to the oldest.

internal import Replication
internal import SQLiteDatabase

/// Why a transaction was made.
public enum LogKind: Int64, Sendable {
    case edit = 0
    case undo = 1
    case redo = 2
    /// Changes of other devices, merged.
    case received = 3
    /// What the program did by itself: no person's deed, so that undo never takes it back and redo survives it.
    case automatic = 4
}

/// One record in one transaction, as it stands in the log.
struct LogEntry {
    let number: Int64
    /// The transaction it belongs to.
    let log: Int64
    let entity: EntityNumber
    /// The record's number in its table.
    let record: Int64
    /// The entry of the same record before this one.
    let previous: Int64?
    /// The change that wrote it.
    let stamp: Stamp
    /// What stood there before, by field; nil where the record came into being.
    let before: [Change.Field]?
    /// What arrived too late and lost to a greater stamp.
    let lost: [Change.Field]
}

/// One transaction, as it stands in the log.
struct LogTransaction {
    let number: Int64
    let wallMilliseconds: Int64
    let kind: LogKind
    /// What the program said it was doing: the command, without its objects.
    let words: String
    /// The transaction that an undo or redo took back.
    let target: Int64?
    /// Whether it was taken back itself.
    let isUndone: Bool
    let entries: Range<Int64>
}

/// The tables `log` and `log_record`.
struct Log {
    let connection: Connection
    let devices: DeviceIndex
    private let entryInsertion: Lazy

    init(connection: Connection, devices: DeviceIndex) {
        self.connection = connection
        self.devices = devices
        entryInsertion = Lazy(
            connection,
            """
            INSERT INTO log_record (number, log, entity, record, previous, time, device, before, lost)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    static let definitions = [
        """
        CREATE TABLE log (
            number INTEGER PRIMARY KEY, wall INTEGER NOT NULL, kind INTEGER NOT NULL, words TEXT NOT NULL,
            target INTEGER, undone INTEGER NOT NULL DEFAULT 0, first INTEGER NOT NULL, past INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE log_record (
            number INTEGER PRIMARY KEY, log INTEGER NOT NULL, entity INTEGER NOT NULL, record INTEGER NOT NULL,
            previous INTEGER, time INTEGER NOT NULL, device INTEGER NOT NULL, before BLOB, lost BLOB
        ) STRICT
        """,
    ]

    // MARK: Writing

    /// The numbers that the next transaction and its first entry take.
    func nextNumbers() throws -> (log: Int64, entry: Int64) {
        // The newest transaction is never pruned, so its row tells both.
        let statement = try connection.statement("SELECT number, past FROM log ORDER BY number DESC LIMIT 1")
        return try statement.firstRow { row in
            guard 0..<Int64.max / 2 ~= row.integer(0), 0..<Int64.max / 2 ~= row.integer(1) else {
                throw StoreError.database(.corrupt(message: "a row of the log cannot be read"))
            }
            return (row.integer(0) + 1, row.integer(1))
        } ?? (1, 1)
    }

    func insert(_ transaction: LogTransaction) throws {
        let statement = try connection.statement(
            "INSERT INTO log (number, wall, kind, words, target, first, past) VALUES (?, ?, ?, ?, ?, ?, ?)")
        statement.bind(0, transaction.number)
        statement.bind(1, transaction.wallMilliseconds)
        statement.bind(2, transaction.kind.rawValue)
        statement.bind(3, transaction.words)
        if let target = transaction.target { statement.bind(4, target) } else { statement.bindNull(4) }
        statement.bind(5, transaction.entries.lowerBound)
        statement.bind(6, transaction.entries.upperBound)
        try statement.run()
    }

    func insert(_ entry: LogEntry) throws {
        let statement = try entryInsertion.statement
        statement.bind(0, entry.number)
        statement.bind(1, entry.log)
        statement.bind(2, Int64(entry.entity))
        statement.bind(3, entry.record)
        if let previous = entry.previous { statement.bind(4, previous) } else { statement.bindNull(4) }
        statement.bind(5, Int64(bitPattern: entry.stamp.time))
        statement.bind(6, Int64(try devices.index(of: entry.stamp.device)))
        if let before = entry.before { statement.bind(7, Self.coded(before)) } else { statement.bindNull(7) }
        if entry.lost.isEmpty { statement.bindNull(8) } else { statement.bind(8, Self.coded(entry.lost)) }
        try statement.run()
    }

    func mark(_ number: Int64, undone: Bool) throws {
        let statement = try connection.statement("UPDATE log SET undone = ? WHERE number = ?")
        statement.bind(0, undone ? 1 : 0)
        statement.bind(1, number)
        try statement.run()
    }

    // MARK: Reading

    private static let transactionColumns = "number, wall, kind, words, target, undone, first, past"
    private static let entryColumns = "number, log, entity, record, previous, time, device, before, lost"

    func transaction(_ number: Int64) throws -> LogTransaction? {
        let statement = try connection.statement("SELECT \(Self.transactionColumns) FROM log WHERE number = ?")
        statement.bind(0, number)
        return try statement.firstRow(Self.transaction)
    }

    /// Transactions from the newest to the oldest, until `body` says that it has enough.
    ///
    /// - Parameter last: the newest to begin with.
    func forEachTransactionBackwards(from last: Int64 = .max, _ body: (LogTransaction) throws -> Bool) throws {
        let statement = try connection.statement(
            "SELECT \(Self.transactionColumns) FROM log WHERE number <= ? ORDER BY number DESC")
        statement.bind(0, last)
        defer { statement.reset() }
        while try statement.step() {
            guard try body(Self.transaction(statement)) else { return }
        }
    }

    func entry(_ number: Int64) throws -> LogEntry? {
        let statement = try connection.statement("SELECT \(Self.entryColumns) FROM log_record WHERE number = ?")
        statement.bind(0, number)
        return try statement.firstRow(entry)
    }

    /// Goes along a record's chain from an entry to the oldest, until `body` says that it has enough.
    func forEachEntry(backwardsFrom newest: Int64?, _ body: (LogEntry) throws -> Bool) throws {
        var next = newest
        while let number = next, let entry = try entry(number), try body(entry) {
            // Entries only ever point backwards; a damaged file must not lead in circles.
            next = entry.previous.flatMap { $0 < number ? $0 : nil }
        }
    }

    func entries(_ range: Range<Int64>) throws -> [LogEntry] {
        let statement = try connection.statement(
            "SELECT \(Self.entryColumns) FROM log_record WHERE number >= ? AND number < ? ORDER BY number")
        statement.bind(0, range.lowerBound)
        statement.bind(1, range.upperBound)
        var entries: [LogEntry] = []
        try statement.forEachRow { entries.append(try entry($0)) }
        return entries
    }

    func hasEntry(_ number: Int64) throws -> Bool {
        let statement = try connection.statement("SELECT 1 FROM log_record WHERE number = ?")
        statement.bind(0, number)
        return try statement.firstRow { _ in true } ?? false
    }

    /// The numbers of entries that are damaged.
    func unreadableEntries() throws -> [Int64] {
        let statement = try connection.statement("SELECT \(Self.entryColumns) FROM log_record ORDER BY number")
        var numbers: [Int64] = []
        try statement.forEachRow { row in
            if (try? entry(row)) == nil { numbers.append(row.integer(0)) }
        }
        return numbers
    }

    /// The number of the newest entry; 0 where there is none.
    func lastEntryNumber() throws -> Int64 {
        try connection.integer("SELECT max(number) FROM log_record")
    }

    /// The number of the oldest entry that was not forgotten for its age; 0 where nothing was ever entered.
    func firstEntryNumber() throws -> Int64 {
        try connection.integer("SELECT first FROM log ORDER BY number LIMIT 1")
    }

    private static func transaction(_ row: Statement) throws -> LogTransaction {
        guard row.integer(6) <= row.integer(7) else {
            throw StoreError.database(.corrupt(message: "a row of the log cannot be read"))
        }
        return LogTransaction(
            number: row.integer(0), wallMilliseconds: row.integer(1),
            kind: LogKind(rawValue: row.integer(2)) ?? .received,
            words: row.text(3), target: row.isNull(4) ? nil : row.integer(4), isUndone: row.integer(5) != 0,
            entries: row.integer(6)..<row.integer(7))
    }

    private func entry(_ row: Statement) throws -> LogEntry {
        guard let entity = EntityNumber(exactly: row.integer(2)),
            let device = try devices.device(at: UInt32(truncatingIfNeeded: row.integer(6))),
            let stamp = Stamp(time: UInt64(bitPattern: row.integer(5)), device: device),
            let before = Self.fields(row, 7),
            let lost = Self.fields(row, 8)
        else { throw StoreError.database(.corrupt(message: "an entry of the log cannot be read")) }
        return LogEntry(
            number: row.integer(0), log: row.integer(1), entity: entity, record: row.integer(3),
            previous: row.isNull(4) ? nil : row.integer(4), stamp: stamp, before: row.isNull(7) ? nil : before,
            lost: lost)
    }

    /// A list of fields as CBOR; no bytes stand for none.
    private static func coded(_ fields: [Change.Field]) -> [UInt8] {
        fields.isEmpty ? [] : fields.encoded
    }

    /// None where the column is null or empty; nil where the bytes cannot be read.
    private static func fields(_ row: Statement, _ column: Int32) -> [Change.Field]? {
        let bytes = row.bytes(column)
        return bytes.isEmpty ? [] : try? [Change.Field](encoded: bytes)
    }

    // MARK: Forgetting

    /// Forgets the entries of one record, from the newest along the chain.
    func forget(chainFrom newest: Int64?) throws {
        try forEachEntry(backwardsFrom: newest) { entry in
            let statement = try connection.statement("DELETE FROM log_record WHERE number = ?")
            statement.bind(0, entry.number)
            try statement.run()
            return true
        }
    }

    /// Forgets transactions that began before a time, the oldest first and at most ``Limits/prunedEntries`` entries at
    /// once; the newest transaction always stays.
    ///
    /// - Returns: whether anything was forgotten.
    @discardableResult
    func prune(before wallMilliseconds: Int64) throws -> Bool {
        let oldest = try connection.statement("SELECT number, wall, past FROM log ORDER BY number LIMIT ?")
        oldest.bind(0, Limits.prunedEntries)
        var forgotten: (log: Int64, past: Int64)?
        var rows: [(number: Int64, wall: Int64, past: Int64)] = []
        try oldest.forEachRow { rows.append(($0.integer(0), $0.integer(1), $0.integer(2))) }
        for row in rows.dropLast() {
            guard row.wall < wallMilliseconds else { break }
            forgotten = (row.number, row.past)
        }
        guard let forgotten else { return false }
        let entries = try connection.statement("DELETE FROM log_record WHERE number < ?")
        entries.bind(0, forgotten.past)
        try entries.run()
        let transactions = try connection.statement("DELETE FROM log WHERE number <= ?")
        transactions.bind(0, forgotten.log)
        try transactions.run()
        try forgetArrivals(through: forgotten.log)
        return true
    }
}
