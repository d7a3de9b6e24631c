// Bytes that nobody may read by accident.

/// A token, key or code: it prints as `redacted` wherever it is printed (docs/design, security: Log).
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes, for the one who needs them.
    package let bytes: [UInt8]

    /// Keeps these bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Always `redacted`.
    public var description: String { "redacted" }
    /// Always `redacted`.
    public var debugDescription: String { "redacted" }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Compares in constant time.
    public static func == (left: Secret, right: Secret) -> Bool {
        ConstantTime.areEqual(left.bytes, right.bytes)
    }
}
