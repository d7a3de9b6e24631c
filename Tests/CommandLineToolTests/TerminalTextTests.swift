// Width, safety, colour and progress of what a terminal shows.

import Testing

@testable import CommandLineTool

@Suite struct TerminalWidthTests {
    @Test(
        "Text is as wide as a terminal shows it",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("ｱ", 1), ("Ａ", 2),
            ("🧳", 2), ("👩‍👩‍👧‍👦", 2), ("🇵🇹", 2), ("👍🏽", 2), ("☀️", 2),
            ("☀", 1), ("1️⃣", 2), ("…", 1), ("␛", 1), ("a\u{200B}b", 2),
            ("\u{AD}", 0), ("─", 1), ("ไทย", 3), ("שלום", 4), ("⟪RLO⟫", 5), ("𠀀", 2), ("、", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(TerminalWidth.columns(text) == columns)
    }

    @Test(
        "Text is cut with an ellipsis at a character",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("abc", 1, "…"),
            ("abc", 0, ""), ("abc", -1, ""), ("", 0, ""), ("👩‍👩‍👧‍👦ab", 3, "👩‍👩‍👧‍👦…"),
        ])
    func truncation(text: String, width: Int, cut: String) {
        #expect(TerminalWidth.truncated(text, to: width) == cut)
    }
}

@Suite struct SafeTextTests {
    @Test(
        "Control characters are shown and not obeyed",
        arguments: [
            ("plain", "plain"), ("é 日本 🧳", "é 日本 🧳"), ("\u{1B}[31mred", "␛[31mred"), ("a\nb\tc\r\u{0}", "a␊b␉c␍␀"),
            ("\u{1F}", "␟"), ("\u{7F}", "␡"),
            ("\u{80}\u{9B}\u{9F}", "⟪80⟫⟪9B⟫⟪9F⟫"), ("a\u{202E}b\u{202C}", "a⟪RLO⟫b⟪PDF⟫"),
            ("\u{2066}\u{2069}\u{200F}\u{61C}", "⟪LRI⟫⟪PDI⟫⟪RLM⟫⟪ALM⟫"),
            ("\u{2028}\u{2029}", "⟪LS⟫⟪PS⟫"), ("👩‍👧", "👩‍👧"), ("\r\n", "␍␊"),
        ])
    func visible(text: String, shown: String) {
        #expect(SafeText.visible(text) == shown)
    }

    @Test("Line feeds and tabs stay where lines are wanted, carriage returns do not")
    func keepingLines() {
        #expect(SafeText.visible("a\n\tb\u{1B}\r\n", keepingLines: true) == "a\n\tb␛␍\n")
    }

    @Test("Nothing a terminal obeys is left of any scalar below U+2100")
    func nothingLeft() {
        for value in UInt32(0)...0x20FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = SafeText.visible(String(Character(scalar)))
            #expect(
                shown.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control && !$0.properties.isBidiControl
                })
        }
    }
}

@Suite struct ColourTests {
    @Test(
        "Colour is decided by the stream and the environment",
        arguments: [
            (true, [:], .on), (false, [:], .off), (true, ["NO_COLOR": "1"], .off), (true, ["NO_COLOR": ""], .on),
            (true, ["TERM": "dumb"], .off),
            (false, ["CLICOLOR_FORCE": "1"], .on), (false, ["FORCE_COLOR": "3"], .on),
            (false, ["CLICOLOR_FORCE": "0"], .off), (true, ["FORCE_COLOR": "0"], .off),
            (true, ["CLICOLOR": "0"], .off), (true, ["CLICOLOR": "1"], .on),
            (true, ["NO_COLOR": "1", "FORCE_COLOR": "1"], .off),
            (true, ["TERM": "dumb", "FORCE_COLOR": "1"], .on), (false, ["CLICOLOR_FORCE": ""], .off),
        ] as [(Bool, [String: String], Colour)])
    func decision(isTerminal: Bool, environment: [String: String], colour: Colour) {
        #expect(Colour.decide(isTerminal: isTerminal, environment: environment) == colour)
    }

    @Test("Text is painted only where there is colour")
    func paint() {
        #expect(Colour.on.paint("a", .red) == "\u{1B}[31ma\u{1B}[0m")
        #expect(Colour.on.paint("a", .plain) == "a")
        #expect(Colour.on.paint("", .red) == "")
        #expect(Colour.off.paint("a", .red) == "a")
    }
}

@Suite struct ProgressLineTests {
    @Test(
        "Progress is told in one line",
        arguments: [
            (1200, 5000, 3.9, "Importing  1200 of 5000  24%  3 s"), (7, nil, 61, "Importing  7  1 min 1 s"),
            (0, 0, 1, "Importing  0  1 s"),
            (9, 5, 2, "Importing  9 of 5  100%  2 s"), (1, 3, .infinity, "Importing  1 of 3  33%  0 s"),
        ] as [(Int, Int?, Double, String)])
    func text(done: Int, total: Int?, seconds: Double, text: String) {
        let line = ProgressLine(task: "Importing", done: done, total: total, elapsedSeconds: seconds)
        #expect(line.text(width: 80, isTerminal: true) == text)
    }

    @Test("Progress is silent in the first second and away from terminals")
    func silence() {
        #expect(ProgressLine(task: "A", done: 1, elapsedSeconds: 0.99).text(width: 80, isTerminal: true) == nil)
        #expect(ProgressLine(task: "A", done: 1, elapsedSeconds: 9).text(width: 80, isTerminal: false) == nil)
        #expect(ProgressLine(task: "A\n", done: 1, elapsedSeconds: .nan).text(width: 80, isTerminal: true) == nil)
    }

    @Test("Progress fits the terminal")
    func fits() {
        #expect(
            ProgressLine(task: "Importing", done: 1, total: 2, elapsedSeconds: 9).text(width: 12, isTerminal: true)
                == "Importing  …")
    }
}

@Suite struct EnglishTests {
    @Test("Counts have their plural")
    func counts() {
        #expect(English.count(1, "item") == "1 item")
        #expect(English.count(0, "item") == "0 items")
        #expect(English.count(2, "category", plural: "categories") == "2 categories")
    }

    @Test("A noun takes the article of its first letter", arguments: [("item", "an item"), ("trip", "a trip")])
    func articles(noun: String, text: String) {
        #expect(English.indefinite(noun) == text)
    }

    @Test(
        "Lists read as a person says them",
        arguments: [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
    func lists(words: [String], list: String) {
        #expect(English.list(words) == list)
    }
}
