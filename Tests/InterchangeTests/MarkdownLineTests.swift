// What one line of Markdown is.

import Testing

@testable import Interchange

struct MarkdownLineTests {
    @Test(
        "Boxes are found in the forms that people type",
        arguments: [
            ("- [ ] a", false), ("- [x] a", true), ("* [X] a", true), ("+ [ ] a", false), ("1. [x] a", true),
            ("12) [ ] a", false), ("- [✓] a", true), ("☐ a", false), ("☑ a", true), ("- ☑\u{FE0F} a", true),
            ("[ ] a", false), ("[x] a", true), ("• [ ] a", false), ("   - [x]\ta", true),
        ])
    func boxes(line: String, isChecked: Bool) {
        let box = MarkdownLine.Box(isChecked: isChecked, oddity: nil)
        #expect(MarkdownLine(line).kind == .entry(MarkdownLine.Entry(box: box, text: "a")))
    }

    @Test(
        "Odd boxes are boxes all the same, and say what is odd",
        arguments: [
            "-[ ] a", "- [] a", "- [-] a", "- [ ]a", "- [?] a", "-[x] a",
        ])
    func oddBoxes(line: String) {
        guard case .entry(let entry) = MarkdownLine(line).kind else {
            Issue.record("\(line) is no entry")
            return
        }
        #expect(entry.text == "a" && entry.box?.oddity != nil)
    }

    @Test(
        "Bullets without a box are plain, and other lines are no entries",
        arguments: [
            ("- a", MarkdownLine.Kind.entry(.init(box: nil, text: "a"))),
            ("- [text](link)", .entry(.init(box: nil, text: "[text](link)"))),
            ("- [long] a", .entry(.init(box: nil, text: "[long] a"))), ("-", .entry(.init(box: nil, text: ""))),
            ("-5 °C", .text), ("*bold*", .text), ("1.5 kg", .text), ("[a] b", .text), ("text", .text), ("  ", .blank),
            ("# A", .heading(level: 1, text: "A")), ("## A ##", .heading(level: 2, text: "A")),
            ("#", .heading(level: 1, text: "")),
            ("#tag", .text), ("####### A", .text), ("```swift", .fence("`", count: 3)), ("~~~~", .fence("~", count: 4)),
            ("---", .rule(underlinesLevel: 2)), ("* * *", .rule(underlinesLevel: nil)),
            ("===", .rule(underlinesLevel: 1)),
        ])
    func kinds(line: String, kind: MarkdownLine.Kind) {
        #expect(MarkdownLine(line).kind == kind)
    }
}
