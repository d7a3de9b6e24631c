// The limits of deliveries.

/// Limits of what is handed over, and of how long that may take.
public enum Limits {
    /// Milliseconds that one hand-over may take before it counts as failed and is tried again.
    public static let handOverMilliseconds = 10_000
}
