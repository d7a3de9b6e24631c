// Which word is suggested.

import Testing

@testable import CommandLineTool

@Suite struct SuggestionTests {
    @Test(
        "Distance counts slips of the finger",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("trip", "trip", 0), ("tirp", "trip", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3), ("contry", "country", 1), ("listt", "list", 1), ("é", "e", 1),
        ])
    func distance(left: String, right: String, distance: Int) {
        #expect(Suggestion.distance(left, right) == distance)
        #expect(Suggestion.distance(right, left) == distance)
    }

    @Test(
        "The nearest word is suggested, and none that is far",
        arguments: [
            ("lst", "list"), ("LIST", "list"), ("uncheckk", "uncheck"), ("chekc", "check"), ("arch", "archive"),
            ("x", nil),
            ("zzzz", nil), ("ls", nil), ("", nil),
        ] as [(String, String?)])
    func best(word: String, suggestion: String?) {
        #expect(Suggestion.best(for: word, among: ["list", "check", "uncheck", "archive"]) == suggestion)
    }

    @Test("A word of endless length gets no suggestion")
    func endless() {
        #expect(
            Suggestion.best(for: String(repeating: "a", count: 65), among: [String(repeating: "a", count: 65)]) == nil)
    }
}
