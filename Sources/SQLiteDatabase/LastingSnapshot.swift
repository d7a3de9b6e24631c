// A snapshot that is kept from one use to the next.

internal import CPackmuleSQLite

/// The newest snapshot of a database, kept as long as nobody commits, whatever the process: whoever comes again reads
/// on without a lock and a system call.
///
/// As long as it is held, the log of writes cannot be begun anew: ``end()`` it before writing.
public final class LastingSnapshot {
    private let connection: Connection
    /// Lies in the memory that the connection shares with others as long as it lives.
    private let lastCommit: UnsafePointer<UInt64>?
    private let seen = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(PACKMULE_COMMIT_WORDS))
    private var isHeld = false

    /// Nothing is held yet. The connection is not to be used for transactions besides.
    public init(_ connection: Connection) throws {
        self.connection = connection
        // Only now SQLite knows whether the file has a log.
        _ = try connection.integer("PRAGMA schema_version")
        lastCommit = connection.lastCommit
        seen.initialize(repeating: 0, count: Int(PACKMULE_COMMIT_WORDS))
    }

    deinit {
        seen.deallocate()
    }

    /// Goes to the newest snapshot: everything that was committed before this call is in it.
    ///
    /// - Returns: whether it is the same as before.
    public func renew() throws -> Bool {
        // Looked at before the transaction begins: what is committed in between makes it differ the next time.
        let isSame = lastCommit.map { packmule_commit_is_same($0, seen) != 0 } ?? false
        if isHeld && isSame { return true }
        end()
        try connection.beginReading()
        isHeld = true
        return false
    }

    /// Lets the snapshot go; the next one is another. What cannot be ended now ends with the connection.
    public func end() {
        guard isHeld else { return }
        isHeld = false
        try? connection.endReading()
    }
}
