// The rules about words can fail.

import Testing

struct WordingRulesTests {
    @Test(
        "A file must open with a comment of its own",
        arguments: [
            ("// What this file is.\n", 0), ("import A\n", 1), ("\n// Late.\n", 1), ("//\n", 1), ("", 1),
            ("/// A doc.", 1),
        ])
    func opening(text: String, violations: Int) {
        #expect(WordingRules.opening(SourceFile(path: "Sources/A/B.swift", text: text)).count == violations)
    }

    @Test(
        "Work left for later is found in comments too", arguments: ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"])
    func unfinished(word: String) {
        let file = SourceFile(path: "Tests/A/B.swift", text: "// Fine.\n// \(word): later\nlet a\(word)b = 1\n")
        #expect(WordingRules.unfinished(file).map(\.line) == [2])
    }

    @Test(
        "Names that say nothing are found in types and paths",
        arguments: [
            ("Sources/A/B.swift", "struct TripManager {}", 1), ("Sources/A/B.swift", "enum Utils {}", 1),
            ("Sources/A/B.swift", "extension DateHelper {}", 1), ("Sources/A/TripUtilities.swift", "", 1),
            ("Sources/A/B.swift", "// struct TripManager {}", 0), ("Sources/A/B.swift", "struct Trip {}", 0),
        ])
    func emptyNames(path: String, text: String, violations: Int) {
        #expect(WordingRules.emptyNames(SourceFile(path: path, text: text)).count == violations)
    }

    @Test(
        "What is offered without a word about it is found",
        arguments: [
            "public struct A {}", "package func f() {}", "    public init() {}", "    public static let a = 1",
            "    public private(set) var a = 1", "@inlinable public func f() {}", "    package mutating func f() {}",
            "// No doc comment.\npublic enum A {}", "@frozen\npublic enum A {}", "    public typealias A = B",
        ])
    func undocumented(code: String) {
        let line = code.contains("\n") ? 3 : 2
        let file = SourceFile(path: "Sources/A/B.swift", text: "// A.\n\(code)\n")
        #expect(WordingRules.documentation(file).map(\.line) == [line])
    }

    @Test(
        "What is explained, inherited or not offered is left alone",
        arguments: [
            "/// It is.\npublic struct A {}", "/// It is.\n@frozen\npublic enum A {}", "struct A {}", "public import A",
            "package import A", "public extension A {", "let package = Package(",
            "    public var description: String { \"\" }",
            "    public static func == (left: A, right: A) -> Bool {", "// public struct A {}",
        ])
    func documented(code: String) {
        #expect(WordingRules.documentation(SourceFile(path: "Sources/A/B.swift", text: "// A.\n\(code)\n")).isEmpty)
    }
}
