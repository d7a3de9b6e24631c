// Rows and cells of delimited text (RFC 4180), read as files really are.

/// One row: its cells as text, quotes taken away.
struct CSVRow: Equatable {
    /// The line it starts at, counted from 1.
    let line: Int
    let cells: [String]
    /// The line of a quote that is never closed: everything behind it landed in the last cell.
    let openQuoteLine: Int?

    /// Whether no cell holds anything.
    var isBlank: Bool { cells.allSatisfy(\.isEmpty) }
}

/// Reads rows one after the other. Lines end with LF, CRLF or CR. A quote counts only at the start of a cell, behind
/// blanks at most; text behind a closing quote belongs to the cell.
struct CSVReader {
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var position = 0
    private var line = 1

    /// - Parameter bytes: valid UTF-8.
    init(_ bytes: [UInt8], delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// The next row; nil at the end.
    mutating func next() -> CSVRow? {
        guard position < bytes.count else { return nil }
        let start = line
        var cells: [String] = []
        while true {
            let (cell, end) = nextCell()
            cells.append(cell)
            switch end {
            case .delimiter: continue
            case .row: return CSVRow(line: start, cells: cells, openQuoteLine: nil)
            case .openQuote(let line): return CSVRow(line: start, cells: cells, openQuoteLine: line)
            }
        }
    }

    private enum CellEnd {
        case delimiter, row
        case openQuote(line: Int)
    }

    private mutating func nextCell() -> (String, CellEnd) {
        var content: [UInt8] = []
        var quoteLine: Int?
        var wasQuoted = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if quoteLine != nil {
                guard byte == Self.quote else {
                    content.append(byte)
                    countLine(byte)
                    continue
                }
                if position < bytes.count, bytes[position] == Self.quote {
                    content.append(byte)
                    position += 1
                } else {
                    quoteLine = nil
                }
            } else if byte == delimiter {
                return (String(decoding: content, as: UTF8.self), .delimiter)
            } else if byte == Self.lineFeed || byte == Self.carriageReturn {
                if byte == Self.carriageReturn, position < bytes.count, bytes[position] == Self.lineFeed {
                    position += 1
                }
                line += 1
                return (String(decoding: content, as: UTF8.self), .row)
            } else if byte == Self.quote, !wasQuoted, content.allSatisfy(Self.isBlank) {
                content = []
                (quoteLine, wasQuoted) = (line, true)
            } else {
                content.append(byte)
            }
        }
        return (String(decoding: content, as: UTF8.self), quoteLine.map { .openQuote(line: $0) } ?? .row)
    }

    /// Inside quotes a CRLF is one line end, counted at its LF.
    private mutating func countLine(_ byte: UInt8) {
        let isLoneReturn =
            byte == Self.carriageReturn && !(position < bytes.count && bytes[position] == Self.lineFeed)
        if byte == Self.lineFeed || isLoneReturn { line += 1 }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
