// What an answer did to this device.

package import Replication

/// The result of ``ReplicaStore/absorb(_:serverMilliseconds:offsetMilliseconds:for:opened:)``.
package struct Absorbed: Sendable, Equatable {
    /// How it goes on.
    package enum State: Sendable, Equatable {
        /// The answer is not to the request that the file remembers; nothing was done.
        case stale
        /// More waits to be read.
        case more
        /// Everything was read.
        case head(hasMoreToPush: Bool)
        /// The server does not know where the device stands: everything is read from the beginning.
        case foreign(newNumber: Bool)
        /// Collection went beyond what the device had read: everything is read from the beginning.
        case expired
        /// So many records were deleted elsewhere, as it seems, that somebody has to agree: see
        /// ``ReplicaStore/acceptHiding()``. Nothing is hidden and nothing is sent before.
        case asksHiding(count: Int)
    }

    /// Changes that have to wait.
    package struct Later: Sendable, Equatable {
        /// Why; of several the first to end.
        package let reason: Outcome.Reason
        /// Until when, in milliseconds since 1970 by this device's clock.
        package let untilMilliseconds: Int64
    }

    /// How it goes on.
    package var state: State
    /// Changes that the request carried.
    package var sentCount = 0
    /// Those of them that the server is now known to hold.
    package var confirmedCount = 0
    /// Changes that the answer brought.
    package var receivedChangeCount = 0
    /// Changes that the server refuses; they are in quarantine.
    package var refused: [(key: ChangeKey, refusal: Outcome.Refusal)] { refusals.map { ($0.key, $0.refusal) } }
    var refusals: [Refused] = []
    /// Changes that have to wait; nil where none has.
    package var later: Later?
    /// Changes that were beyond the server's clock.
    package var aheadCount = 0
    /// Those of them that were stamped anew; the others wait.
    package var restampedCount = 0
    /// Deletions that the answer brought for records that were shown here.
    package var receivedDeletionCount = 0
    /// Whether, since an answer last reached the head, so many deletions came that people should hear of it.
    package var isMassDeletion = false
    /// The copy of the store as it was before those deletions; nil where none was made.
    package var backupPath: String?
    /// Records with something of this device that the server did not hold yet, beneath somebody's deletion.
    package var beneathDeletion: [TouchedRecord] = []
    /// Records that were deleted elsewhere while this device was away too long to be told: they lie in its trash.
    package var inferredHiddenCount = 0
    /// Deleted records that are gone for good.
    package var droppedCount = 0
    /// Changes whose bodies did not open.
    package var unopenable: [ChangeKey] = []
    /// Whether device and server hold the same; nil where it could not be compared.
    package var isSumEqual: Bool?
    /// Which list of devices the server has; nil before the head.
    package var devicesDigest: [UInt8]?
    /// The records written, in order.
    package var touched: [TouchedRecord] = []

    init(_ state: State) {
        self.state = state
    }

    /// One refused change.
    struct Refused: Sendable, Equatable {
        let key: ChangeKey
        let refusal: Outcome.Refusal
    }
}
