// A copy of the store before an answer deletes much of it.

internal import Platform
internal import Replication
internal import SQLiteDatabase

extension ReplicaStore {
    /// Where the copy is put: beside the store.
    static let beforeDeletionsSuffix = ".before-deletions"

    /// Received deletions never stop a sync, but where they are many a copy of the store is made first (docs/design,
    /// replication: Reconcile). That there is no room for one does not stop it either: what is deleted lies in the
    /// trash.
    ///
    /// - Returns: the path of the copy; nil where none was made.
    func backupBeforeDeletions(_ verdict: ExchangeVerdict, _ outgoing: Outgoing) throws -> String? {
        guard case .page(let page) = verdict, !path.isEmpty else { return nil }
        let deletions = page.rows.filter { $0.sealed.header.deletion == true && $0.owned.contains(0) }
        guard !deletions.isEmpty else { return nil }
        return try mapped {
            try core.withLock { core in
                let before = try SyncState(core.connection).receivedDeletionCount
                guard before + deletions.count > Limits.massCount, try !core.isMass(before, beside: before) else {
                    return nil
                }
                let coming = try deletions.reduce(0) { count, row in
                    let table = try core.existingTable(row.sealed.header.entity)
                    guard let known = try table?.brief(id: row.sealed.header.record), !known.isDeleted else {
                        return count
                    }
                    return count + 1
                }
                guard try core.isMass(before + coming, beside: before) else { return nil }
                let destination = path + Self.beforeDeletionsSuffix
                try? Self.copy(core.connection, to: destination, random: core.options.random)
                return try Self.filesMapped { try Files.exists(destination) } ? destination : nil
            }
        }
    }
}
