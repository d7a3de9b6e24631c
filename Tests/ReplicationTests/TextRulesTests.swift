// What texts may be, and how typed text is cleaned.

import Replication
import TestSupport
import Testing

struct TextRulesTests {
    @Test(
        "White space at the ends goes and line ends become LF",
        arguments: [
            (" a b\t\n", "a b"), ("\u{A0}\u{3000}a\u{2028}", "a"), ("", ""), (" \r\n ", ""),
            ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\r\r\n\nb", "a\n\n\nb"), ("a\n\r\nb", "a\n\nb"),
            ("e\u{301}", "e\u{301}"),
        ])
    func cleaned(typed: String, expected: String) {
        #expect(Array(TextRules.cleaned(typed).utf8) == Array(expected.utf8))
    }

    @Test("Cleaning twice is cleaning once", arguments: 0..<100 as Range<UInt64>)
    func cleanedTwice(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let once = TextRules.cleaned(random.text(pieces: 0...20, withControlCharacters: true))
        #expect(Array(TextRules.cleaned(once).utf8) == Array(once.utf8))
    }

    static let length = "must be 1 to 10 characters long"
    static let control = "must not contain control characters"

    @Test(
        "A text has its length in characters, and no control characters",
        arguments: [
            ("a", nil), ("", length), ("abcdefghij", nil), ("abcdefghijk", length), ("éééééééééé", nil),
            ("ééééééééééé", length), ("🧳🧳🧳🧳🧳🧳🧳🧳🧳🧳", nil), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "must be at most 40 bytes long"),
            ("a\nb", control), ("a\tb", control), ("a\u{0}", control), ("\u{7F}", control), ("\u{85}", control),
            ("a\u{200B}b", nil),
        ] as [(String, String?)])
    func line(text: String, broken: String?) {
        #expect(FieldKind.text(1...10).brokenRule(.text(text)) == broken)
    }

    @Test("The lower bound counts characters, not bytes")
    func lowerBound() {
        #expect(FieldKind.text(2...4).brokenRule(.text("é")) == "must be 2 to 4 characters long")
        #expect(FieldKind.text(2...4).brokenRule(.text("éa")) == nil)
    }

    @Test(
        "A note may be empty and may have line feeds and tabs",
        arguments: [
            ("", nil), ("a\n\tb", nil), ("a\rb", control), ("abcdefghijk", "must be at most 10 characters long"),
        ] as [(String, String?)])
    func note(text: String, broken: String?) {
        #expect(FieldKind.note(10).brokenRule(.text(text)) == broken)
    }
}
