// The rules about sizes can fail.

import Testing

struct SizeRulesTests {
    @Test("A file of one line too many is named", arguments: [(400, 0), (401, 1)])
    func fileLines(count: Int, violations: Int) {
        let file = SourceFile(path: "Sources/A/B.swift", text: String(repeating: "a\n", count: count))
        #expect(SizeRules.sizes(file).count == violations)
    }

    @Test("Columns are characters, and the line is named")
    func lineColumns() {
        let file = SourceFile(
            path: "Sources/A/B.swift",
            text: "\n" + String(repeating: "é", count: 120) + "\n" + String(repeating: "x", count: 121) + "\n")
        #expect(SizeRules.sizes(file).map(\.line) == [3])
    }

    @Test("A function of one line too many is named by its first line", arguments: [(68, []), (69, [2])])
    func functionLines(bodyLines: Int, lines: [Int]) {
        let body = String(repeating: "        if a { b(\"}\") } // }\n", count: bodyLines)
        for head in ["func f()", "init()", "deinit", "subscript(a: Int) -> Int", "var a: Int", "class func f()"] {
            let file = SourceFile(path: "Sources/A/B.swift", text: "struct A {\n    \(head) {\n\(body)    }\n}\n")
            #expect(SizeRules.functions(file).map(\.line) == lines, "\(head)")
        }
    }

    @Test("A type may be longer than a function")
    func types() {
        let members = String(repeating: "    let a = 1\n", count: 100)
        for head in ["struct A", "final class A", "enum A: B", "extension A where B: C", "actor A", "protocol A"] {
            let file = SourceFile(path: "Sources/A/B.swift", text: "let before = 1\n\(head) {\n\(members)}\n")
            #expect(SizeRules.functions(file).isEmpty, "\(head)")
        }
    }

    @Test("Of blocks inside each other only the outermost is named")
    func nested() {
        let inner = "        call {\n" + String(repeating: "            a()\n", count: 80) + "        }\n"
        let file = SourceFile(path: "Sources/A/B.swift", text: "enum A {\n    func f() {\n\(inner)    }\n}\n")
        #expect(SizeRules.functions(file).map(\.line) == [2])
    }
}
