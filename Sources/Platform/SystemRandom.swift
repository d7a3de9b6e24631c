// The one file that asks the system for random bytes.

import CPackmuleLinux

/// The random source of the kernel, fit for keys.
public struct SystemRandom: RandomSource {
    /// The source has no state of its own: every value is the same source.
    public init() {}

    /// 64 bits; see ``fill(_:)``.
    public func next64() -> UInt64 {
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits, fill)
        return bits
    }

    /// Bytes from getrandom(2): it waits at most once, early at the start of a machine, and up to 256 bytes are never
    /// interrupted nor cut short, so that any other answer would be a bug.
    public func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        for start in stride(from: 0, to: bytes.count, by: 256) {
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<min(start + 256, bytes.count)])
            precondition(
                packmule_random(part.baseAddress, part.count) == part.count, "The kernel gives no random bytes.")
        }
    }
}
