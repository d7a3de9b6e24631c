// The house rules over the whole repository: every place that breaks one is named with its line.

import Platform
import TestSupport
import Testing

struct HouseRulesTests {
    let files: [SourceFile]
    let manifest: Manifest
    let floors: Floors

    private static let swiftFiles = Result { try SourceTree.swiftFiles() }

    init() throws {
        files = try Self.swiftFiles.get()
        manifest = Manifest(try SourceTree.file("Package.swift"))
        floors = Floors(drawing: try SourceTree.file("docs/architecture.md").text)
    }

    @Test("The rules see the repository")
    func sight() {
        #expect(files.contains { $0.path == "Sources/Platform/Files.swift" && $0.code.contains("enum Files") })
        #expect(files.contains { $0.path == "Tests/HouseRules/HouseRulesTests.swift" })
        #expect(floors.floorOfTarget.count > 10 && manifest.targets.count > 20)
    }

    @Test("The manifest stands as docs/architecture.md draws it")
    func floorsAsDrawn() {
        expectNone(floors.manifest(manifest))
    }

    @Test("A file imports only what its target declares")
    func imports() {
        expectNone(files.flatMap { ImportRules.imports($0, manifest: manifest) })
    }

    @Test("Files, lines and functions keep their size")
    func sizes() {
        expectNone(files.flatMap { SizeRules.sizes($0) + SizeRules.functions($0) })
    }

    @Test("Calls and words with one place stand there only")
    func bannedWords() {
        expectNone(files.flatMap { BannedWords.banned($0) } + BannedWords.needlessExceptions(files))
    }

    @Test("Nothing is unwrapped by force")
    func forcedUnwrapping() {
        expectNone(files.flatMap { BannedWords.forcedUnwrapping($0) })
    }

    @Test("A file opens with a comment that says what it is")
    func openings() {
        expectNone(files.flatMap { WordingRules.opening($0) })
    }

    @Test("Names say something, and nothing is left to do later")
    func wording() {
        expectNone(files.flatMap { WordingRules.emptyNames($0) + WordingRules.unfinished($0) })
    }

    @Test("Everything public or package is explained")
    func documentation() {
        expectNone(files.flatMap { WordingRules.documentation($0) })
    }

    @Test("No two paths differ only in case")
    func paths() throws {
        let folders = ["Sources", "Tests", "Server", "Scripts", "docs"]
        expectNone(TreeRules.caseClashes(try folders.flatMap { try SourceTree.paths(below: $0) }))
    }

    @Test("Links between pages lead somewhere")
    func links() throws {
        let pages = try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter {
            try Files.exists(Fixtures.repository + "/" + $0)
        }
        let more = try ["docs", "Server"].flatMap { try SourceTree.paths(below: $0) }.filter { $0.hasSuffix(".md") }
        for page in pages + more {
            expectNone(
                TreeRules.brokenLinks(page: page, text: try SourceTree.file(page).text) {
                    (try? Files.exists(Fixtures.repository + "/" + $0)) == true
                })
        }
    }

    private func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
        for violation in violations { Issue.record("\(violation)", sourceLocation: sourceLocation) }
    }
}
