// Files, functions and lines that a person can take in.

/// The rules about sizes.
enum SizeRules {
    /// Lines of a file: what is longer tells two stories.
    static let fileLines = 400
    /// Lines of a function, from its name to its last brace: one look.
    static let functionLines = 70
    /// Columns of a line, in characters.
    static let lineColumns = 120

    /// Files that are too long, and lines that are too wide.
    static func sizes(_ file: SourceFile) -> [Violation] {
        var violations: [Violation] = []
        let count = file.text.hasSuffix("\n") ? file.lines.count - 1 : file.lines.count
        if count > fileLines {
            violations.append(
                Violation(path: file.path, line: count, rule: "has \(count) lines, \(fileLines) are allowed"))
        }
        for (index, line) in file.lines.enumerated() where line.utf8.count > lineColumns && line.count > lineColumns {
            violations.append(
                Violation(
                    path: file.path, line: index + 1, rule: "has \(line.count) columns, \(lineColumns) are allowed"))
        }
        return violations
    }

    /// Functions that are too long: whatever stands in braces that are not those of a type, outermost braces only.
    static func functions(_ file: SourceFile) -> [Violation] {
        var violations: [Violation] = []
        var blocks: [(isType: Bool, line: Int)] = []
        /// The last word that declares something since the last brace, and its line.
        var header: (word: String, line: Int)?
        for (index, line) in file.codeLines.enumerated() {
            for token in Tokens.of(line) {
                if typeWords.contains(token) || functionWords.contains(token) {
                    header = (token, index + 1)
                } else if token == "{" {
                    blocks.append((header.map { typeWords.contains($0.word) } ?? false, header?.line ?? index + 1))
                    header = nil
                } else if token == "}" {
                    header = nil
                    guard let block = blocks.popLast(), !block.isType, blocks.allSatisfy(\.isType) else { continue }
                    let count = index + 2 - block.line
                    if count > functionLines {
                        let rule = "begins a function of \(count) lines, \(functionLines) are allowed"
                        violations.append(Violation(path: file.path, line: block.line, rule: rule))
                    }
                }
            }
        }
        return violations
    }

    private static let typeWords: Set = ["struct", "class", "enum", "extension", "protocol", "actor"]
    private static let functionWords: Set = ["func", "init", "deinit", "subscript", "var", "let"]
}
