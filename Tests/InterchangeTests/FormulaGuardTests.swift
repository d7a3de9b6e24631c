// Texts that a spreadsheet must not run.

import Testing

@testable import Interchange

struct FormulaGuardTests {
    @Test("Formulas are guarded, and the guard is taken away exactly", arguments: [
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@a", "'@a"), ("\tx", "'\tx"), ("\rx", "'\rx"),
        ("'=1", "''=1"), ("''=1", "'''=1"), ("'a", "'a"), ("a=1", "a=1"), ("", ""), ("'", "'"), ("=\u{338}", "'=\u{338}"),
    ])
    func guarding(text: String, cell: String) {
        #expect(FormulaGuard.guarded(text).utf8.elementsEqual(cell.utf8))
        #expect(FormulaGuard.unguarded(cell).utf8.elementsEqual(text.utf8))
    }
}
