// The seam for chance: whoever needs random bits is handed one of these.

/// Where random bits come from. The system's source is ``SystemRandom``; tests and simulations hand in a seeded one.
public protocol RandomSource: Sendable {
    /// 64 independent random bits.
    func next64() -> UInt64
}
