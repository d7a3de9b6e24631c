// Code cut into names and marks, as far as the house rules need it.

/// Names (of letters, digits and underscores) and single marks; white space is left out.
enum Tokens {
    /// The tokens of a piece of code, in order.
    static func of(_ code: some StringProtocol) -> [String] {
        var tokens: [String] = []
        var name: [UInt8] = []
        func endName() {
            if !name.isEmpty { tokens.append(String(decoding: name, as: UTF8.self)) }
            name = []
        }
        for byte in code.utf8 {
            if isPartOfName(byte) {
                name.append(byte)
            } else {
                endName()
                if byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\n") {
                    tokens.append(String(decoding: [byte], as: UTF8.self))
                }
            }
        }
        endName()
        return tokens
    }

    /// Where a piece of code contains these bytes, not as part of a longer name: the offsets, in order.
    static func offsets(of needle: String, in code: [UInt8]) -> [Int] {
        let needle = Array(needle.utf8)
        guard let first = needle.first, let last = needle.last else { return [] }
        return code.indices.filter { index in
            guard code[index] == first, code[index...].starts(with: needle) else { return false }
            let end = index + needle.count
            let continuesBefore = isPartOfName(first) && index > 0 && isPartOfName(code[index - 1])
            let continuesAfter = isPartOfName(last) && end < code.count && isPartOfName(code[end])
            return !continuesBefore && !continuesAfter
        }
    }

    /// Letters, digits, underscores, and the bytes of characters beyond ASCII.
    static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
