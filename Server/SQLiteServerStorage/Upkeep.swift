// Backup, check and restore of the server's file.

internal import Platform
internal import Replication
internal import SQLiteDatabase
internal import SyncServer

extension SQLiteServerStorage {
    /// Copies the file as it is now, while the server goes on (0600). What is restored from it later is an older state
    /// of the server: devices notice, and bring what is missing.
    ///
    /// - Parameters:
    ///   - destination: where nothing may stand yet.
    ///   - progress: called with pages done and pages in all, at least once.
    /// - Throws: ``DataFolderError/exists(path:)`` and others, `StorageError`.
    package func backUp(to destination: String, progress: (Int, Int) -> Void = { _, _ in }) throws {
        try Self.mappingFiles {
            guard try !Files.exists(destination) else { throw DataFolderError.exists(path: destination) }
            let draft = destination + ".new"
            try Self.removeDatabase(draft)
            try Files.write([], to: draft)
            do {
                try Self.mappingErrors {
                    let copy = try Connection(path: draft, mode: .readWrite)
                    if let path {
                        try copy.copyAll(from: Self.openedForReading(path), progress: progress)
                    } else {
                        try withConnection { try copy.copyAll(from: $0, progress: progress) }
                    }
                    try copy.execute("PRAGMA journal_mode = DELETE")
                }
                guard try Files.moveUnlessExists(draft, to: destination) else {
                    throw DataFolderError.exists(path: destination)
                }
            } catch {
                try? Self.removeDatabase(draft)
                throw error
            }
        }
    }

    /// Puts a backup in place of the file in a data directory, in which no server may run. The file before is kept
    /// beside it; its path is returned, nil where there was none.
    ///
    /// - Parameter milliseconds: the time now, of which the kept file takes its name.
    /// - Throws: ``DataFolderError``; `StorageError` when the backup is damaged.
    package static func restore(
        _ backup: String, inFolder folder: String, atMilliseconds milliseconds: Int64
    ) throws -> String? {
        try mappingFiles {
            guard try Files.exists(backup) else { throw DataFolderError.missing(path: backup) }
            try Files.createFolder(folder)
            try checkPrivate(folder)
            let lock = try locked(folder)
            defer { try? lock.unlock() }
            let path = folder + "/" + fileName
            let draft = path + ".new"
            try removeDatabase(draft)
            try Files.copy(backup, to: draft)
            do {
                try mappingErrors {
                    let connection = try Connection(path: draft, mode: .readWrite)
                    try check(connection, backup)
                    let flaws = try Self.flaws(in: connection)
                    guard flaws.isEmpty else { throw StorageError.fault(flaws.joined(separator: "; ")) }
                    // Closing the connection moves the log into the file.
                    try connection.execute("PRAGMA journal_mode = WAL")
                }
                let kept = try keep(path, atMilliseconds: milliseconds)
                try Files.move(draft, to: path)
                return kept
            } catch {
                try? removeDatabase(draft)
                throw error
            }
        }
    }

    /// Looks for damage: SQLite's own check, then the rules of the tables. Empty where all is well; else a sentence for
    /// each flaw. Reads everything, on a snapshot.
    package func check() throws -> [String] {
        guard let path else { return try withConnection { try Self.flaws(in: $0) } }
        return try Self.mappingErrors { try Self.flaws(in: Self.openedForReading(path)) }
    }

    private static func flaws(in connection: Connection) throws -> [String] {
        try connection.read {
            var flaws: [String] = []
            let integrity = try connection.statement("PRAGMA integrity_check(20)")
            try integrity.forEachRow { row in
                if row.text(0) != "ok" { flaws.append("The file is damaged: \(row.text(0)).") }
            }
            guard flaws.isEmpty else { return flaws }
            let reader = try SnapshotReader(connection)
            var key = try reader.spaceKey(after: nil)
            while let space = key {
                flaws += try SpaceCheck(reader, space).flaws()
                key = try reader.spaceKey(after: space)
            }
            return flaws
        }
    }

    /// Moves the file that is in the way aside, with all that was written to it.
    private static func keep(_ path: String, atMilliseconds milliseconds: Int64) throws -> String? {
        guard try Files.exists(path) else { return nil }
        let kept = "\(path).before-\(milliseconds)"
        guard try !Files.exists(kept) else { throw DataFolderError.exists(path: kept) }
        // Both go as one: a log of writes belongs to its file, and must never meet another.
        for suffix in ["-wal", "-shm"] where try Files.exists(path + suffix) {
            try Files.move(path + suffix, to: kept + suffix)
        }
        try Files.move(path, to: kept)
        return kept
    }

    private static func removeDatabase(_ path: String) throws {
        for suffix in ["-wal", "-shm", "-journal", ""] { try Files.removeAll(path + suffix) }
    }

    private static func mappingFiles<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PlatformError {
            throw DataFolderError.files(error.description)
        }
    }
}
