// Padding by hand.

import Testing

@testable import Sealing

struct PaddingTests {
    @Test(
        "Content grows to the next multiple of 16",
        arguments: [(0, 16), (1, 16), (15, 16), (16, 32), (31, 32), (32, 48)])
    func lengths(content: Int, padded: Int) {
        #expect(Padding.paddedByteCount(content) == padded)
    }

    @Test(
        "Content ends before the last 80 that only zeros follow",
        arguments: [
            ([0x80], 0), ([1, 0x80], 1), ([1, 0x80, 0, 0], 1), ([0x80, 0x80], 1), ([0, 0, 0x80], 2),
            ([0x80] + [UInt8](repeating: 0, count: 15), 0),
        ] as [([UInt8], Int)])
    func contents(padded: [UInt8], count: Int) {
        #expect(Padding.contentByteCount(padded) == count)
    }

    @Test(
        "Bytes without a padding have no content",
        arguments: [[], [0], [1], [0x80, 1], [0, 0], [0x80] + [UInt8](repeating: 0, count: 16)] as [[UInt8]])
    func none(padded: [UInt8]) {
        #expect(Padding.contentByteCount(padded) == nil)
    }
}
