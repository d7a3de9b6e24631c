// Care of the file: backup, restore, verification, compaction.

internal import Platform
internal import Replication
internal import SQLiteDatabase

extension ReplicaStore {
    /// Puts a copy of the store beside or elsewhere while it is in use. A file at the destination is replaced whole, or
    /// stays as it is. The copy holds the identity of this device.
    ///
    /// - Throws: ``StoreError/exists(path:)`` when the destination is a store in use.
    /// - Parameter progress: called with pages done and pages in all.
    public func backup(to destination: String, progress: (Int, Int) -> Void = { _, _ in }) throws {
        if !path.isEmpty, try Self.isSameFile(path, destination) { throw StoreError.exists(path: destination) }
        try mapped {
            try core.withLock { core in
                try Self.copy(core.connection, to: destination, random: core.options.random, progress: progress)
            }
        }
    }

    /// Opens a backup after looking at everything in it.
    ///
    /// - Throws: ``StoreError/missing(path:)``, ``StoreError/notAStore(path:)``, ``StoreError/newer(path:version:)``,
    ///   and ``StoreError/database(_:)`` with `corrupt` when it does not pass the check.
    public static func checkedBackup(
        at path: String, _ options: StoreOptions, progress: (Int) -> Void = { _ in }
    ) throws -> ReplicaStore {
        let backup = try ReplicaStore(path: path, options, access: .readOnly)
        guard try backup.verify(limit: 1, progress: progress).isEmpty else {
            throw StoreError.database(.corrupt(message: "the backup is damaged"))
        }
        return backup
    }

    /// Replaces all that the store holds by what a backup holds, in one transaction; whoever uses the store sees the
    /// old or the new state.
    ///
    /// - Throws: as ``checkedBackup(at:_:progress:)``; the store is as it was.
    public func restore(from source: String, progress: (Int, Int) -> Void = { _, _ in }) throws {
        try restore(from: Self.checkedBackup(at: source, core.withLock { $0.options }), progress: progress)
    }

    /// The same with a backup that was checked already.
    public func restore(from backup: ReplicaStore, progress: (Int, Int) -> Void = { _, _ in }) throws {
        try mapped {
            try core.withLock { core in
                try backup.core.withLock { try core.connection.copyAll(from: $0.connection, progress: progress) }
            }
        }
        announcer.announce()
    }

    /// Whether a backup may be put at a path: nothing stands there, or a regular file that is empty or carries our
    /// mark, however damaged it is otherwise. Anything else belongs to somebody else.
    public static func isReplaceable(at path: String) throws -> Bool {
        try filesMapped {
            guard try Files.exists(path) else { return true }
            let attributes = try Files.attributes(of: path, followingLink: false)
            guard attributes.kind == .file else { return false }
            return try attributes.sizeBytes == 0 || Files.mark(of: path) == Limits.applicationID
        }
    }

    /// Puts a backup that was checked where a store is missing, or cannot be used any more. What stands there is moved
    /// aside, its log of writes with it; programs that have it open go on with what was moved.
    ///
    /// - Parameter aside: the path at which the old file is kept.
    public static func replace(
        at path: String, by backup: ReplicaStore, movingOldTo aside: String,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws {
        try filesMapped {
            try Files.createFolder(Files.folder(of: path), permissions: 0o700)
            let draft = path + ".restored"
            try backup.backup(to: draft, progress: progress)
            do {
                for suffix in ["", "-wal", "-shm"] where try Files.exists(path + suffix) {
                    try Files.move(path + suffix, to: aside + suffix)
                }
                try Files.move(draft, to: path)
            } catch {
                try? Files.remove(draft)
                throw error
            }
        }
    }

    /// Looks at everything: the pages, every row, the log, the equality sum. A sentence for each fault, none when all
    /// is well.
    ///
    /// - Parameters:
    ///   - limit: sentences at most.
    ///   - progress: called now and then with the number of records looked at.
    public func verify(limit: Int = 20, progress: (Int) -> Void = { _ in }) throws -> [String] {
        try read { reader in
            var faults: [String] = []
            do {
                faults += try reader.core.pageFaults(limit: max(1, limit))
                if faults.isEmpty { faults += try reader.core.recordFaults(progress) }
            } catch DatabaseError.corrupt(let message), StoreError.database(.corrupt(let message)) {
                faults.append("The file is damaged: \(message).")
            }
            return Array(faults.prefix(max(1, limit)))
        }
    }

    /// Gives back space: forgets history beyond its days, writes the file anew without holes, and empties the log of
    /// writes.
    public func compact() throws {
        try mapped {
            try core.withLock { core in
                try core.write {
                    let start = try core.historyStart(now: core.options.clock.millisecondsSince1970())
                    while try core.log.prune(before: start) {}
                }
                try core.connection.execute("VACUUM")
                try core.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
    }

    /// Copies a database into a file (0600) that appears whole or not at all.
    static func copy(
        _ connection: Connection, to destination: String, random: any RandomSource,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws {
        try filesMapped {
            // A log of writes beside the destination belongs to what stands there and is in use, or would be taken for
            // that of the copy.
            guard try isWithoutLog(destination) else { throw StoreError.exists(path: destination) }
            let draft = "\(destination).new-\(String(random.next64(), radix: 36))"
            do {
                try Files.write([], to: draft, permissions: 0o600)
                try copyAll(of: connection, into: draft, progress)
                try Files.move(draft, to: destination)
            } catch {
                for leftover in [draft, draft + "-wal", draft + "-shm"] { try? Files.remove(leftover) }
                throw error
            }
        }
    }

    private static func isSameFile(_ path: String, _ other: String) throws -> Bool {
        try filesMapped {
            guard try Files.exists(other) else { return false }
            return try Files.attributes(of: path).identity == Files.attributes(of: other).identity
        }
    }

    private static func copyAll(
        of connection: Connection, into path: String, _ progress: (Int, Int) -> Void
    ) throws {
        let copy = try Connection(path: path, mode: .readWrite)
        try copy.execute("PRAGMA synchronous = FULL")
        try copy.copyAll(from: connection, progress: progress)
        try copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}

extension StoreCore {
    /// What SQLite finds wrong with pages and indexes.
    fileprivate func pageFaults(limit: Int) throws -> [String] {
        var faults: [String] = []
        try connection.statement("PRAGMA integrity_check(\(limit))").forEachRow { row in
            if row.text(0) != "ok" { faults.append(row.text(0)) }
        }
        return faults
    }

    /// What is wrong with records, log and sum.
    fileprivate func recordFaults(_ progress: (Int) -> Void) throws -> [String] {
        var faults: [String] = []
        var sum = EqualitySum()
        var recordCount = 0
        for table in try allTables() {
            func unreadable(_ number: Int64) { faults.append("\(table.schema.name) \(number): it cannot be read.") }
            try table.forEachRow(table.layout.selectAll, unreadable: unreadable) { row in
                recordCount += 1
                if recordCount % Limits.recordsBetweenProgress == 0 { progress(recordCount) }
                faults += try self.faults(of: row, in: table)
                guard !row.isDeleted else { return }
                for entry in row.living.entries {
                    sum.add(entity: table.schema.number, record: row.id, mask: entry.owned, stamp: entry.stamp)
                }
            }
        }
        for number in try log.unreadableEntries() { faults.append("Entry \(number) of the history cannot be read.") }
        if try sum != StoreState(connection, devices).sum {
            faults.append("The equality sum differs from the records.")
        }
        return faults
    }

    /// What is wrong with one row.
    private func faults(of row: StoredRow, in table: RecordTable) throws -> [String] {
        var faults: [String] = []
        func note(_ fault: String) { faults.append("\(table.schema.name) \(row.number): \(fault).") }
        let isHeld = try !row.isPending && !heldBack(row.number, in: table.schema.number).isEmpty
        if row.isPending != row.living.hasPending, !isHeld { note("its mark for sending is wrong") }
        if !row.isHiddenHere, !row.parked.subtracting(row.living.owned).isEmpty {
            note("a parked value has no owner")
        }
        for field in row.parked where (try? parked(field, of: row.number, in: table)) == nil {
            note("a parked value is missing")
        }
        if let newest = row.newestEntry, try newest >= log.firstEntryNumber(), try !log.hasEntry(newest) {
            note("its history is missing")
        }
        return faults
    }
}

extension Files {
    /// The application id in the header of an SQLite file: four bytes at offset 68
    /// (https://www.sqlite.org/fileformat.html).
    fileprivate static func mark(of path: String) throws(PlatformError) -> Int64 {
        try firstBytes(of: path, count: 72).dropFirst(68).reduce(0) { $0 << 8 | Int64($1) }
    }
}
