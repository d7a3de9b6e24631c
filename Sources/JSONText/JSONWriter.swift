// Writing JSON: the same value always gives the same bytes.

extension JSONValue {
    /// How a value is laid out.
    public enum Layout: Sendable {
        /// One line without blanks.
        case compact
        /// One member or element a line, two spaces a level, a blank after the colon. No line feed at the end.
        case pretty
    }

    /// The value as JSON text. Control characters are escaped as RFC 8259 section 7 demands; so are DEL, the C1
    /// controls and the bidirectional controls, because such text may be shown on a terminal. Doubles have the fewest
    /// digits that read back as the same double.
    public func text(_ layout: Layout = .compact) -> String {
        String(decoding: bytes(layout), as: UTF8.self)
    }

    /// The same text as UTF-8.
    public func bytes(_ layout: Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.write(self, level: 0)
        return writer.output
    }
}

/// Appends values to UTF-8 bytes.
struct JSONWriter {
    let layout: JSONValue.Layout
    var output: [UInt8] = []

    init(layout: JSONValue.Layout) {
        self.layout = layout
    }

    mutating func write(_ value: JSONValue, level: Int) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): write(value)
        case .double(let value): output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): write(value)
        case .array(let elements):
            writeList(elements, open: "[", close: "]", level: level) { writer, element in
                writer.write(element, level: level + 1)
            }
        case .object(let members):
            writeList(members, open: "{", close: "}", level: level) { writer, member in
                writer.write(member.name)
                writer.output.append(UInt8(ascii: ":"))
                if writer.layout == .pretty { writer.output.append(UInt8(ascii: " ")) }
                writer.write(member.value, level: level + 1)
            }
        }
    }

    private mutating func writeList<Part>(
        _ parts: [Part], open: Unicode.Scalar, close: Unicode.Scalar, level: Int, writePart: (inout Self, Part) -> Void
    ) {
        output.append(UInt8(ascii: open))
        var isFirst = true
        for part in parts {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            startLine(level: level + 1)
            writePart(&self, part)
        }
        if !parts.isEmpty { startLine(level: level) }
        output.append(UInt8(ascii: close))
    }

    private mutating func startLine(level: Int) {
        guard layout == .pretty else { return }
        output.append(0x0A)
        for _ in 0..<level { output.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func write(_ value: Int64) {
        let start = output.count
        var rest = value.magnitude
        repeat {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest != 0
        if value < 0 { output.append(UInt8(ascii: "-")) }
        output[start...].reverse()
    }

    private mutating func write(_ text: String) {
        var text = text
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            // Stretches that need no escape are copied whole.
            var copied = 0
            var index = 0
            while index < bytes.count {
                let length = JSONWriter.escapeLength(bytes, at: index)
                if length == 0 {
                    index += 1
                    continue
                }
                output.append(contentsOf: bytes[copied..<index])
                writeEscape(bytes[index..<index + length])
                index += length
                copied = index
            }
            output.append(contentsOf: bytes[copied...])
        }
        output.append(UInt8(ascii: "\""))
    }

    /// How many bytes the scalar at this index has if it must be escaped, otherwise 0. The bytes are valid UTF-8.
    private static func escapeLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        if first < 0x80 {
            return first < 0x20 || first == 0x22 || first == 0x5C || first == 0x7F ? 1 : 0
        }
        switch first {
        case 0xC2: return bytes[index + 1] < 0xA0 ? 2 : 0  // C1 controls
        case 0xD8: return bytes[index + 1] == 0x9C ? 2 : 0  // U+061C
        case 0xE2:
            switch (bytes[index + 1], bytes[index + 2]) {
            case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3  // U+200E, U+2028, U+2066 …
            default: return 0
            }
        default: return 0
        }
    }

    private mutating func writeEscape(_ scalar: Slice<UnsafeBufferPointer<UInt8>>) {
        let short: Unicode.Scalar? =
            switch scalar.first {
            case 0x22: "\""
            case 0x5C: "\\"
            case 0x08: "b"
            case 0x09: "t"
            case 0x0A: "n"
            case 0x0C: "f"
            case 0x0D: "r"
            default: nil
            }
        output.append(UInt8(ascii: "\\"))
        if let short {
            output.append(UInt8(ascii: short))
            return
        }
        let value = String(decoding: scalar, as: UTF8.self).unicodeScalars.first?.value ?? 0
        let digits = Array("0123456789abcdef".utf8)
        output.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] { output.append(digits[Int(value >> UInt32(shift)) & 0xF]) }
    }
}
