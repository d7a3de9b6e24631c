// Breaking text into lines.

/// Breaks at blanks only.
enum TextWrap {
    /// The text in lines of at most `width` columns; a word that is wider stands alone. Line feeds in the text stay.
    static func lines(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ") {
                if line.isEmpty {
                    line = String(word)
                } else if TerminalWidth.columns(line) + 1 + TerminalWidth.columns(word) <= width {
                    line += " \(word)"
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            return lines + [line]
        }
    }

    /// The same as one text, every line with an indent that counts to the width; empty lines stay empty.
    static func block(_ text: String, width: Int, indent: Int = 0) -> String {
        lines(text, width: width - indent)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
            .joined(separator: "\n")
    }
}
