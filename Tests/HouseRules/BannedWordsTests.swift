// The rules about banned words can fail, and comments and texts do not make them.

import Testing

struct BannedWordsTests {
    @Test(
        "What is banned is found in code",
        arguments: [
            "let now = Date()", "time(nil)", "clock_gettime(CLOCK_REALTIME, &now)", "gettimeofday(&now, nil)",
            "let clock = ContinuousClock()", "try await Task.sleep(for: .seconds(1))", "getrandom(&bits, 8, 0)",
            "var source = SystemRandomNumberGenerator()", "Int.random(in: 0...1)", "list.randomElement()", "UUID()",
            "try! open()", "a as! B", "fatalError()", "final class A: @unchecked Sendable {}",
            "nonisolated(unsafe) var a = 1", "unsafeBitCast(a, to: B.self)", "@_exported import A",
            "let text = \"\\(Date())\"",
        ])
    func found(code: String) {
        let product = SourceFile(path: "Sources/A/B.swift", text: "// A.\n\(code)\n")
        #expect(BannedWords.banned(product).map(\.line) == [2])
        let server = SourceFile(path: "Server/A/B.swift", text: code)
        #expect(BannedWords.banned(server).count == 1)
        #expect(BannedWords.banned(SourceFile(path: "Tests/A/B.swift", text: code)).isEmpty)
    }

    @Test(
        "What only looks alike is left alone",
        arguments: [
            "// Date()", "/* try! */", "/// `fatalError`", "let text = \"as! Date()\"", "MyDate()", "fatalErrors",
            "daytime(nil)",
            "let text = #\"\\(Date())\"#", "let text = \"\"\"\n    try! \"quoted\" UUID()\n    \"\"\"",
            "list.shuffled(using: &g)",
            "preconditionFailure()",
        ])
    func spared(code: String) {
        #expect(BannedWords.banned(SourceFile(path: "Sources/A/B.swift", text: code)).isEmpty)
    }

    @Test("An exception holds for its file only, and must be needed")
    func exceptions() {
        let ban = Ban(word: "secret", reason: "", exceptions: ["Sources/A/B.swift": "it may"])
        let allowed = SourceFile(path: "Sources/A/B.swift", text: "secret()")
        let refused = SourceFile(path: "Sources/A/C.swift", text: "secret()")
        #expect(BannedWords.banned(allowed, bans: [ban]).isEmpty)
        #expect(BannedWords.banned(refused, bans: [ban]).count == 1)
        #expect(BannedWords.needlessExceptions([allowed, refused], bans: [ban]).isEmpty)
        let innocent = SourceFile(path: "Sources/A/B.swift", text: "// secret")
        #expect(BannedWords.needlessExceptions([innocent], bans: [ban]).map(\.path) == ["Sources/A/B.swift"])
    }

    @Test(
        "A forced unwrapping is found behind names, brackets and types",
        arguments: ["a!", "a!.b", "f()!", "a[0]!", "var a: Int!", "[Int]!", "a?.b!", "\"1\".first!", "`in`!", "{ a }!"])
    func forced(code: String) {
        #expect(BannedWords.forcedUnwrapping(SourceFile(path: "Sources/A/B.swift", text: code)).count == 1)
    }

    @Test(
        "Not and unequal are no unwrapping",
        arguments: ["!a", "a != b", "a!=b", "(!a)", "#if !os(Linux)", "\"Hello!\"", "// a!"])
    func notForced(code: String) {
        #expect(BannedWords.forcedUnwrapping(SourceFile(path: "Sources/A/B.swift", text: code)).isEmpty)
    }
}
