// Header fields keep their order, and their names have no case.

import HTTPMessages
import Testing

@Suite("HTTP headers")
struct HTTPHeadersTests {
    @Test("Names are found without regard to ASCII case, and nothing else is folded")
    func names() {
        let headers = HTTPHeaders([.init("Content-Type", "a"), .init("X-K", "b")])
        #expect(headers["content-TYPE"] == "a")
        #expect(headers["x-k"] == "b")
        // U+212A, the Kelvin sign, is a k to those who fold more than ASCII.
        #expect(headers["x-\u{212A}"] == nil)
        #expect(headers["Content-Typ"] == nil)
    }

    @Test("Fields of one name stay apart, in their order, and the first one is found")
    func order() {
        var headers = HTTPHeaders([.init("Host", "one")])
        headers.append("Accept", "x")
        headers.append("HOST", "two")
        #expect(headers.count(of: "host") == 2)
        #expect(headers["host"] == "one")
        #expect(headers.fields.map(\.value) == ["one", "x", "two"])
        #expect(headers.count(of: "Cookie") == 0)
    }
}
