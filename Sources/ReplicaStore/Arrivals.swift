// The history of records that came from other devices: a few bytes each instead of an entry.

internal import Replication
internal import SQLiteDatabase

/// Records that came into being by one transaction, in the table of one entity: consecutive small numbers, and for each
/// the stamp of the change that made it.
struct Arrivals {
    /// The transaction in the log.
    let log: Int64
    let entity: EntityNumber
    /// The small number of the first record.
    let first: Int64
    /// Twelve bytes a record: the time of its stamp and the local number of its device, big-endian.
    fileprivate(set) var stamps: [UInt8] = []

    fileprivate static let stampByteCount: Int64 = 12

    /// The small numbers of all of them.
    var numbers: Range<Int64> { first..<first + Int64(stamps.count) / Self.stampByteCount }

    static let definitions = [
        """
        CREATE TABLE arrival (
            number INTEGER PRIMARY KEY, log INTEGER NOT NULL, entity INTEGER NOT NULL, first INTEGER NOT NULL,
            stamps BLOB NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX arrival_place ON arrival (entity, first)",
        "CREATE INDEX arrival_log ON arrival (log)",
    ]
}

/// The arrivals of a transaction that is still running.
struct ArrivalList {
    private(set) var arrivals: [Arrivals] = []

    mutating func note(_ number: Int64, of entity: EntityNumber, in log: Int64, stamp: Stamp, device index: UInt32) {
        // Most often the last one goes on.
        let known = arrivals.lastIndex { $0.entity == entity && $0.numbers.upperBound == number }
        let place = known ?? arrivals.count
        if known == nil { arrivals.append(Arrivals(log: log, entity: entity, first: number)) }
        withUnsafeBytes(of: stamp.time.bigEndian) { arrivals[place].stamps.append(contentsOf: $0) }
        withUnsafeBytes(of: index.bigEndian) { arrivals[place].stamps.append(contentsOf: $0) }
    }
}

extension Log {
    func insert(_ arrivals: Arrivals) throws {
        let statement = try connection.statement("INSERT INTO arrival (log, entity, first, stamps) VALUES (?, ?, ?, ?)")
        statement.bind(0, arrivals.log)
        statement.bind(1, Int64(arrivals.entity))
        statement.bind(2, arrivals.first)
        statement.bind(3, arrivals.stamps)
        try statement.run()
    }

    /// By which transaction and which change a record came; nil where it was made here, or the history has forgotten.
    func arrival(of record: Int64, in entity: EntityNumber) throws -> (log: Int64, stamp: Stamp)? {
        let statement = try connection.statement(
            """
            SELECT log, substr(stamps, 12 * (?2 - first) + 1, 12) FROM arrival
            WHERE entity = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1
            """)
        statement.bind(0, Int64(entity))
        statement.bind(1, record)
        let found = try statement.firstRow { ($0.integer(0), $0.bytes(1)) }
        guard let (log, bytes) = found, bytes.count == Int(Arrivals.stampByteCount) else { return nil }
        let time = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        let index = bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
        guard let device = try devices.device(at: index), let stamp = Stamp(time: time, device: device) else {
            return nil
        }
        return (log, stamp)
    }

    /// What came by the transactions of a range.
    func arrivals(of transactions: ClosedRange<Int64>) throws -> [Arrivals] {
        let statement = try connection.statement(
            "SELECT log, entity, first, stamps FROM arrival WHERE log >= ? AND log <= ?")
        statement.bind(0, transactions.lowerBound)
        statement.bind(1, transactions.upperBound)
        var arrivals: [Arrivals] = []
        try statement.forEachRow { row in
            guard let entity = EntityNumber(exactly: row.integer(1)), 0..<Int64.max / 2 ~= row.integer(2) else {
                return
            }
            arrivals.append(
                Arrivals(log: row.integer(0), entity: entity, first: row.integer(2), stamps: row.bytes(3)))
        }
        return arrivals
    }

    func forgetArrivals(through transaction: Int64) throws {
        let statement = try connection.statement("DELETE FROM arrival WHERE log <= ?")
        statement.bind(0, transaction)
        try statement.run()
    }
}
