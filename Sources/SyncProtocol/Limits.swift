// What this module limits, and why.

/// The limits of the protocol beside those of changes and pages (`ReplicationLimits`).
package enum Limits {
    /// Seconds until a change is offered again whose outcome this version does not know.
    package static let unknownOutcomeSeconds: UInt32 = 300

    /// Bytes of a device's name as the server keeps it: 100 characters, sealed.
    package static let deviceNameByteCount = 512

    /// Bytes of a wrapped key: what an invitation carries.
    package static let wrappedByteCount = 256

    /// Devices of one space, those that were revoked among them, that a message may name.
    package static let deviceCount = 256

    /// Numbers that are kept for one device: a number is given up at every fork.
    package static let numbersPerDevice = 16

    /// Bytes of a request's body, 1.5 MiB: a page of changes and what stands around it.
    package static let requestByteCount = 1024 * 1024 * 3 / 2

    /// Bytes of an answer's body: a page of rows, one row that alone is longer, and what stands around them.
    package static let answerByteCount = 1024 * 1024 * 3 / 2

    /// The longest that a watch may ask to be held, 5 minutes.
    package static let watchSeconds: UInt32 = 300

    /// Milliseconds that the first wait after a failure lasts at most, 1 s.
    package static let backOffBaseMilliseconds: Int64 = 1000

    /// Milliseconds that any wait after a failure lasts at most, 5 minutes, unless the server asks for more.
    package static let backOffMilliseconds: Int64 = 5 * 60 * 1000

    /// Seconds of Retry-After that are honoured, 1 hour: nobody may silence a device for longer.
    package static let retryAfterSeconds: UInt32 = 3600

    /// Milliseconds between tries where a person has to do something, 1 hour: it may have been done elsewhere.
    package static let personMilliseconds: Int64 = 3600 * 1000

    /// Milliseconds until changes are offered again that the server wants later: at least 10 s, lest a server make a
    /// device ask without pause, and at most 1 hour.
    package static let laterMilliseconds: ClosedRange<Int64> = 10 * 1000...3600 * 1000

    /// Exchanges of one sync: 1,000 pages carry the largest space many times over.
    package static let exchangesPerSync = 1000

    /// Times that one sync may be sent back to its beginning, 8: a copied, expired device of a server that was rolled
    /// back needs 3.
    package static let restartsPerSync = 8

    /// Milliseconds that wall and monotonic clock may be apart, 2 s, before the wall clock counts as set.
    package static let clockDriftMilliseconds: Int64 = 2000

    /// Milliseconds that no wait of a session lasts longer than: Retry-After and the longest jitter.
    package static let longestWaitMilliseconds = Int64(retryAfterSeconds) * 1000 + backOffMilliseconds
}
