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
}
