// The one file that asks the system for random bytes.

import CPackmuleLinux

/// The random source of the kernel, fit for keys.
public struct SystemRandom: RandomSource {
    /// The source has no state of its own: every value is the same source.
    public init() {}

    /// 64 bits from getrandom(2): it waits at most once, early at the start of a machine, and up to 256 bytes are never
    /// interrupted nor cut short, so that any other answer would be a bug.
    public func next64() -> UInt64 {
        var bits: UInt64 = 0
        let count = withUnsafeMutableBytes(of: &bits) { packmule_random($0.baseAddress, $0.count) }
        precondition(count == 8, "The kernel gives no random bytes.")
        return bits
    }
}
