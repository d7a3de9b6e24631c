// Tables, whole.

import CommandLineTool
import Testing

@Suite struct TableTests {
    let table = Table(
        [.init("NO", .right), .init("TITLE", isFlexible: true), .init("DATE")],
        rows: [
            ["1", "Lisbon", "2026-12-24"], ["12", Table.Cell("日本 🧳", .green), ""],
            ["100", "A long title of a trip", "2027"], ["7"],
        ])

    @Test("Columns are aligned by what is seen and no line ends with a blank")
    func whole() {
        #expect(
            table.text() == """
                 NO  TITLE                   DATE
                  1  Lisbon                  2026-12-24
                 12  日本 🧳
                100  A long title of a trip  2027
                  7

                """)
    }

    @Test("A flexible column gives way to the width of the terminal")
    func narrow() {
        #expect(
            table.text(width: 30) == """
                 NO  TITLE          DATE
                  1  Lisbon         2026-12-24
                 12  日本 🧳
                100  A long title…  2027
                  7

                """)
    }

    @Test("A column does not give way for ever")
    func narrowest() {
        #expect(
            table.text(width: 3) == """
                 NO  TITLE     DATE
                  1  Lisbon    2026-12-24
                 12  日本 🧳
                100  A long …  2027
                  7

                """)
    }

    @Test("Of two flexible columns the wider gives way first")
    func twoFlexible() {
        let table = Table(
            [.init("", isFlexible: true), .init("", isFlexible: true)],
            rows: [["abcdefghijklmnopqrst", "abcdefghijklmno"]])
        #expect(table.text(width: 37) == "abcdefghijklmnopqrst  abcdefghijklmno\n")
        #expect(table.text(width: 34) == "abcdefghijklmnop…  abcdefghijklmno\n")
        #expect(table.text(width: 26) == "abcdefghijk…  abcdefghijk…\n")
        #expect(table.text(width: 0) == "abcdefg…  abcdefg…\n")
    }

    @Test("Styles do not change the layout")
    func colour() {
        let table = Table([.init("A"), .init("B", .right)], rows: [[.init("x", .red), .init("y\u{1B}", .dim)]])
        #expect(
            table.text(colour: .on)
                == "\u{1B}[1mA\u{1B}[0m   \u{1B}[1mB\u{1B}[0m\n\u{1B}[31mx\u{1B}[0m  \u{1B}[2my␛\u{1B}[0m\n")
    }

    @Test("Without titles there is no header, without rows only the header")
    func empty() {
        #expect(Table([.init(""), .init("")], rows: [["a", "b"]]).text() == "a  b\n")
        #expect(Table([.init("A"), .init("B")]).text() == "A  B\n")
        #expect(Table([]).text() == "")
        #expect(Table([.init("A")], rows: [["a", "too many"]]).text() == "A\na\n")
    }
}
