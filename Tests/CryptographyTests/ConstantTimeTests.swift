// Comparison of secrets.

import Cryptography
import Testing

struct ConstantTimeTests {
    @Test("Equal bytes are equal, the empty ones too", arguments: [[], [0], [1, 2, 3]] as [[UInt8]])
    func equal(bytes: [UInt8]) {
        #expect(ConstantTime.areEqual(bytes, bytes.map { $0 }))
    }

    @Test(
        "A different byte or length makes a difference",
        arguments: [([1, 2, 3], [1, 2, 4]), ([1, 2, 3], [0, 2, 3]), ([1, 2], [1, 2, 0]), ([], [0])]
            as [([UInt8], [UInt8])])
    func different(left: [UInt8], right: [UInt8]) {
        #expect(!ConstantTime.areEqual(left, right))
    }
}
