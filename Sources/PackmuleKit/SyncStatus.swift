// Where a device's sync stands, and what the server would not take.

public import CivilTime
internal import Platform
internal import ReplicaStore
public import Replication
public import SyncProtocol

/// Where the sync of a device stands, as its file knows it; what a running program waits for, its ``Agent`` knows.
public struct SyncStatus: Sendable, Equatable {
    /// In sync, changes about to go, or waiting until a time because of a reason.
    public let state: SyncState
    /// Records with something that no server is known to hold; of those that the server wants later, each change.
    public let pendingCount: Int
    /// Changes that the server refused; see ``Device/quarantine()``.
    public let quarantinedCount: Int
    /// Values that this version cannot use yet.
    public let parkedCount: Int
    /// Changes that came and could not be opened.
    public let unopenableCount: Int
    /// Records that seem to have been deleted elsewhere, which somebody is asked about; nil where nobody is.
    public let askedHidingCount: Int?
    /// When the device last held all that the server held, to the minute; nil never.
    public let lastInSync: Instant?
    /// Milliseconds since then; nil where there is no such time.
    public let lagMilliseconds: Int64?
    /// The server's clock minus this device's, in milliseconds.
    public let serverOffsetMilliseconds: Int64
    /// Whether device and server held something else when they were last compared: it is being put right.
    public let hasDiffered: Bool
}

/// A change that the server refuses.
public struct RefusedChange: Sendable, Equatable {
    /// Which kind of record.
    public let entity: EntityNumber
    /// Which record.
    public let record: RecordID
    /// Its small number.
    public let number: Int
    /// Why the server does not take the change, as a clause.
    public let reason: String
    let key: ChangeKey
}

extension Device {
    /// Where sync stands; the device has to be in a space.
    ///
    /// - Throws: ``SyncError/notInSpace``.
    public func syncStatus() throws -> SyncStatus {
        _ = try requiredMembership()
        return SyncStatus(try store.syncFacts(), nowMilliseconds: surroundings.clock.millisecondsSince1970())
    }

    /// What the server refused. The rest goes on without it.
    public func quarantine() throws -> [RefusedChange] {
        try store.quarantine().map { RefusedChange($0) }
    }

    /// Offers a refused change once more with the next sync, as its record is then; all of them where nil.
    public func retryQuarantined(_ change: RefusedChange? = nil) throws {
        try store.retryQuarantined(change?.key)
    }

    /// Gives up a refused change, or all of them where nil: its fields lose values that nobody else has. The next sync
    /// brings those that the others have.
    ///
    /// - Returns: how many were given up.
    @discardableResult
    public func dropQuarantined(_ change: RefusedChange? = nil) throws -> Int {
        try store.dropQuarantined(change?.key).result
    }
}

extension SyncStatus {
    init(_ facts: SyncFacts, nowMilliseconds now: Int64) {
        pendingCount = facts.newCount + facts.offeredCount + facts.waitingCount
        var waiting: (untilMilliseconds: Int64, reason: SyncReason)?
        if facts.askedHidingCount != nil {
            waiting = (now, .asksHiding)
        } else if let until = facts.waitingUntilMilliseconds {
            waiting = (until, facts.waitingReason == .quota ? .quota : .later)
        }
        state = SyncState(
            pendingCount: pendingCount, hasSynced: facts.headMilliseconds != nil, waiting: waiting,
            nowMilliseconds: now)
        (quarantinedCount, parkedCount) = (facts.quarantinedCount, facts.parkedCount)
        (unopenableCount, askedHidingCount) = (facts.unopenableCount, facts.askedHidingCount)
        lastInSync = facts.headMilliseconds.map { Instant(millisecondsSince1970: $0) }
        lagMilliseconds = facts.headMilliseconds.map { max(0, now.subtractingReportingOverflow($0).partialValue) }
        (serverOffsetMilliseconds, hasDiffered) = (facts.offsetMilliseconds, facts.hasDiffered)
    }
}

extension RefusedChange {
    fileprivate init(_ change: QuarantinedChange) {
        (entity, record) = (change.key.entity, change.key.record)
        (number, key) = (change.number, change.key)
        reason =
            switch change.refusal {
            case .tooLarge: "it is larger than the server takes"
            case .unknown: "the server gave a reason that this version does not know"
            }
    }
}
