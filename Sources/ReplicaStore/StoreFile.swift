// Making a store's file, and opening one with all that must be checked first.

internal import Platform
internal import Replication
internal import SQLiteDatabase

extension ReplicaStore {
    /// How a store is opened.
    public enum Access: Sendable {
        case readWrite
        /// Writes fail; works on read-only media too.
        case readOnly
    }

    /// Makes a store (0600, its folder 0700) and opens it. The file appears whole or not at all.
    ///
    /// - Parameter deviceName: how this device is called in histories; cut to ``Limits/deviceNameCharacters``.
    /// - Throws: ``StoreError/exists(path:)`` when anything stands at the path.
    public static func create(at path: String, deviceName: String, _ options: StoreOptions) throws -> ReplicaStore {
        try filesMapped {
            // A log of writes that a lost store left behind would be read as this one's.
            guard try !Files.exists(path) else { throw StoreError.exists(path: path) }
            guard try isWithoutLog(path) else { throw StoreError.exists(path: path + "-wal") }
            try Files.createFolder(Files.folder(of: path), permissions: 0o700)
            let draft = "\(path).new-\(String(options.random.next64(), radix: 36))"
            try Files.write([], to: draft, permissions: 0o600)
            do {
                try mappingDatabase(path) { try define(Connection(path: draft, mode: .readWrite), deviceName, options) }
                guard try Files.moveUnlessExists(draft, to: path) else { throw StoreError.exists(path: path) }
            } catch {
                for leftover in [draft, draft + "-wal", draft + "-shm"] { try? Files.remove(leftover) }
                throw error
            }
        }
        return try ReplicaStore(path: path, options)
    }

    /// Makes a store in memory: the fake for tests, and nothing else behaves differently.
    public static func inMemory(deviceName: String, _ options: StoreOptions) throws -> ReplicaStore {
        let connection = try Connection(path: "", mode: .memory)
        try define(connection, deviceName, options)
        return ReplicaStore(core: StoreCore(connection, options, path: ""))
    }

    /// Opens a store. One of an older version is brought up to date, after a copy was put beside it; to be read only,
    /// it is brought up to date in memory, as it is now.
    ///
    /// - Throws: ``StoreError/missing(path:)``, ``StoreError/notAStore(path:)``, ``StoreError/newer(path:version:)``,
    ///   ``StoreError/database(_:)``.
    public convenience init(path: String, _ options: StoreOptions, access: Access = .readWrite) throws {
        let core = try Self.openCore(path, options, access) { core in
            access == .readWrite ? try core.upgraded() : try core.upgradedInMemory()
        }
        self.init(core: core)
    }

    /// The inside of a store that is damaged: opened to be read, and not brought up to date.
    static func salvageCore(_ path: String, _ options: StoreOptions) throws -> StoreCore {
        try openCore(path, options, .readOnly) { $0 }
    }

    private static func openCore(
        _ path: String, _ options: StoreOptions, _ access: Access, _ finish: (StoreCore) throws -> StoreCore
    ) throws -> StoreCore {
        guard try filesMapped({ try Files.exists(path) }) else { throw StoreError.missing(path: path) }
        guard try filesMapped({ try Files.attributes(of: path).kind }) == .file else {
            throw StoreError.notAStore(path: path)
        }
        return try mappingDatabase(path) {
            let connection = try open(path, access)
            try check(connection, path)
            try connection.execute(settings)
            return try finish(StoreCore(connection, options, path: path))
        }
    }

    /// Reading a file of write-ahead logging needs a writable folder with some room around it; where there is none, and
    /// no log waits to be read, the file is taken as unchanging.
    private static func open(_ path: String, _ access: Access) throws -> Connection {
        let connection = try Connection(path: path, mode: access == .readWrite ? .readWrite : .readOnly)
        guard access == .readOnly else { return connection }
        do {
            _ = try connection.integer("PRAGMA schema_version")
            return connection
        } catch let error as DatabaseError {
            switch error {
            case .cannotOpen, .readOnly, .full:
                guard try isWithoutLog(path) else { throw error }
                return try Connection(path: path, mode: .unchanging)
            default: throw error
            }
        }
    }

    /// Whether all that was written stands in the file itself.
    static func isWithoutLog(_ path: String) throws -> Bool {
        try filesMapped {
            let log = path + "-wal"
            return try !Files.exists(log) || Files.attributes(of: log).sizeBytes == 0
        }
    }

    /// Refuses what is not ours before anything is written.
    private static func check(_ connection: Connection, _ path: String) throws {
        guard try connection.integer("PRAGMA application_id") == Limits.applicationID else {
            throw StoreError.notAStore(path: path)
        }
        let version = try connection.integer("PRAGMA user_version")
        guard version <= Limits.formatVersion else { throw StoreError.newer(path: path, version: version) }
    }

    /// Settings of a connection; those of the file were made with it.
    private static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -\(SQLiteDatabase.Limits.cacheKibibytes);
        PRAGMA wal_autocheckpoint = \(SQLiteDatabase.Limits.checkpointPages);
        PRAGMA temp_store = MEMORY;
        """

    /// Writes the empty store: tables, this device's number, its clock, and the built-in records.
    private static func define(_ connection: Connection, _ deviceName: String, _ options: StoreOptions) throws {
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            \(settings)
            PRAGMA application_id = \(Limits.applicationID);
            PRAGMA user_version = \(Limits.formatVersion);
            """)
        let core = StoreCore(connection, options, path: "")
        try connection.write {
            for definition in [DeviceIndex.definition, StoreState.definition, StoreCore.parkedDefinition]
                + [StoreCore.removedDefinition] + Log.definitions
            {
                try connection.execute(definition)
            }
            try core.addExchange()
            let device = try core.devices.index(of: options.random.nextDeviceNumber())
            try core.devices.name(device, deviceName)
            try StoreState.insert(connection, ownIndex: device)
            try core.bringTablesUpToDate()
        }
        // The log of writes goes into the file, which then stands alone.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private static func mappingDatabase<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Turns errors of the file system into the store's.
    static func filesMapped<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PlatformError {
            throw StoreError.files(message: error.description)
        }
    }
}

extension RandomSource {
    /// 63 random bits, never 0.
    func nextDeviceNumber() -> UInt64 {
        max(1, next64() >> 1)
    }
}
