// The blocks of a Markdown file: headings, entries with what belongs to them, paragraphs, code.

import Replication

/// One block, with the line it starts at.
struct MarkdownBlock {
    let line: Int
    let content: Content
    /// The lines of a paragraph as they are, or those that belong to an entry, without their indentation.
    var lines: [String] = []

    enum Content {
        case heading(level: Int, text: String)
        /// An entry, and how far it stands in.
        case entry(MarkdownLine.Entry, indent: Int)
        case paragraph
        /// What is not read, and its last line.
        case skipped(what: String, lastLine: Int)
        case rule
    }
}

/// Groups the lines of a file.
struct MarkdownBlocks {
    private(set) var blocks: [MarkdownBlock] = []
    private let lines: [String]
    private var position = 0
    /// Empty lines behind the last block: they count only when the block goes on.
    private var blanks: [String] = []

    /// - Throws: ``InterchangeError/tooLarge(_:)``.
    init(_ text: String) throws(InterchangeError) {
        lines = SourceText.lines(of: text)
        guard lines.count <= InterchangeLimits.rowCount else { throw .tooLarge("\(InterchangeLimits.rowCount) lines") }
        skipFrontMatter()
        while position < lines.count {
            read(MarkdownLine(lines[position]))
            position += 1
        }
    }

    /// What some programs put before a text, between two lines `---`.
    private mutating func skipFrontMatter() {
        guard lines.first.map({ TextRules.cleaned($0) == "---" }) ?? false,
            let end = lines.dropFirst().prefix(64).firstIndex(where: { TextRules.cleaned($0) == "---" }),
            lines[1..<end].allSatisfy({ $0.contains(":") || $0.hasPrefix(" ") || $0.hasPrefix("-") })
        else { return }
        append(.skipped(what: "the lines between --- are settings of another program", lastLine: end + 1))
        position = end + 1
    }

    private mutating func read(_ line: MarkdownLine) {
        switch line.kind {
        case .blank: blanks.append(lines[position])
        case .heading(let level, let text): append(.heading(level: level, text: text))
        case .entry(let entry): append(.entry(entry, indent: line.indent))
        case .fence(let sign, let count): skipCode(sign, count)
        case .rule(let level): readRule(level, line)
        case .text: readText(line)
        }
    }

    private mutating func append(_ content: MarkdownBlock.Content, line: Int? = nil) {
        blocks.append(MarkdownBlock(line: line ?? position + 1, content: content))
        blanks = []
    }

    /// To the closing fence, or to the end of the file (CommonMark section 4.5).
    private mutating func skipCode(_ sign: Unicode.Scalar, _ count: Int) {
        let start = position
        let end = lines[(start + 1)...].firstIndex { candidate in
            guard case .fence(sign, let closing) = MarkdownLine(candidate).kind else { return false }
            return closing >= count && TextRules.cleaned(candidate).unicodeScalars.count == closing
        }
        position = end ?? lines.count - 1
        append(.skipped(what: "a block of code is no list", lastLine: position + 1), line: start + 1)
    }

    private mutating func readRule(_ level: Int?, _ line: MarkdownLine) {
        if let level, blanks.isEmpty, case .paragraph? = blocks.last?.content {
            // The line above is a heading after all.
            var paragraph = blocks.removeLast()
            let text = paragraph.lines.popLast() ?? ""
            if !paragraph.lines.isEmpty { blocks.append(paragraph) }
            append(.heading(level: level, text: TextRules.cleaned(text)), line: position)
        } else if level == 1 {
            readText(line)
        } else {
            append(.rule)
        }
    }

    /// Text goes on with the entry above when it stands further in, or right below.
    private mutating func readText(_ line: MarkdownLine) {
        let text = lines[position]
        switch blocks.last?.content {
        case .entry(_, let indent)? where line.indent >= indent + 2 || blanks.isEmpty:
            let last = blocks.count - 1
            // The first line sets no indentation to keep: it is trimmed as the beginning of a note.
            let strip = blocks[last].lines.isEmpty ? line.indent : indent + 2
            blocks[last].lines += blanks.map { Self.unindented($0, indent + 2) }
            blocks[last].lines.append(Self.unindented(text, strip))
        case .paragraph?: blocks[blocks.count - 1].lines += blanks + [text]
        default:
            append(.paragraph)
            blocks[blocks.count - 1].lines = [text]
        }
        blanks = []
    }

    /// The line without that many columns of white space, as far as it has them.
    private static func unindented(_ line: String, _ columns: Int) -> String {
        var rest = line.unicodeScalars[...]
        var column = 0
        while column < columns, let first = rest.first, MarkdownLine.isBlank(first) {
            column += first == "\t" ? 4 - column % 4 : 1
            rest.removeFirst()
        }
        return String(rest)
    }
}
