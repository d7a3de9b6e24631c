// Base64 against the test vectors of RFC 4648 section 10.

import Testing

@testable import HTTPClient

struct Base64Tests {
    @Test(
        "Text is the one of the RFC",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64.text(of: Array(plain.utf8)) == encoded)
    }

    @Test("The characters beyond letters and digits are those of section 4")
    func lastCharacters() {
        #expect(Base64.text(of: [0xFB, 0xFF, 0xBF]) == "+/+/")
    }
}
