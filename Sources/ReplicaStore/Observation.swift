// Telling of commits: those of this process and those of others, through one byte in a file beside the store.

internal import Platform
internal import Replication
internal import SQLiteDatabase
internal import Synchronization

/// Lights a beacon after each commit: `STORE-changed`. Watching the log of writes itself would come too early: its
/// event arrives before the commit can be seen.
final class Announcer: Sendable {
    private let path: String?
    private let beacon = Mutex<Beacon?>(nil)
    /// Who waits for commits of a store in memory, of which only this process can know.
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// - Parameter storePath: empty for a store in memory.
    init(storePath: String) {
        path = storePath.isEmpty ? nil : storePath + "-changed"
    }

    /// The change is on disk already; that observers hear of it late must not make it look failed.
    func announce() {
        guard let path else {
            return waiting.withLock { waiting in
                waiting.removeAll { if case .terminated = $0.yield() { true } else { false } }
            }
        }
        beacon.withLock { beacon in
            if beacon == nil { beacon = try? Beacon(path: path) }
            try? beacon?.light()
        }
    }

    /// Something for each announcement from now on; several in between are one.
    func announcements() throws(PlatformError) -> AsyncStream<Void> {
        guard let path else {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            waiting.withLock { $0.append(continuation) }
            return stream
        }
        _ = try Beacon(path: path)
        return try FileWatcher(path: path).changes()
    }
}

/// What observers are told: something was committed, by whatever process.
public struct StoreChange: Sendable, Equatable {
    /// The records touched, each once, in the order of the log. Empty when what changed is not in the log, as what
    /// stays on this device, or when the store was replaced by a backup: then everything may have changed.
    public let touched: [TouchedRecord]
}

extension ReplicaStore {
    /// Tells of commits of this and of other processes, within 50 ms and without polling. Commits that come close
    /// together are told as one. The sequence ends when the task that waits is cancelled.
    ///
    /// - Throws: ``StoreError/files(message:)`` when the file cannot be watched.
    public func changes() throws -> AsyncStream<StoreChange> {
        let announcements = try Self.filesMapped { try announcer.announcements() }
        let start = try read { try $0.commits() }
        return AsyncStream { continuation in
            let task = Task { [self] in
                var seen = start
                for await _ in announcements {
                    // Whatever keeps it from being read keeps for the next announcement.
                    guard let (now, touched) = try? read({ try $0.touched(since: seen) }), now != seen else { continue }
                    seen = now
                    continuation.yield(StoreChange(touched: touched))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// How far an observer has seen the commits of a store; another one after each commit.
private struct Commits: Equatable, Sendable {
    /// The newest entry of the log, and the newest transaction.
    let entry, transaction: Int64
    /// What tells of tables made or replaced.
    let schemaVersion: Int64
    /// What tells of commits of others, and of writes of this connection.
    let dataVersion, ownWrites: Int64
}

extension Reader {
    fileprivate func commits() throws -> Commits {
        Commits(
            entry: try core.log.lastEntryNumber(), transaction: try core.log.nextNumbers().log - 1,
            schemaVersion: try core.connection.integer("PRAGMA schema_version"),
            dataVersion: try core.connection.integer("PRAGMA data_version"),
            ownWrites: core.connection.allChangedRowCount)
    }

    /// The commits up to now, and the records that they touched, each once; none where the log does not tell.
    fileprivate func touched(since seen: Commits) throws -> (now: Commits, touched: [TouchedRecord]) {
        let now = try commits()
        guard now.schemaVersion == seen.schemaVersion, seen.transaction < now.transaction, seen.entry <= now.entry
        else { return (now, []) }
        var known: Set<TouchedRecord> = []
        var touched: [TouchedRecord] = []
        for entry in try core.log.entries(seen.entry + 1..<now.entry + 1) {
            guard let row = try core.existingTable(entry.entity)?.row(number: entry.record) else { continue }
            let record = TouchedRecord(entity: entry.entity, id: row.id)
            if known.insert(record).inserted { touched.append(record) }
        }
        for arrivals in try core.log.arrivals(of: seen.transaction + 1...now.transaction) {
            for number in arrivals.numbers {
                guard let id = try core.existingTable(arrivals.entity)?.row(number: number)?.id else { continue }
                let record = TouchedRecord(entity: arrivals.entity, id: id)
                if known.insert(record).inserted { touched.append(record) }
            }
        }
        return (now, touched)
    }
}
