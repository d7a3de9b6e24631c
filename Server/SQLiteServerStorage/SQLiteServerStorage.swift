// The server's storage in one SQLite file.

internal import Platform
internal import SQLiteDatabase
package import SyncServer
internal import Synchronization

/// One file with one connection that writes and as many that read as there are readers at once (write-ahead logging,
/// `synchronous=FULL`).
package final class SQLiteServerStorage: ServerStorage {
    private struct Readers: Sendable {
        var idle: [Exclusive<LastingReader>] = []
        /// While somebody writes, no idle reader holds a snapshot: so the log of writes can be moved into the file
        /// whole, and be begun anew.
        var areToRest = false
    }

    private let writer: Exclusive<TransactionWriter>
    private let readers = Mutex(Readers())
    /// Nil for a storage in memory: it has one connection for all.
    let path: String?
    /// Held as long as the value lives, so that no second server opens the file.
    private let lock: FileLock?

    /// Over a connection that is ready.
    init(_ connection: sending Connection, path: String?, lock: FileLock?) throws {
        writer = Exclusive(try TransactionWriter(connection))
        (self.path, self.lock) = (path, lock)
    }

    /// Runs the body on one unchanging snapshot.
    package func read<Result>(_ body: (any StorageReading) throws -> Result) throws -> Result {
        try Self.mappingErrors {
            guard let path else {
                return try writer.withLock { writer in try writer.connection.read { try body(writer) } }
            }
            let reader =
                try readers.withLock({ $0.idle.popLast() })
                ?? Exclusive(LastingReader(Self.openedForReading(path)))
            defer {
                readers.withLock { readers in
                    if readers.areToRest { reader.withLock { $0.rest() } }
                    if readers.idle.count < Limits.idleReaders { readers.idle.append(reader) }
                }
            }
            return try reader.withLock { try $0.read(body) }
        }
    }

    /// Runs the body in one transaction; it is on disk when this returns.
    package func write<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result {
        try Self.mappingErrors {
            try writer.withLock { writer in
                readers.withLock { readers in
                    readers.areToRest = true
                    for reader in readers.idle { reader.withLock { $0.rest() } }
                }
                defer { readers.withLock { $0.areToRest = false } }
                return try writer.connection.write { try body(writer) }
            }
        }
    }

    /// Lets another server have the folder. Nothing is to be asked for any more.
    package func close() {
        readers.withLock { $0.idle = [] }
        // What cannot be moved into the file now is moved at the next start. A command beside a server leaves it to the
        // server, for whose readers it would have to wait.
        if lock != nil { try? withConnection { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") } }
        try? lock?.unlock()
    }

    /// Rows written by this value so far: another number after each transaction that wrote.
    package var changedRowCount: Int64 { get throws { try withConnection { $0.allChangedRowCount } } }

    /// A copy in memory of all that is in the file now.
    package func copied() throws -> SQLiteServerStorage {
        let copy = try Self.inMemory()
        try copy.withConnection { copy in try withConnection { try copy.copyAll(from: $0) } }
        return copy
    }

    /// Lends the connection that writes, for looking after the file.
    func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try Self.mappingErrors { try writer.withLock { try body($0.connection) } }
    }

    /// Turns the errors of SQLite into those of the seam; others pass.
    static func mappingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw storageError(error)
        }
    }

    private static func storageError(_ error: DatabaseError) -> StorageError {
        switch error {
        case .full: .full
        case .busy: .unavailable("another process holds the file")
        case .readOnly: .unavailable("the file cannot be written")
        case .cannotOpen: .unavailable("the file cannot be opened")
        case .inputOutput(let message): .unavailable(message)
        case .notADatabase: .fault("the file is no database")
        case .corrupt(let message): .fault(message)
        case .tooBig: .fault("a row is too large")
        case .failed(_, let message): .fault(message)
        }
    }
}
