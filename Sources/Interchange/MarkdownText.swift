// The text within a line of Markdown: escapes, emphasis, code and links taken apart.

import Replication

/// Text whose marks are gone. Signs that stood behind a backslash or within code are known as literal: they never mean
/// anything else.
struct MarkdownText {
    /// One sign of the text.
    struct Sign {
        let scalar: Unicode.Scalar
        let isLiteral: Bool

        /// Whether this is that sign, and not a literal one.
        func means(_ other: Unicode.Scalar) -> Bool { scalar == other && !isLiteral }

        var isBlank: Bool { scalar.properties.isWhitespace }
    }

    private(set) var signs: [Sign]
    /// The targets of links, in order.
    private(set) var links: [String] = []

    /// Reads the text of one line.
    init(_ line: String) {
        guard line.utf8.count <= InterchangeLimits.markedLineByteCount else {
            signs = line.unicodeScalars.map { Sign(scalar: $0, isLiteral: true) }
            return
        }
        signs = Self.signs(of: Array(line.unicodeScalars))
        takeLinks()
        takeEmphasis()
    }

    // MARK: - Escapes and code

    private static func signs(of scalars: [Unicode.Scalar]) -> [Sign] {
        var signs: [Sign] = []
        var position = 0
        while position < scalars.count {
            let scalar = scalars[position]
            if scalar == "\\", position + 1 < scalars.count, MarkdownLine.isEscapable(scalars[position + 1]) {
                signs.append(Sign(scalar: scalars[position + 1], isLiteral: true))
                position += 2
            } else if scalar == "`" {
                let count = scalars[position...].prefix { $0 == "`" }.count
                let inside = position + count
                if let end = closingTicks(count, in: scalars, from: inside) {
                    signs += scalars[inside..<end].map { Sign(scalar: $0, isLiteral: true) }
                    position = end + count
                } else {
                    signs += scalars[position..<inside].map { Sign(scalar: $0, isLiteral: true) }
                    position = inside
                }
            } else {
                signs.append(Sign(scalar: scalar, isLiteral: false))
                position += 1
            }
        }
        return signs
    }

    private static func closingTicks(_ count: Int, in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        // A line of many ticks would be looked through again and again.
        guard count <= 3 else { return nil }
        var position = start
        while position < scalars.count {
            guard scalars[position] == "`" else {
                position += 1
                continue
            }
            let run = scalars[position...].prefix { $0 == "`" }.count
            if run == count { return position }
            position += run
        }
        return nil
    }

    // MARK: - Links

    /// `[text](target)` and `![text](target)` become their text.
    private mutating func takeLinks() {
        var result: [Sign] = []
        var opened: [Int] = []
        var position = 0
        while position < signs.count {
            let sign = signs[position]
            if sign.means("[") {
                opened.append(result.count)
            } else if sign.means("]"), let start = opened.popLast() {
                let behind = position + 1
                if behind < signs.count, signs[behind].means("("),
                    let end = signs[behind...].firstIndex(where: { $0.means(")") })
                {
                    let target = Self.text(signs[(behind + 1)..<end])
                    let isImage = start > 0 && result[start - 1].means("!")
                    result.remove(at: start)
                    if isImage { result.remove(at: start - 1) }
                    links.append(String(target.prefix { !$0.isWhitespace }))
                    position = end + 1
                    continue
                }
            }
            result.append(sign)
            position += 1
        }
        signs = result
    }

    // MARK: - Emphasis

    /// A run of one sign that may mark emphasis.
    private struct Run {
        let range: Range<Int>
        let scalar: Unicode.Scalar
        var count: Int
    }

    /// Takes away pairs of `*`, `_` and `~~` around words. Within a word, as in `snake_case` or `2*3*4`, they stay.
    private mutating func takeEmphasis() {
        var gone = Set<Int>()
        var openers: [Run] = []
        var position = 0
        while position < signs.count {
            let sign = signs[position]
            guard sign.means("*") || sign.means("_") || sign.means("~") else {
                position += 1
                continue
            }
            let length = signs[position...].prefix { $0.means(sign.scalar) }.count
            var run = Run(range: position..<(position + length), scalar: sign.scalar, count: length)
            position += length
            if sign.scalar == "~", length != 2 { continue }
            close(&run, &openers, &gone)
            if run.count > 0, opens(run), openers.count < InterchangeLimits.nestingLevels { openers.append(run) }
        }
        guard !gone.isEmpty else { return }
        signs = signs.indices.filter { !gone.contains($0) }.map { signs[$0] }
    }

    private func close(_ run: inout Run, _ openers: inout [Run], _ gone: inout Set<Int>) {
        guard run.range.lowerBound > 0, !signs[run.range.lowerBound - 1].isBlank, !isWord(run.range.upperBound) else {
            return
        }
        while run.count > 0, let place = openers.lastIndex(where: { $0.scalar == run.scalar }) {
            let count = min(openers[place].count, run.count)
            let openEnd = openers[place].range.lowerBound + openers[place].count
            gone.formUnion((openEnd - count)..<openEnd)
            let closeStart = run.range.upperBound - run.count
            gone.formUnion(closeStart..<(closeStart + count))
            run.count -= count
            openers[place].count -= count
            openers.removeSubrange((openers[place].count > 0 ? place + 1 : place)...)
        }
    }

    private func opens(_ run: Run) -> Bool {
        run.range.upperBound < signs.count && !signs[run.range.upperBound].isBlank && !isWord(run.range.lowerBound - 1)
    }

    private func isWord(_ index: Int) -> Bool {
        guard signs.indices.contains(index) else { return false }
        let properties = signs[index].scalar.properties
        return properties.isAlphabetic || properties.numericType != nil
    }

    // MARK: - Texts

    /// The plain text of some signs, trimmed.
    static func text(_ signs: some Sequence<Sign>) -> String {
        var view = String.UnicodeScalarView()
        for sign in signs { view.append(sign.scalar) }
        return TextRules.cleaned(String(view))
    }

    /// The plain text.
    var text: String { Self.text(signs) }

    /// A line of a note, of which only the backslashes are taken away.
    static func unescaped(_ line: String) -> String {
        let scalars = Array(line.unicodeScalars)
        var view = String.UnicodeScalarView()
        var position = 0
        while position < scalars.count {
            let isEscape =
                scalars[position] == "\\" && position + 1 < scalars.count
                && MarkdownLine.isEscapable(scalars[position + 1])
            if isEscape { position += 1 }
            view.append(scalars[position])
            position += 1
        }
        return String(view)
    }
}
