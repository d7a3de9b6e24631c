// Tests of the classes of bytes.

import Testing

@testable import HTTPListener

@Suite("Bytes in the head of a request")
struct CharactersTests {
    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    @Test("Each class has exactly the bytes of its rule")
    func classes() {
        let path = Set((Self.letters + "0123456789/_.-").utf8)
        let name = Set((Self.letters + "0123456789!#$%&'*+-.^_`|~").utf8)
        let address = Set("0123456789abcdefABCDEF.:".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(Characters.isInPath(byte) == path.contains(byte))
            #expect(Characters.isInName(byte) == name.contains(byte))
            #expect(Characters.isInAddress(byte) == address.contains(byte))
            #expect(Characters.isInValue(byte) == (byte == 9 || (32...126).contains(byte) || byte >= 128))
        }
    }
}
