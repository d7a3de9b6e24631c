// Rows and columns for people.

/// A table as text. Columns are as wide as their widest cell; where that is too wide for the terminal, the flexible
/// columns give way.
public struct Table: Sendable {
    /// The columns from left to right.
    public var columns: [Column]
    /// The rows, each with cells in the order of the columns.
    public var rows: [[Cell]]

    /// What holds for all cells of a column.
    public struct Column: Sendable {
        /// The header; a table whose titles are all empty has no header line.
        public let title: String
        /// On which side the text stands.
        public let alignment: Alignment
        /// Whether cells may be cut when there is no room.
        public let isFlexible: Bool

        /// A column; left-aligned and never cut unless said otherwise.
        public init(_ title: String, _ alignment: Alignment = .left, isFlexible: Bool = false) {
            self.title = title
            self.alignment = alignment
            self.isFlexible = isFlexible
        }
    }

    /// The side on which text stands: text left, numbers right.
    public enum Alignment: Sendable { case left, right }

    /// A text with a style. Control characters are shown as symbols.
    public struct Cell: Sendable, ExpressibleByStringLiteral {
        /// The text as shown, without control characters.
        public let text: String
        /// The look where there is colour.
        public let style: TextStyle

        /// A cell of any text.
        public init(_ text: String, _ style: TextStyle = .plain) {
            self.text = SafeText.visible(text)
            self.style = style
        }

        /// A plain cell.
        public init(stringLiteral text: String) {
            self.init(text)
        }
    }

    /// A table, to which rows may be added.
    public init(_ columns: [Column], rows: [[Cell]] = []) {
        self.columns = columns
        self.rows = rows
    }

    /// The lines, each ended with a line feed and none with blanks. `width` is the terminal's in columns, nil for no
    /// limit. A row may have fewer cells than there are columns; more are left out.
    public func text(width: Int? = nil, colour: Colour = .off) -> String {
        let header = columns.map { Cell($0.title, .bold) }
        let hasHeader = header.contains { !$0.text.isEmpty }
        let lines = (hasHeader ? [header] : []) + rows
        let widths = columnWidths(of: lines, within: width)
        return lines.map { line($0, widths, colour) + "\n" }.joined()
    }

    private static let gap = 2
    /// No column gives way beyond this, so that something can still be recognised.
    private static let leastColumns = 8

    private func columnWidths(of lines: [[Cell]], within width: Int?) -> [Int] {
        var widths = columns.map { _ in 0 }
        for line in lines {
            for (index, cell) in zip(widths.indices, line) {
                widths[index] = max(widths[index], TerminalWidth.columns(cell.text))
            }
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - width
        // The widest flexible column gives way first, down to the next widest.
        while excess > 0 {
            let shrinkable = widths.indices.filter { columns[$0].isFlexible && widths[$0] > Self.leastColumns }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            let next = shrinkable.filter { $0 != widest }.map { widths[$0] }.max() ?? Self.leastColumns
            let step = min(excess, max(1, widths[widest] - next))
            widths[widest] -= min(step, widths[widest] - Self.leastColumns)
            excess -= step
        }
        return widths
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ colour: Colour) -> String {
        var line = ""
        var pendingBlanks = 0
        for ((cell, width), column) in zip(zip(cells, widths), columns) {
            let text = TerminalWidth.truncated(cell.text, to: width)
            let blanks = max(0, width - TerminalWidth.columns(text))
            if column.alignment == .right { pendingBlanks += blanks }
            if !text.isEmpty {
                line += String(repeating: " ", count: pendingBlanks) + colour.paint(text, cell.style)
                pendingBlanks = 0
            }
            pendingBlanks += (column.alignment == .left ? blanks : 0) + Self.gap
        }
        return line
    }
}
