// What this module limits, and why.

/// The limits of values, changes and records. They hold for what is written on this device; a received change that
/// decodes is merged, so that no two versions judge it differently (docs/design, replication: Unknown).
public enum ReplicationLimits {
    /// Bytes of one text or of one value of bytes, 64 KiB: the longest note (20,000 characters, up to 4 bytes each) is
    /// refused by its own rule before; nothing that belongs in a field comes near.
    public static let valueByteCount = 64 * 1024

    /// Bytes of one encoded change, 256 KiB: a page of an exchange (1 MiB) holds several, and a device can hold one in
    /// memory many times over.
    public static let changeByteCount = 256 * 1024

    /// Bytes of the encoded values of one record, 1 MiB: a restore has to carry the whole record in one request.
    public static let recordByteCount = 1024 * 1024

    /// Bytes of one encoded ``TextMap``, 4 KiB: it is one register, so every edit sends all of it.
    public static let textMapByteCount = 4 * 1024

    /// Characters of a position, 2,048: 10,000 insertions at the worst place need fewer (see ``FractionalKey``).
    public static let positionCharacterCount = 2048

    /// Characters from which on a position is long, 64: its list should be numbered anew when it is next edited.
    public static let longPositionCharacterCount = 64

    /// Bytes of one body as it travels: an encoded change, the padding, and what sealing adds.
    public static let bodyByteCount = changeByteCount + 64

    /// Changes of one request, and rows of one answer: 5,000 of usual size fill about a mebibyte.
    public static let pageChangeCount = 5_000

    /// Bytes of the changes of one request, and of the rows of one answer, 1 MiB: what both sides hold in memory many
    /// times over. A page carries at least one change, however long.
    public static let pageByteCount = 1024 * 1024

    /// Attempts that a device remembers without knowing how they ended; older ones are forgotten, which costs at worst
    /// a reconcile.
    public static let knownAttemptCount = 64

    /// Damaged bodies that one request reports, and wanted ones that one answer names.
    public static let damagedCount = 100
}
