// Tells the code in a Swift file from its comments and texts.

/// Blanks what is not code, and keeps the rest where it stands. What is interpolated into a text is code.
struct CodeReader {
    private enum Place {
        /// Code; `depth` counts the parentheses open since an interpolation began, nil outside of one.
        case code(depth: Int?)
        /// A text with so many `#` before it, on one line or (three quotation marks) on several.
        case text(hashes: Int, isLong: Bool)
    }

    private let bytes: [UInt8]
    private var result: [UInt8] = []
    private var index = 0
    private var places: [Place] = [.code(depth: nil)]

    /// The code of a file, of the same length in bytes.
    static func code(of text: String) -> String {
        var reader = CodeReader(bytes: Array(text.utf8))
        while reader.index < reader.bytes.count { reader.step() }
        return String(decoding: reader.result, as: UTF8.self)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        result.reserveCapacity(bytes.count)
    }

    private mutating func step() {
        switch places.last {
        case .text(let hashes, let isLong): stepInText(hashes: hashes, isLong: isLong)
        case .code(let depth): stepInCode(depth: depth)
        case nil: keep(1)
        }
    }

    private mutating func stepInCode(depth: Int?) {
        if starts("//") {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank(1) }
        } else if starts("/*") {
            blankComment()
        } else if let (hashes, isLong) = openingQuotes() {
            keep(hashes + (isLong ? 3 : 1))
            places.append(.text(hashes: hashes, isLong: isLong))
        } else {
            if let depth, starts("(") { places[places.count - 1] = .code(depth: depth + 1) }
            if let depth, starts(")") {
                places[places.count - 1] = .code(depth: depth - 1)
                if depth == 0 { places.removeLast() }
            }
            keep(1)
        }
    }

    private mutating func stepInText(hashes: Int, isLong: Bool) {
        let marks = String(repeating: "#", count: hashes)
        let end = (isLong ? "\"\"\"" : "\"") + marks
        if starts(end) {
            keep(end.utf8.count)
            places.removeLast()
        } else if starts("\\" + marks + "(") {
            blank(1 + hashes)
            keep(1)
            places.append(.code(depth: 0))
        } else if starts("\\" + marks) {
            blank(min(2 + hashes, bytes.count - index))
        } else if bytes[index] == UInt8(ascii: "\n") {
            keep(1)
            if !isLong { places.removeLast() }
        } else {
            blank(1)
        }
    }

    /// Comments of this kind may hold each other.
    private mutating func blankComment() {
        var depth = 0
        while index < bytes.count {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
                if depth == 0 { return }
            } else {
                blank(1)
            }
        }
    }

    private func openingQuotes() -> (hashes: Int, isLong: Bool)? {
        var hashes = 0
        while index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "#") { hashes += 1 }
        guard index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "\"") else { return nil }
        let isLong = bytes[(index + hashes)...].starts(with: Array("\"\"\"".utf8))
        return (hashes, isLong)
    }

    private func starts(_ text: String) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    private mutating func keep(_ count: Int) {
        result += bytes[index..<index + count]
        index += count
    }

    private mutating func blank(_ count: Int) {
        for byte in bytes[index..<index + count] {
            result.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        index += count
    }
}
