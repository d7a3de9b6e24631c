// What a store can tell of its exchange with the server.

package import Replication
internal import SQLiteDatabase

/// How far this device is with its server (docs/design, replication: Waking and never silent).
package struct SyncFacts: Sendable, Equatable {
    /// The device number under which it exchanges.
    package var number: UInt64
    /// Records with something that has never left this device.
    package var newCount = 0
    /// Records with something that was published once, and is not known to be on this server.
    package var offeredCount = 0
    /// Changes that the server refuses.
    package var quarantinedCount = 0
    /// Changes that have to wait.
    package var waitingCount = 0
    /// When the first of them is sent again, in milliseconds since 1970 by this device's clock.
    package var waitingUntilMilliseconds: Int64?
    /// Why that one waits.
    package var waitingReason: Outcome.Reason?
    /// Values that this version cannot use and keeps for a newer one.
    package var parkedCount: Int
    /// Rows of the server that do not open.
    package var unopenableCount: Int
    /// How far the device has read.
    package var cursor: Cursor
    /// Whether everything is read from the beginning.
    package var isFromZero: Bool
    /// How many records would be hidden if somebody agreed; nil where nobody is asked.
    package var askedHidingCount: Int?
    /// When an answer last reached the head, in milliseconds since 1970, to the minute; nil never.
    package var headMilliseconds: Int64?
    /// The server's clock minus this device's, in milliseconds.
    package var offsetMilliseconds: Int64
    /// Whether device and server held something else when they were last compared.
    package var hasDiffered: Bool
}

extension ReplicaStore {
    /// How far this device is with its server.
    package func syncFacts() throws -> SyncFacts {
        try read { reader in
            let core = reader.core
            let sync = try SyncState(core.connection)
            let state = try StoreState(core.connection, core.devices)
            var facts = SyncFacts(
                number: state.device, parkedCount: try reader.parkedCount(),
                unopenableCount: try core.unopenableCount(), cursor: sync.cursor, isFromZero: sync.isFromZero,
                askedHidingCount: sync.askedHidingCount, headMilliseconds: sync.headMilliseconds,
                offsetMilliseconds: state.clock.offsetMilliseconds, hasDiffered: !sync.differingSums.isEmpty)
            for table in try core.allTables() where !table.schema.isLocal {
                for living in try table.pendingLiving() {
                    if living.entries.contains(where: { $0.state == .new }) { facts.newCount += 1 }
                    if living.entries.contains(where: { $0.state == .offered }) { facts.offeredCount += 1 }
                }
            }
            for held in try core.allHeld() {
                guard let until = held.untilMilliseconds else {
                    facts.quarantinedCount += 1
                    continue
                }
                facts.waitingCount += 1
                guard until < facts.waitingUntilMilliseconds ?? .max else { continue }
                facts.waitingUntilMilliseconds = until
                facts.waitingReason = Outcome.Reason(rawValue: held.reason) ?? .unknown
            }
            return facts
        }
    }
}
