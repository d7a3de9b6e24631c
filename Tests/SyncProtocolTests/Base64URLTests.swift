// Bytes as text for addresses, against another program.

import SyncProtocol
import Testing

struct Base64URLTests {
    @Test("Bytes and text are those of another program", arguments: try fixtureRows("base64url.tsv"))
    func coding(row: [String]) {
        let bytes = bytesOf(hexadecimal: row[0])
        #expect(Base64URL.text(of: bytes) == row[1])
        #expect(Base64URL.bytes(of: row[1].utf8, count: bytes.count) == bytes)
        #expect(Base64URL.bytes(of: row[1].utf8, count: bytes.count + 1) == nil)
        #expect(Base64URL.bytes(of: row[1].utf8, count: bytes.count - 1) == nil)
    }

    @Test(
        "Exactly one last digit of four or sixteen is read",
        arguments: [(1, "A"), (2, "AA"), (16, String(repeating: "A", count: 21))])
    func lastDigit(count: Int, start: String) {
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let read = digits.filter { Base64URL.bytes(of: (start + String($0)).utf8, count: count) != nil }
        #expect(read.count == (count == 2 ? 16 : 4))
        for digit in read {
            let text = start + String(digit)
            #expect(Base64URL.bytes(of: text.utf8, count: count).map(Base64URL.text) == text)
        }
    }

    @Test("Nothing but the 64 digits is read")
    func digits() {
        let read = (UInt8.min...UInt8.max).filter { Base64URL.bytes(of: [$0, 65, 65, 65], count: 3) != nil }
        #expect(read.count == 64)
        #expect(!read.contains(UInt8(ascii: "+")) && !read.contains(UInt8(ascii: "=")))
    }
}
