// The rules about paths and links can fail.

import Testing

struct TreeRulesTests {
    @Test("Paths that differ only in case are found, in folders and in files")
    func caseClashes() {
        #expect(TreeRules.caseClashes(["Sources/A/b.swift", "Sources/A/c.swift", "Tests/A/b.swift"]).isEmpty)
        #expect(
            TreeRules.caseClashes(["Sources/Kit/a.swift", "Sources/kit/b.swift"]).map(\.path) == ["Sources/kit/b.swift"]
        )
        #expect(TreeRules.caseClashes(["Sources/A/b.swift", "Sources/A/B.swift"]).map(\.path) == ["Sources/A/B.swift"])
    }

    @Test(
        "A link to a missing file is found",
        arguments: [
            ("[a](other.md)", 0), ("[a](other.md#part)", 0), ("[a](../README.md \"Title\")", 0), ("[a](missing.md)", 1),
            ("[a](README.md)", 1), ("[a](other.md) and ![b](gone.png)", 1), ("[a](#part)", 0),
            ("[a](https://example.org/missing.md)", 0), ("```\n[a](missing.md)\n```", 0),
            ("```\n```\n[a](missing.md)", 1),
        ])
    func links(text: String, violations: Int) {
        let found = TreeRules.brokenLinks(page: "docs/page.md", text: text) {
            ["docs/other.md", "README.md"].contains($0)
        }
        #expect(found.count == violations)
    }
}
