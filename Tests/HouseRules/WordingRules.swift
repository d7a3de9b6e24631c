// How files begin, what things are called, and that everything offered is explained.

/// The rules about words.
enum WordingRules {
    /// A file opens with one comment that says what it is.
    static func opening(_ file: SourceFile) -> [Violation] {
        let first = file.lines.first ?? ""
        let isComment = first.hasPrefix("// ") && first.count > 10
        return isComment
            ? [] : [Violation(path: file.path, line: 1, rule: "does not open with a comment that says what it is")]
    }

    /// Nothing is left to do later, and nobody is addressed in a comment.
    static func unfinished(_ file: SourceFile) -> [Violation] {
        file.lines.enumerated().flatMap { index, line in
            unfinishedWords
                .filter { !Tokens.offsets(of: $0, in: Array(line.utf8)).isEmpty }
                .map { Violation(path: file.path, line: index + 1, rule: "says \($0): do it, or leave it out") }
        }
    }

    /// No type or file is called by a word that says nothing.
    static func emptyNames(_ file: SourceFile) -> [Violation] {
        let tokens = file.codeLines.enumerated().flatMap { index, line in Tokens.of(line).map { (index + 1, $0) } }
        var names = zip(tokens, tokens.dropFirst()).filter { typeWords.contains($0.0.1) }.map { ($0.1.0, $0.1.1) }
        names.append((1, String(file.path.split(separator: "/").last ?? "")))
        return names.compactMap { line, name in
            guard let word = emptyWords.first(where: { name.contains($0) }) else { return nil }
            return Violation(path: file.path, line: line, rule: "is called \(name): \(word) says nothing")
        }
    }

    /// Everything public or package has a documentation comment; what a protocol asks for by these names is explained
    /// there already.
    static func documentation(_ file: SourceFile) -> [Violation] {
        guard file.isProduct || file.path.hasPrefix("Tests/TestSupport/") else { return [] }
        let (lines, codeLines) = (file.lines, file.codeLines)
        return codeLines.indices.compactMap { index in
            let tokens = Tokens.of(codeLines[index])
            guard let access = tokens.firstIndex(where: { $0 == "public" || $0 == "package" }),
                access < 3 || tokens.prefix(access).contains("@"),
                !tokens.contains("import"), !tokens.contains("extension"),
                tokens.dropFirst(access).contains(where: declarationWords.contains),
                !explainedByProtocols.contains(where: { codeLines[index].contains($0) })
            else { return nil }
            var above = index - 1
            while above >= 0, codeLines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
            if above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("///") { return nil }
            return Violation(path: file.path, line: index + 1, rule: "offers something without a documentation comment")
        }
    }

    private static let unfinishedWords = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    private static let emptyWords = ["Manager", "Helper", "Util"]
    private static let typeWords: Set = ["struct", "class", "enum", "protocol", "actor", "extension", "typealias"]
    private static let declarationWords: Set = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
        "func", "var", "let", "init", "subscript", "case", "macro",
    ]
    private static let explainedByProtocols = [
        "func == (", "func < (", "func hash(into", "var description: String", "init?(_ description: String)",
        "var fieldValue: Value", "init?(fieldValue: Value)", "func makeIterator()", "mutating func next()",
    ]
}
