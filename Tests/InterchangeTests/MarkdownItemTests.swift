// Quantities, remarks and marks in the text of a checklist entry.

import Testing

@testable import Interchange

struct MarkdownItemTests {
    @Test(
        "Quantities are found before and behind the name",
        arguments: [
            ("5 x T-shirt", 5, "T-shirt"), ("5x T-shirt", 5, "T-shirt"), ("5× T-shirt", 5, "T-shirt"),
            ("0 x Tent", 0, "Tent"), ("Visa copy — **2×**", 2, "Visa copy"), ("Socks x3", 3, "Socks"),
            ("Socks x 3", 3, "Socks"), ("Socks (3x)", 3, "Socks"), ("Socks: 3x", 3, "Socks"),
            ("2x4 wood", 1, "2x4 wood"),
            ("Tarp 2x3", 1, "Tarp 2x3"), ("1000 x Nuts", 1, "1000 x Nuts"), ("5 socks", 1, "5 socks"),
            ("5\\ x T", 1, "5\\ x T"), ("\\5 x", 1, "\\5 x"), ("5 x", 1, "5 x"), ("x 5", 1, "x 5"),
        ])
    func quantities(text: String, quantity: Int, name: String) {
        let item = MarkdownItem(text)
        #expect(item.quantity == quantity)
        #expect(item.name == name)
    }

    @Test(
        "Rules are kept as text",
        arguments: [
            ("{nights}+1 pairs of socks", "{nights}+1", "pairs of socks"),
            ("2 * {days} x Shirt", "2 * {days}", "Shirt"),
            ("{nights} shirts", "{nights}", "shirts"),
        ])
    func rules(text: String, rule: String, name: String) {
        #expect(MarkdownItem(text).rule == rule)
        #expect(MarkdownItem(text).name == name)
        #expect(MarkdownItem(text).quantity == 1)
    }

    @Test(
        "Marks are taken away, and what they mark stays",
        arguments: [
            ("**bold** and *italic*", "bold and italic"), ("__bold__ _it_ ~~gone~~", "bold it gone"),
            ("`a*b*c`", "a*b*c"),
            ("snake_case_name", "snake_case_name"), ("2*3*4", "2*3*4"), ("a * b * c", "a * b * c"),
            ("***both***", "both"),
            ("[text](https://a.b)", "text"), ("![picture](p.png) x", "picture x"), ("[not a link]", "[not a link]"),
            ("\\*not\\*", "*not*"), ("**open", "**open"), ("C:\\Reisen", "C:\\Reisen"), ("a \\\\ b", "a \\ b"),
            ("Sun*", "Sun*"), ("``a`b``", "a`b"), ("`open", "`open"),
        ])
    func marks(text: String, plain: String) {
        #expect(MarkdownItem(text).name == plain)
    }

    @Test(
        "Parentheses at the end are a remark",
        arguments: [
            ("Rain jacket (Ana carries)", "Rain jacket", "Ana carries"), ("A (b (c))", "A", "b (c)"),
            ("(only)", "(only)", nil), ("f(x)", "f(x)", nil), ("A \\(b\\)", "A (b)", nil), ("A (b) c", "A (b) c", nil),
            ("A ()", "A ()", nil), ("A b)", "A b)", nil),
        ] as [(String, String, String?)])
    func remarks(text: String, name: String, remark: String?) {
        #expect(MarkdownItem(text).name == name)
        #expect(MarkdownItem(text).remark == remark)
    }
}
