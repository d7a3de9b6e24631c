// Texts that people take for the same are folded to the same bytes.

import TestSupport
import Testing

@testable import TripModel

@Suite("Folding")
struct FoldingTests {
    @Test(
        "A text is folded without case, accents and strokes",
        arguments: [
            ("Wool socks", "wool socks"), ("", ""), ("T-SHIRT [Z@", "t-shirt [z@"),
            ("Straße", "strasse"), ("STRASSE", "strasse"), ("STRAẞE", "strasse"),
            ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Łódź", "lodz"), ("Ærø", "aero"), ("Œuvre", "oeuvre"),
            ("Đakovo", "dakovo"), ("Þórshöfn", "thorshofn"), ("Seyðisfjörður", "seydisfjordur"),
            ("İzmir", "izmir"), ("ısı", "isi"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"), ("ﬁnd", "find"),
            ("Ελλάδα", "ελλαδα"), ("東京", "東京"), ("й", "и"), ("🧳", "🧳"),
        ])
    func folded(text: String, folded: String) {
        #expect(Array(Folding.folded(text).utf8) == Array(folded.utf8))
    }

    @Test("Folding twice changes nothing, and both spellings of an accent give the same bytes")
    func repeated() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let text = generator.text(pieces: 0...12)
            let folded = Folding.folded(text)
            #expect(Array(Folding.folded(folded).utf8) == Array(folded.utf8), "\(text.debugDescription)")
            #expect(Array(Folding.folded(text.uppercased()).utf8) == Array(folded.utf8), "\(text.debugDescription)")
        }
    }

    @Test("Words are parted by any white space")
    func words() {
        #expect(Folding.words(in: "  Café\tau\u{A0}lait\n") == ["cafe", "au", "lait"])
        #expect(Folding.words(in: " \n ") == [])
    }

    @Test(
        "All words must occur, in any order and also inside of words",
        arguments: [
            ("sock", true), ("ol ock", true), ("socks wool", true), ("wool hat", false), ("", true), ("blue", true),
            ("socksblue", false), ("wool socks blue grey", false), ("s", true),
        ])
    func matches(typed: String, isFound: Bool) {
        let folded = Folding.folded(fields: ["Wool socks", "Blue"])
        #expect(Folding.matches(Folding.words(in: typed), in: folded) == isFound)
    }

    @Test("A word never spans two fields")
    func fields() {
        #expect(Folding.folded(fields: ["Café", "Noir"]) == "cafe\nnoir")
        #expect(!Folding.matches(["fenoir"], in: Folding.folded(fields: ["Café", "Noir"])))
    }
}
