// The folder and the file of a server: made, checked, locked, opened.

internal import Platform
internal import SQLiteDatabase
internal import SyncServer

/// Why a data directory cannot be used: what to mend before the server starts.
package enum DataFolderError: Error, Equatable, Sendable {
    /// Other users could read it.
    case readableByOthers(path: String)
    /// It, or a file in it, belongs to somebody else.
    case ownedBySomebodyElse(path: String)
    /// Another server runs on it.
    case inUse(path: String)
    /// The file is something else.
    case notOurs(path: String)
    /// The file was written by a newer version.
    case newer(path: String, version: Int64)
    /// There is no server's file.
    case missing(path: String)
    /// Something stands there already.
    case exists(path: String)
    /// The file system refused, in plain words.
    case files(String)
}

extension DataFolderError: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        switch self {
        case .readableByOthers(let path):
            "Other users can read \(path); take their permissions away with chmod go= \(path)."
        case .ownedBySomebodyElse(let path):
            "\(path) belongs to another user; run the server as that user, or give it away with chown."
        case .inUse(let path): "Another server is running on \(path); stop it first."
        case .notOurs(let path): "\(path) is not a file of this server; choose another data directory."
        case .newer(let path, let version):
            "\(path) was written by a newer version of the server (format \(version)); update this program."
        case .missing(let path): "There is no server's file at \(path)."
        case .exists(let path): "\(path) exists already; choose another place."
        case .files(let message): message
        }
    }
}

extension SQLiteServerStorage {
    /// The name of the file in the data directory.
    package static let fileName = "server.packmule"

    /// Opens the storage in a data directory as the one server on it; makes both where they are missing.
    ///
    /// - Throws: ``DataFolderError``, `StorageError`.
    package static func open(inFolder folder: String) throws -> SQLiteServerStorage {
        try open(inFolder: folder, isServer: true)
    }

    /// Opens the storage for a command beside a running server: it may read and write, and the server sees it.
    ///
    /// - Throws: ``DataFolderError``, also where there is no file yet; `StorageError`.
    package static func openBeside(inFolder folder: String) throws -> SQLiteServerStorage {
        try open(inFolder: folder, isServer: false)
    }

    /// A storage in memory: for tests and simulations; nothing else behaves differently.
    package static func inMemory() throws -> SQLiteServerStorage {
        try mappingErrors {
            let connection = try Connection(path: "", mode: .memory)
            try define(connection)
            return try SQLiteServerStorage(connection, path: nil, lock: nil)
        }
    }

    private static func open(inFolder folder: String, isServer: Bool) throws -> SQLiteServerStorage {
        let path = folder + "/" + fileName
        do {
            if isServer { try Files.createFolder(folder) }
            try checkPrivate(folder)
            let lock = isServer ? try locked(folder) : nil
            let isThere = try Files.exists(path)
            guard isThere || isServer else { throw DataFolderError.missing(path: path) }
            if isThere { try checkPrivate(path) } else { try Files.write([], to: path) }
            return try mappingErrors {
                let connection = try Connection(path: path, mode: .readWrite)
                try prepare(connection, path)
                return try SQLiteServerStorage(connection, path: path, lock: lock)
            }
        } catch let error as PlatformError {
            throw DataFolderError.files(error.description)
        }
    }

    /// Refuses what somebody else could read or put in place.
    static func checkPrivate(_ path: String) throws {
        let attributes = try Files.attributes(of: path)
        guard attributes.ownerID == ProcessInformation.userID else {
            throw DataFolderError.ownedBySomebodyElse(path: path)
        }
        guard attributes.permissions & 0o077 == 0 else { throw DataFolderError.readableByOthers(path: path) }
    }

    /// Takes the lock that only one server holds.
    static func locked(_ folder: String) throws -> FileLock {
        let lock = try FileLock(path: folder + "/" + fileName + "-lock")
        guard try lock.tryLock() else { throw DataFolderError.inUse(path: folder) }
        return lock
    }

    /// Makes the tables in an empty file, and checks any other.
    private static func prepare(_ connection: Connection, _ path: String) throws {
        do {
            let contents = "SELECT count(*) + (SELECT * FROM pragma_application_id) FROM sqlite_schema"
            if try connection.integer(contents) == 0 {
                // Flushed once, as a whole: until then a crash leaves an empty file.
                try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL")
                try define(connection)
                try connection.execute("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint")
            }
            try check(connection, path)
            // A backup was put in place without a log of writes.
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute(settings)
        } catch DatabaseError.notADatabase {
            throw DataFolderError.notOurs(path: path)
        }
    }

    /// Refuses what is not ours before anything is written.
    static func check(_ connection: Connection, _ path: String) throws {
        guard try connection.integer("PRAGMA application_id") == Limits.applicationID else {
            throw DataFolderError.notOurs(path: path)
        }
        let version = try connection.integer("PRAGMA user_version")
        guard version <= Limits.formatVersion else { throw DataFolderError.newer(path: path, version: version) }
    }

    private static func define(_ connection: Connection) throws {
        try connection.write {
            try connection.execute(
                """
                PRAGMA application_id = \(Limits.applicationID);
                PRAGMA user_version = \(Limits.formatVersion);
                """)
            for definition in Layout.definitions { try connection.execute(definition) }
        }
    }

    static func openedForReading(_ path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.execute(settings + "PRAGMA cache_size = -\(Limits.readerCacheKibibytes)")
        return connection
    }

    /// Settings of a connection; those of the file were made with it.
    private static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -\(SQLiteDatabase.Limits.cacheKibibytes);
        PRAGMA wal_autocheckpoint = \(Limits.checkpointPages);
        PRAGMA temp_store = MEMORY;
        """
}
