// Where this device stands in the exchange with its server: one row.

internal import Replication
internal import SQLiteDatabase

/// The row of the table `sync`. Every step of an exchange reads it first and saves it in its own transaction, so that
/// after a stop anywhere the next request goes on from there.
struct SyncState: Equatable, Sendable {
    /// How far the device has read.
    var cursor = Cursor.zero
    /// The last attempt known to have been carried out under this number, 0 where there is none, then all since.
    var known: [UInt64] = [0]
    /// Whether everything is being read from the beginning, own changes too; then nothing is pushed.
    var isFromZero = false
    /// Counts up whenever reading begins anew or the membership changes: an answer from before means nothing then.
    var epoch: Int64 = 0
    /// How many records wait for somebody to agree that they were deleted elsewhere; nil where nobody is asked.
    var askedHidingCount: Int?
    /// Deletions received since an answer last reached the head.
    var receivedDeletionCount = 0
    /// When an answer last reached the head, in milliseconds since 1970; nil never.
    var headMilliseconds: Int64?
    /// The own sum and the server's that differed last, and when that was; empty where none did.
    var differingSums: [UInt8] = []
    var differedMilliseconds: Int64 = 0

    static let definition = """
        CREATE TABLE sync (
            number INTEGER PRIMARY KEY CHECK (number = 1), sequence INTEGER NOT NULL, tag INTEGER NOT NULL,
            base INTEGER NOT NULL, known BLOB NOT NULL, zero INTEGER NOT NULL, epoch INTEGER NOT NULL, asked INTEGER,
            deletions INTEGER NOT NULL, head INTEGER, sums BLOB NOT NULL, differed INTEGER NOT NULL
        ) STRICT
        """

    /// The state of a device that has never exchanged.
    init() {}

    init(_ connection: Connection) throws {
        let statement = try connection.statement(
            """
            SELECT sequence, tag, base, known, zero, epoch, asked, deletions, head, sums, differed
            FROM sync WHERE number = 1
            """)
        let state = try statement.firstRow { row -> SyncState? in
            guard
                let sequence = UInt64(exactly: row.integer(0)), let tag = UInt32(exactly: row.integer(1)),
                let base = UInt64(exactly: row.integer(2)),
                let cursor = Cursor(sequence: sequence, tag: tag, base: base),
                let known = Self.numbers(row.bytes(3))
            else { return nil }
            var state = SyncState()
            (state.cursor, state.known) = (cursor, known)
            (state.isFromZero, state.epoch) = (row.integer(4) != 0, row.integer(5))
            state.askedHidingCount = row.isNull(6) ? nil : Int(row.integer(6))
            state.receivedDeletionCount = Int(max(0, min(row.integer(7), Int64(Int32.max))))
            state.headMilliseconds = row.isNull(8) ? nil : row.integer(8)
            (state.differingSums, state.differedMilliseconds) = (row.bytes(9), row.integer(10))
            return state
        }
        guard let state, let state else {
            throw StoreError.database(.corrupt(message: "the state of the exchange cannot be read"))
        }
        self = state
    }

    func save(_ connection: Connection) throws {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO sync
                (number, sequence, tag, base, known, zero, epoch, asked, deletions, head, sums, differed)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(0, Int64(cursor.sequence))
        statement.bind(1, Int64(cursor.tag))
        statement.bind(2, Int64(cursor.base))
        statement.bind(3, Self.bytes(known))
        statement.bind(4, isFromZero ? 1 : 0)
        statement.bind(5, epoch)
        if let askedHidingCount { statement.bind(6, askedHidingCount) } else { statement.bindNull(6) }
        statement.bind(7, receivedDeletionCount)
        if let headMilliseconds { statement.bind(8, headMilliseconds) } else { statement.bindNull(8) }
        statement.bind(9, differingSums)
        statement.bind(10, differedMilliseconds)
        try statement.run()
    }

    /// Puts an attempt behind the others; of more than ``ReplicationLimits/knownAttemptCount`` the oldest go.
    mutating func attempt(_ attempt: UInt64) {
        known = known.prefix(1) + (known.dropFirst() + [attempt]).suffix(ReplicationLimits.knownAttemptCount)
    }

    /// Notes that an attempt was carried out: those before it do not matter any more.
    mutating func confirm(_ attempt: UInt64) {
        if let place = known.lastIndex(of: attempt) { known.removeFirst(place) }
    }

    /// Begins to read from the beginning.
    mutating func restart() {
        cursor = .zero
        isFromZero = true
        epoch &+= 1
        askedHidingCount = nil
        receivedDeletionCount = 0
    }

    /// Forgets everything but that there was something to forget.
    mutating func leave() {
        let epoch = epoch &+ 1
        self = SyncState()
        self.epoch = epoch
    }

    /// Eight bytes each, big-endian; nil for none, or for what no number has.
    private static func numbers(_ bytes: [UInt8]) -> [UInt64]? {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 8) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private static func bytes(_ numbers: [UInt64]) -> [UInt8] {
        numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } }
    }
}

extension Int64 {
    /// How much greater this is, or the greatest or least number where that is out of range: times come from clocks,
    /// files and servers, and may be any.
    func distance(beyond other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// This and so many milliseconds more, at most the greatest number.
    func later(by milliseconds: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(milliseconds)
        return overflow ? .max : sum
    }
}
