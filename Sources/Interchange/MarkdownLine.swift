// What one line of a Markdown file is.

import Replication

/// One line, as far as it can be judged by itself (CommonMark 0.31, and the boxes of GitHub's task lists; lists that
/// people type by hand are met half-way).
struct MarkdownLine {
    /// Columns of white space before it; a tab goes to the next multiple of four.
    let indent: Int
    let kind: Kind

    enum Kind: Equatable {
        case blank
        case heading(level: Int, text: String)
        case entry(Entry)
        /// Opens or closes a block of code: the sign, and how many of it.
        case fence(Unicode.Scalar, count: Int)
        /// A line across the page, or what underlines a heading of level 1 or 2.
        case rule(underlinesLevel: Int?)
        case text
    }

    /// One entry of a list.
    struct Entry: Equatable {
        /// Nil for a plain bullet.
        var box: Box?
        /// What follows, still with its marks, trimmed.
        let text: String
    }

    /// A check box.
    struct Box: Equatable {
        let isChecked: Bool
        /// What is odd about it, when something is.
        let oddity: String?
    }

    init(_ line: String) {
        let scalars = Array(line.unicodeScalars)
        var indent = 0
        var start = 0
        while start < scalars.count, scalars[start] == " " || scalars[start] == "\t" {
            indent += scalars[start] == "\t" ? 4 - indent % 4 : 1
            start += 1
        }
        self.indent = indent
        kind = Self.kind(scalars[start...])
    }

    /// Whether the line speaks for a checklist.
    var isHeadingOrEntry: Bool {
        switch kind {
        case .heading, .entry: true
        default: false
        }
    }

    // MARK: - Kinds

    private static func kind(_ content: ArraySlice<Unicode.Scalar>) -> Kind {
        guard let first = content.first, !content.allSatisfy(\.properties.isWhitespace) else { return .blank }
        switch first {
        case "#": if let heading = heading(content) { return heading }
        case "`", "~":
            let count = content.prefix { $0 == first }.count
            if count >= 3, !(first == "`" && content.dropFirst(count).contains("`")) {
                return .fence(first, count: count)
            }
        default: break
        }
        return rule(content) ?? entry(content).map(Kind.entry) ?? .text
    }

    private static func heading(_ content: ArraySlice<Unicode.Scalar>) -> Kind? {
        let level = content.prefix { $0 == "#" }.count
        var text = content.dropFirst(level)
        guard level <= 6, text.first.map(isBlank) ?? true else { return nil }
        while text.last.map(isBlank) ?? false { text.removeLast() }
        // Signs that close a heading stand behind a blank.
        let closing = text.reversed().prefix { $0 == "#" }.count
        if closing > 0, text.dropLast(closing).last.map(isBlank) ?? true { text = text.dropLast(closing) }
        return .heading(level: level, text: trimmed(text))
    }

    private static func rule(_ content: ArraySlice<Unicode.Scalar>) -> Kind? {
        guard let sign = content.first, "-*_=".unicodeScalars.contains(sign) else { return nil }
        let signs = content.filter { !isBlank($0) }
        guard signs.allSatisfy({ $0 == sign }) else { return nil }
        let isUnbroken = trimmed(content).unicodeScalars.count == signs.count
        if sign == "=" { return isUnbroken ? .rule(underlinesLevel: 1) : nil }
        guard signs.count >= 3 else { return nil }
        return .rule(underlinesLevel: sign == "-" && isUnbroken ? 2 : nil)
    }

    // MARK: - Entries

    private static func entry(_ content: ArraySlice<Unicode.Scalar>) -> Entry? {
        if let (box, rest) = symbolBox(content) { return Entry(box: box, text: trimmed(rest)) }
        guard let marker = markerLength(content) else { return bareBox(content) }
        let rest = content.dropFirst(marker)
        let text = rest.drop(while: isBlank)
        if let (box, behind) = symbolBox(text) { return Entry(box: box, text: trimmed(behind)) }
        if let (box, behind) = box(text, hasBlankBefore: text.count < rest.count) {
            return Entry(box: box, text: trimmed(behind))
        }
        // A bullet stands apart from what follows; `-5 °C` and `*bold*` are text.
        guard rest.isEmpty || text.count < rest.count else { return nil }
        return Entry(box: nil, text: trimmed(text))
    }

    /// A line that begins with a plain box, without any bullet.
    private static func bareBox(_ content: ArraySlice<Unicode.Scalar>) -> Entry? {
        guard let (box, rest) = box(content, hasBlankBefore: true), box.oddity == nil else { return nil }
        return Entry(box: box, text: trimmed(rest))
    }

    /// How long a bullet or a number with its point is.
    private static func markerLength(_ content: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let first = content.first else { return nil }
        if bullets.contains(first) { return 1 }
        let digits = content.prefix { ("0"..."9").contains($0) }.count
        guard (1...9).contains(digits), let sign = content.dropFirst(digits).first, sign == "." || sign == ")" else {
            return nil
        }
        return digits + 1
    }

    /// `[ ]`, `[x]` and what people type in their place.
    private static func box(
        _ content: ArraySlice<Unicode.Scalar>, hasBlankBefore: Bool
    ) -> (Box, ArraySlice<Unicode.Scalar>)? {
        guard content.first == "[", let end = content.prefix(12).firstIndex(of: "]") else { return nil }
        let inside = content[(content.startIndex + 1)..<end]
        let behind = content[(end + 1)...]
        // A link is no box.
        if behind.first == "(" || behind.first == "[" { return nil }
        let word = trimmed(inside)
        guard word.count <= 1 else { return nil }
        let isChecked = ["x", "X", "✓", "✔", "✔\u{FE0F}", "☑", "✅"].contains(word)
        let oddity: String? =
            if inside.isEmpty {
                "the box has nothing in it; not packed was taken"
            } else if !isChecked && !word.isEmpty {
                "the box holds \(word); not packed was taken"
            } else if !hasBlankBefore || !(behind.first.map(isBlank) ?? true) {
                "a blank is missing next to the box"
            } else {
                nil
            }
        return (Box(isChecked: isChecked, oddity: oddity), behind)
    }

    private static func symbolBox(_ content: ArraySlice<Unicode.Scalar>) -> (Box, ArraySlice<Unicode.Scalar>)? {
        guard let first = content.first, let isChecked = symbols[first] else { return nil }
        let rest = content.dropFirst()
        return (Box(isChecked: isChecked, oddity: nil), rest.first == "\u{FE0F}" ? rest.dropFirst() : rest)
    }

    // MARK: - Signs

    private static let bullets: Set<Unicode.Scalar> = ["-", "*", "+", "•", "‣", "◦", "·", "–"]
    private static let symbols: [Unicode.Scalar: Bool] = [
        "☐": false, "⬜": false, "□": false, "☑": true, "☒": true, "✅": true, "✓": true, "✔": true,
    ]

    /// Signs that a backslash before them takes the meaning from: those of CommonMark section 2.4, and ours.
    static func isEscapable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value > 0x20 && scalar.value < 0x7F && !scalar.properties.isAlphabetic
                && !("0"..."9").contains(scalar)
        }
        return bullets.contains(scalar) || symbols[scalar] != nil
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }

    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return TextRules.cleaned(String(view))
    }
}
