// The seam for chance: whoever needs random bits is handed one of these.

/// Where random bits come from. The system's source is ``SystemRandom``; tests and simulations hand in a seeded one.
public protocol RandomSource: Sendable {
    /// 64 independent random bits.
    func next64() -> UInt64

    /// Fills all of these bytes with random ones: by default those of ``next64()``, the most significant first.
    func fill(_ bytes: UnsafeMutableRawBufferPointer)
}

extension RandomSource {
    /// See the requirement.
    public func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        var word: UInt64 = 0
        for offset in bytes.indices {
            if offset.isMultiple(of: 8) { word = next64() }
            bytes[offset] = UInt8(truncatingIfNeeded: word >> 56)
            word <<= 8
        }
    }

    /// So many random bytes, as ``fill(_:)`` gives them.
    public func bytes(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[..<count]))
            filled = count
        }
    }
}
