// Telling of commits: those of this process and those of others, through one byte in a file beside the store.

internal import Platform
internal import Replication
internal import SQLiteDatabase
internal import Synchronization

/// Lights a beacon after each commit: `STORE-changed`. Watching the log of writes itself would come too early: its event
/// arrives before the commit can be seen.
final class Announcer: Sendable {
    private let path: String?
    private let beacon = Mutex<Beacon?>(nil)

    /// - Parameter storePath: empty for a store in memory, of which nobody else can know.
    init(storePath: String) {
        path = storePath.isEmpty ? nil : storePath + "-changed"
    }

    /// The change is on disk already; that observers hear of it late must not make it look failed.
    func announce() {
        guard let path else { return }
        beacon.withLock { beacon in
            if beacon == nil { beacon = try? Beacon(path: path) }
            try? beacon?.light()
        }
    }
}

/// What observers are told: something was committed, by whatever process.
public struct StoreChange: Sendable, Equatable {
    /// The records touched, each once, in the order of the log. Empty when what changed is not in the log, as when the
    /// store was replaced by a backup: then everything may have changed.
    public let touched: [TouchedRecord]
}

extension ReplicaStore {
    /// Tells of commits of this and of other processes, within 50 ms and without polling. Commits that come close
    /// together are told as one. The sequence ends when the task that waits is cancelled.
    ///
    /// - Throws: ``StoreError/files(message:)`` when the file cannot be watched.
    public func changes() throws -> AsyncStream<StoreChange> {
        let watcher = try Self.filesMapped {
            _ = try Beacon(path: path + "-changed")
            return try FileWatcher(path: path + "-changed")
        }
        let signals = try Self.filesMapped { try watcher.changes() }
        let last = Mutex(try read { try $0.core.log.lastEntryNumber() })
        let state = SeenEntries(last)
        return AsyncStream { continuation in
            let task = Task { [self] in
                for await _ in signals {
                    guard let change = try? state.take(from: self) else { continue }
                    continuation.yield(change)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                watcher.cancel()
                task.cancel()
            }
        }
    }
}

/// How far an observer has read the log.
private final class SeenEntries: Sendable {
    private let last: Mutex<Int64>

    init(_ last: consuming sending Mutex<Int64>) {
        self.last = last
    }

    func take(from store: ReplicaStore) throws -> StoreChange {
        let seen = last.withLock { $0 }
        let (touched, newest) = try store.read { try $0.touched(after: seen) }
        last.withLock { $0 = newest }
        return StoreChange(touched: touched)
    }
}

extension Reader {
    /// The records touched by entries after one, each once, and the newest entry.
    fileprivate func touched(after seen: Int64) throws -> (touched: [TouchedRecord], newest: Int64) {
        let newest = try core.log.lastEntryNumber()
        var known: Set<TouchedRecord> = []
        var touched: [TouchedRecord] = []
        for entry in try core.log.entries(min(seen, newest) + 1..<newest + 1) {
            guard let row = try core.table(entry.entity).row(number: entry.record) else { continue }
            let record = TouchedRecord(entity: entry.entity, id: row.id)
            if known.insert(record).inserted { touched.append(record) }
        }
        return (touched, newest)
    }
}
