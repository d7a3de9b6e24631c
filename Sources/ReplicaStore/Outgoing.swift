// What one request of an exchange carries, and how far its pages reach.

internal import Platform
package import Replication
internal import SQLiteDatabase

/// One request of this device (docs/design, replication: Exchange), and what has to be known to absorb its answer.
package struct Outgoing: Sendable {
    /// The device number under which it reads and pushes.
    package let number: UInt64
    /// How far the device has read.
    package let cursor: Cursor
    /// The last attempt known to have been carried out, 0 where there is none, and all since.
    package let known: [UInt64]
    /// This attempt; 0 for a request without changes.
    package let attempt: UInt64
    /// Whether everything is read from the beginning.
    package let isFromZero: Bool
    /// Rows whose bodies did not open here and that were not reported yet.
    package let damaged: [ChangeKey]
    /// What is offered: the fields that each change still owns.
    package let changes: [Change]
    /// Whether more is pending than fits.
    package let hasMore: Bool
    /// See ``SyncState/epoch``.
    let epoch: Int64
    /// Where the changes come from, in their order.
    let sources: [Source]

    /// The changes of one record.
    struct Source: Sendable {
        let entity: EntityNumber
        let number: Int64
        /// As the row had them when the request was made.
        let living: LivingChanges
        /// The places of its changes in ``Outgoing/changes``.
        let changes: Range<Int>
    }
}

extension ReplicaStore {
    /// The next request. When it carries changes, its attempt is on disk when this returns.
    ///
    /// - Parameter withChanges: whether pending changes go along; none do while everything is read from the beginning.
    package func outgoing(withChanges: Bool) throws -> Outgoing {
        try mapped {
            try core.withLock { core in
                try core.write {
                    var sync = try SyncState(core.connection)
                    let state = try StoreState(core.connection, core.devices)
                    var page = OutgoingPage(core: core)
                    if withChanges, !sync.isFromZero { try page.fill() }
                    let attempt = page.changes.isEmpty ? 0 : core.options.random.nextDeviceNumber()
                    let known = sync.known
                    if attempt != 0 {
                        sync.attempt(attempt)
                        try sync.save(core.connection)
                    }
                    return Outgoing(
                        number: state.device, cursor: sync.cursor, known: known, attempt: attempt,
                        isFromZero: sync.isFromZero, damaged: try core.unreportedDamage(), changes: page.changes,
                        hasMore: page.hasMore, epoch: sync.epoch, sources: page.sources)
                }
            }
        }
    }
}

/// Gathers pending changes, table by table and by number, as far as they fit. What is confirmed leaves the index that
/// this follows, so that every page begins where the last one ended, and no row is read that is not sent.
private struct OutgoingPage {
    let core: StoreCore
    var changes: [Change] = []
    var sources: [Outgoing.Source] = []
    var hasMore = false
    private var byteCount = 0

    init(core: StoreCore) {
        self.core = core
    }

    mutating func fill() throws {
        try core.releaseWaiting()
        let holdsBack = try core.holdsAnything()
        for table in try core.allTables() where !table.schema.isLocal && !hasMore {
            var nothingToSend: [Int64] = []
            try table.forEachPendingRow { row in
                let held = holdsBack ? try core.heldBack(row.number, in: table.schema.number) : [:]
                let rowChanges = try core.changes(of: row, in: table, onlyPending: true, without: held)
                if rowChanges.isEmpty { nothingToSend.append(row.number) }
                return add(rowChanges, of: row, table)
            }
            for number in nothingToSend { try table.holdBack(number: number) }
        }
    }

    /// - Returns: whether there is room for more. A record is never parted, for a restore must come whole.
    private mutating func add(_ added: [Change], of row: StoredRow, _ table: RecordTable) -> Bool {
        guard !added.isEmpty else { return true }
        let addedByteCount = added.reduce(0) { $0 + $1.sealedByteCount }
        if !changes.isEmpty,
            byteCount + addedByteCount > ReplicationLimits.pageByteCount
                || changes.count + added.count > ReplicationLimits.pageChangeCount
        {
            hasMore = true
            return false
        }
        byteCount += addedByteCount
        sources.append(
            Outgoing.Source(
                entity: table.schema.number, number: row.number, living: row.living,
                changes: changes.count..<changes.count + added.count))
        changes += added
        return true
    }
}

extension Change {
    /// An upper bound for its bytes on the way: header, body padded to 16 bytes, and what sealing adds.
    fileprivate var sealedByteCount: Int {
        fields.encodedByteCount + 16 + Limits.sealingByteCount
    }
}
