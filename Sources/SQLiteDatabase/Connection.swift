// One connection to one database file.

internal import CPackmuleSQLite

/// An open connection with its statements. Not sendable: ``Exclusive`` lends it to one thread at a time.
public final class Connection {
    private let handle: OpaquePointer
    private var cache: [String: Statement] = [:]
    private var isInTransaction = false

    /// Every statement prepared so far, so that a test can ask for the query plan of each.
    public private(set) var preparedTexts: [String] = []

    /// How a file is opened.
    public enum Mode: Sendable {
        /// The file must be there; every write is refused.
        case readOnly
        /// The file must be there.
        case readWrite
        /// Made when missing.
        case create
        /// Read without locks or a log beside it, for a file on read-only media: nobody may write it meanwhile.
        case unchanging
        /// A database in memory; the path is not used.
        case memory
    }

    /// Opens with defensive settings: damaged or hostile schemas run nothing (https://www.sqlite.org/security.html).
    ///
    /// - Throws: ``DatabaseError/cannotOpen(path:)`` and the other cases that opening meets. SQLite reads the file only
    ///   at the first statement: a file that is no database is noticed there.
    public init(path: String, mode: Mode) throws {
        _ = Self.isConfigured
        let flags: Int32 =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
            }
        var opened: OpaquePointer?
        let name =
            switch mode {
            case .memory: ":memory:"
            case .unchanging: "file:\(path.hasPrefix("/") ? "//" : "")\(Self.percentEncoded(path))?immutable=1"
            // SQLite reads a meaning into names that begin so.
            default: path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
            }
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: path)
        }
        handle = opened
        sqlite3_busy_handler(opened, waitForOtherProcess, nil)
        for (option, flag) in [(SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)] {
            var state: Int32 = -1
            guard packmule_config_flag(opened, option, flag, &state) == SQLITE_OK, state == flag else {
                throw DatabaseError.failed(code: SQLITE_ERROR, message: "a defensive setting was not taken")
            }
        }
    }

    /// SQLite is told once a process how to work, before its first connection.
    private static let isConfigured = packmule_configure() == SQLITE_OK

    deinit {
        cache.removeAll()
        // A zombie close: statements that the caller still holds keep the connection until they go.
        sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// A statement for keeping, prepared once by its owner.
    public func prepare(_ text: String) throws -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        preparedTexts.append(text)
        return Statement(handle: statement, connection: handle)
    }

    /// The statement with this text, prepared at the first call; another one while that is read from.
    public func statement(_ text: String) throws -> Statement {
        if let known = cache[text] {
            return known.isBusy ? try prepare(text) : known
        }
        let made = try prepare(text)
        cache[text] = made
        return made
    }

    /// Runs a statement, or several, without parameters.
    public func execute(_ text: String) throws {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The one integer that a statement answers; 0 where it answers none.
    public func integer(_ text: String) throws -> Int64 {
        try statement(text).firstRow { $0.integer(0) } ?? 0
    }

    /// Rows changed by the last statement.
    public var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

    /// Rows changed since the connection was opened.
    public var allChangedRowCount: Int64 { sqlite3_total_changes64(handle) }

    // MARK: Transactions

    /// Takes the write lock, runs `body` and commits; rolls back when it throws. Nothing that was written is visible
    /// before the commit, and with `synchronous=FULL` it is on disk when this returns.
    public func write<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs `body` on one unchanging snapshot.
    public func read<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN", body)
    }

    func beginReading() throws {
        try statement("BEGIN").run()
        isInTransaction = true
    }

    func endReading() throws {
        isInTransaction = false
        try statement("COMMIT").run()
    }

    /// See ``LastingSnapshot``; nil for a database without a log of writes.
    var lastCommit: UnsafePointer<UInt64>? { packmule_last_commit(handle) }

    private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
        precondition(!isInTransaction, "transactions do not nest")
        try statement(begin).run()
        isInTransaction = true
        defer { isInTransaction = false }
        do {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // A failed write may have ended the transaction already. Should rolling back fail as well, the first error
            // is the one to tell, and SQLite rolls back when the connection or the process ends.
            if sqlite3_get_autocommit(handle) == 0 { try? statement("ROLLBACK").run() }
            throw error
        }
    }

    // MARK: Whole files

    /// Copies every page of `source`, as it is now, into this database as one transaction; others may go on using both.
    ///
    /// - Parameter progress: called with pages done and pages in all, at least once.
    public func copyAll(from source: Connection, progress: (Int, Int) -> Void = { _, _ in }) throws {
        // Within one snapshot, or every commit of another process would begin the copy anew.
        try source.read {
            _ = try source.integer("PRAGMA schema_version")
            guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
                throw error(sqlite3_extended_errcode(handle))
            }
            var code: Int32
            repeat {
                code = sqlite3_backup_step(backup, 2_048)
                let total = Int(sqlite3_backup_pagecount(backup))
                progress(total - Int(sqlite3_backup_remaining(backup)), total)
            } while code == SQLITE_OK
            sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else {
                throw DatabaseError(code: code, message: String(cString: sqlite3_errstr(code)))
            }
        }
    }

    /// A path as it stands in a URI (RFC 3986 section 2.1).
    private static func percentEncoded(_ path: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~".utf8)
        return path.utf8.reduce(into: "") { text, byte in
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// SQLite's own handler waits up to a tenth of a second between tries, in which a busy writer takes the lock dozens of
/// times; one millisecond keeps the wait fair. Gives up after ``Limits/busyMilliseconds``.
private func waitForOtherProcess(_ context: UnsafeMutableRawPointer?, _ tries: Int32) -> Int32 {
    guard tries < Limits.busyMilliseconds else { return 0 }
    sqlite3_sleep(1)
    return 1
}
