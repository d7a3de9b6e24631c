// The text of a file: UTF-8 or a clear refusal, and its lines.

/// Decoding of files. A byte order mark of UTF-8 is taken away; everything else stays as it is.
enum SourceText {
    /// - Throws: ``InterchangeError/tooLarge(_:)``, and ``InterchangeError/unreadable(line:reason:)`` for another
    ///   encoding, with the line of the first byte that is not UTF-8.
    static func decoded(_ bytes: [UInt8]) throws(InterchangeError) -> String {
        guard bytes.count <= InterchangeLimits.fileByteCount else {
            throw .tooLarge("\(InterchangeLimits.fileByteCount / 1024 / 1024) MiB")
        }
        if isUTF16(bytes) {
            throw .unreadable(line: 1, reason: "the text is UTF-16; save it as UTF-8")
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .unreadable(
                line: lineOfFirstFault(in: content),
                reason: "the text is not UTF-8, perhaps Windows-1252 or Latin-1; save it as UTF-8")
        }
        return text
    }

    /// The lines without their ends, which are LF, CRLF or CR; the first has number 1.
    static func lines(of text: String) -> [String] {
        lines(of: Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var position = start
        while position < bytes.endIndex {
            let byte = bytes[position]
            guard byte == lineFeed || byte == carriageReturn else {
                position += 1
                continue
            }
            lines.append(bytes[start..<position])
            let isPair = byte == carriageReturn && position + 1 < bytes.endIndex && bytes[position + 1] == lineFeed
            position += isPair ? 2 : 1
            start = position
        }
        if start < bytes.endIndex { lines.append(bytes[start...]) }
        return lines
    }

    private static func lineOfFirstFault(in bytes: ArraySlice<UInt8>) -> Int {
        let index = lines(of: bytes).firstIndex { String(validating: $0, as: UTF8.self) == nil }
        return (index ?? 0) + 1
    }

    /// By its mark, or by a zero in every other byte of a text of plain letters.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let start = bytes.prefix(64)
        guard start.count >= 4 else { return false }
        return start.count { $0 == 0 } * 3 >= start.count
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
