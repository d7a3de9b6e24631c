// Where a device's sync stands, for people.

/// What `status` says about sync. There is always a word: in sync, changes that are about to go, or a time and why.
public enum SyncState: Equatable, Sendable {
    /// Everything here is there, and everything there was here when last asked.
    case inSync
    /// So many changes have not been confirmed yet, and nothing holds them up; 0 where the device has never yet held
    /// all that the server holds.
    case pending(changeCount: Int)
    /// It goes on by itself at a time, in milliseconds since 1970, because of a reason.
    case waiting(untilMilliseconds: Int64, SyncReason, changeCount: Int)

    /// What follows from what a store keeps.
    ///
    /// - Parameters:
    ///   - pendingCount: changes that are not confirmed.
    ///   - hasSynced: whether the device has ever held all that the server holds.
    ///   - waiting: until when, in milliseconds since 1970, and why; nil where nothing holds sync up.
    ///   - nowMilliseconds: a time that is over holds nothing up.
    public init(
        pendingCount: Int, hasSynced: Bool, waiting: (untilMilliseconds: Int64, reason: SyncReason)?,
        nowMilliseconds: Int64
    ) {
        if let waiting, waiting.untilMilliseconds > nowMilliseconds || waiting.reason.needsPerson {
            self = .waiting(
                untilMilliseconds: waiting.untilMilliseconds, waiting.reason, changeCount: pendingCount)
        } else {
            self = pendingCount > 0 || !hasSynced ? .pending(changeCount: pendingCount) : .inSync
        }
    }
}
