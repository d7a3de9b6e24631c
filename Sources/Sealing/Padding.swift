// Padding, so that the length of a body says little about its content.

/// Padding by ISO/IEC 7816-4: one byte 80, then zeros up to the next multiple of 16 bytes. There is always at least the
/// one byte, so that any content can be told from its padding.
enum Padding {
    /// The steps of lengths.
    static let stepBytes = 16

    /// The byte behind the content.
    static let mark: UInt8 = 0x80

    /// How long content of this length becomes.
    static func paddedByteCount(_ byteCount: Int) -> Int {
        (byteCount / stepBytes + 1) * stepBytes
    }

    /// How much content padded bytes hold; nil when they do not end in a padding.
    static func contentByteCount(_ padded: some BidirectionalCollection<UInt8>) -> Int? {
        let zeros = padded.reversed().prefix(stepBytes).prefix { $0 == 0 }.count
        guard zeros < min(stepBytes, padded.count), padded.dropLast(zeros).last == mark else { return nil }
        return padded.count - zeros - 1
    }
}
