// What a sync did.

public import ReplicaStore

/// What one sync did. After it the device holds what the server held, and the server what it took.
public struct SyncReport: Sendable, Equatable {
    /// Requests that it took.
    public internal(set) var exchangeCount = 0
    /// Changes that the server is now known to hold.
    public internal(set) var sentCount = 0
    /// Changes that came.
    public internal(set) var receivedCount = 0
    /// Records written here, in order; one may occur twice.
    public internal(set) var touched: [TouchedRecord] = []
    /// Changes that the server refuses: they are in quarantine, and the rest went on.
    public internal(set) var refusedCount = 0
    /// When the server wants what it did not take, with this sync or an earlier one; nil where nothing waits.
    public internal(set) var later: SyncWait?
    /// Changes that were ahead of the server's clock; most of them were stamped anew.
    public internal(set) var aheadCount = 0
    /// Records in which something of this device lies beneath somebody's deletion: `restore` brings it back.
    public internal(set) var beneathDeletion: [TouchedRecord] = []
    /// Records that were deleted elsewhere while this device was away too long to be told: they lie in its trash.
    public internal(set) var hiddenCount = 0
    /// Deleted records that are gone for good.
    public internal(set) var droppedCount = 0
    /// Changes that came and could not be opened: whoever has them sends them anew.
    public internal(set) var unopenableCount = 0
    /// Whether so many deletions came that people should hear of it.
    public internal(set) var isMassDeletion = false
    /// The copy of the store as it was before those deletions; nil where none was made.
    public internal(set) var backupPath: String?
    /// Whether this device and the server hold the same; nil where it could not be compared.
    public internal(set) var isEqual: Bool?
    /// Whether everything was read from the beginning, because device or server were rolled back, copied or away long.
    public internal(set) var wasReconciled = false

    /// Whether something came that was not here.
    public var hasNews: Bool { receivedCount > 0 }
}

/// How far a sync has come, after each of its exchanges.
public struct SyncProgress: Sendable, Equatable {
    /// Changes that the server is now known to hold.
    public let sentCount: Int
    /// Changes that came.
    public let receivedCount: Int
}
