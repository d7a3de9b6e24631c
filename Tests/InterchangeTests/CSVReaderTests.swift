// Rows and cells of delimited text.

import Testing

@testable import Interchange

struct CSVReaderTests {
    private func rows(_ text: String, _ delimiter: Character = ",") -> [[String]] {
        var reader = CSVReader(Array(text.utf8), delimiter: delimiter.asciiValue ?? 0)
        var rows: [[String]] = []
        while let row = reader.next() { rows.append(row.cells) }
        return rows
    }

    @Test(
        "Rows are read with quotes, line breaks and all line ends",
        arguments: [
            ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("a\rb", [["a"], ["b"]]), ("\"a,b\",\"c\"\"d\"", [["a,b", "c\"d"]]), ("\"a\r\nb\",c", [["a\r\nb", "c"]]),
            ("a,\n", [["a", ""]]), (",", [["", ""]]), ("5\" pan,x", [["5\" pan", "x"]]), (" \"a\" ,b", [["a ", "b"]]),
            ("\"\",\"\"\"\"", [["", "\""]]), ("", []), ("a\n\nb", [["a"], [""], ["b"]]), ("\"a\"b,c", [["ab", "c"]]),
        ] as [(String, [[String]])])
    func reading(text: String, expected: [[String]]) {
        #expect(rows(text) == expected)
    }

    @Test("Rows know the line they start at and where an open quote stands")
    func lines() throws {
        var reader = CSVReader(Array("a\r\n\"b\r\nb\rb\",c\nd,\"e\nf".utf8), delimiter: UInt8(ascii: ","))
        #expect(reader.next()?.line == 1)
        #expect(reader.next()?.line == 2)
        let next = reader.next()
        let last = try #require(next)
        #expect(last.line == 5 && last.openQuoteLine == 5 && last.cells == ["d", "e\nf"])
        #expect(reader.next() == nil)
    }
}
