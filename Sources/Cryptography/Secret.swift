// Bytes that nobody may read by accident.

/// A key, a token or the secret of an invitation. It prints as `redacted`, wherever it is printed, and compares in a
/// time that tells nothing (docs/design, security: Log).
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes themselves, for those who store, send or use them.
    package let bytes: [UInt8]

    /// Keeps these bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Always `redacted`.
    public var description: String { "redacted" }

    /// Always `redacted`.
    public var debugDescription: String { "redacted" }

    /// Has no parts to look at.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    /// Whether both have the same bytes; only the lengths may show in the time it takes.
    public static func == (left: Secret, right: Secret) -> Bool {
        ConstantTime.areEqual(left.bytes, right.bytes)
    }
}
