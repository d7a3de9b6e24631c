// What became of a change that a device sent.

/// The server's answer to one change (docs/design, replication: Outcomes).
package enum Outcome: Hashable, Sendable {
    /// It won at least one cell, and is on the server's disk.
    case stored
    /// It wins no cell: the server holds the same or newer. As good as stored.
    case done
    /// Its time is more than a minute beyond the server's clock.
    case ahead
    /// Not now; the change stays in the queue.
    case later(Reason, seconds: UInt32)
    /// Never in this form: it goes to quarantine, and the rest goes on.
    case refused(Refusal)

    /// Why a change has to wait.
    package enum Reason: UInt8, Sendable {
        /// A reason that this version does not know.
        case unknown = 0
        /// The space is full. Deletions still pass.
        case quota = 1
    }

    /// Why a change is not taken.
    package enum Refusal: UInt8, Sendable {
        /// A reason that this version does not know.
        case unknown = 0
        /// The body is longer than the server takes.
        case tooLarge = 1
    }
}
