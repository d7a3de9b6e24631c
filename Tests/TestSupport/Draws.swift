// What tests draw from a seeded generator.

extension SeededGenerator {
    /// A whole number of the range, all equally likely (within 2⁻⁶⁴ times the width of the range).
    package mutating func int(in range: ClosedRange<Int>) -> Int {
        let span = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
        let draw = next()
        guard span < .max else { return Int(truncatingIfNeeded: draw) }
        return range.lowerBound &+ Int(truncatingIfNeeded: draw.multipliedFullWidth(by: span + 1).high)
    }

    /// A whole number of the range, which must not be empty.
    package mutating func int(in range: Range<Int>) -> Int {
        int(in: range.lowerBound...(range.upperBound - 1))
    }

    /// True with this probability, from 0 (never) to 1 (always).
    package mutating func bool(probability: Double = 0.5) -> Bool {
        Double(next() >> 11) / Double(1 << 53) < probability
    }

    /// One element of a collection that is not empty, all equally likely.
    package mutating func pick<Element>(from elements: some RandomAccessCollection<Element>) -> Element {
        elements[elements.index(elements.startIndex, offsetBy: int(in: 0..<elements.count))]
    }

    /// Brings the elements into a random order, all orders equally likely (Fisher and Yates).
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for index in elements.indices.dropFirst().reversed() {
            elements.swapAt(index, int(in: 0...index))
        }
    }

    /// The elements in a random order.
    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        shuffle(&result)
        return result
    }

    /// That many random bytes.
    package mutating func bytes(count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
    }

    /// Text of that many pieces: mostly letters, digits and spaces, one time in four something nasty. As a person sees
    /// it the text may have fewer characters, because pieces join, but never more. It has no control characters unless
    /// they are asked for.
    package mutating func text(pieces: ClosedRange<Int>, withControlCharacters: Bool = false) -> String {
        var text = ""
        for _ in 0..<int(in: pieces) {
            if withControlCharacters, bool(probability: 0.05) {
                text.unicodeScalars.append(pick(from: NastyText.controlCharacters))
            } else if bool(probability: 0.25) {
                text += pick(from: NastyText.pieces)
            } else {
                text.unicodeScalars.append(pick(from: NastyText.plainCharacters))
            }
        }
        return text
    }
}

/// Text that has broken programs before.
package enum NastyText {
    /// One character each (or a part of one), none a control character.
    package static let pieces = [
        "é", "e\u{301}", "\u{301}", "ß", "ẞ", "İ", "ı", "ﬀ", "Å", "\u{212B}", "ñ", "n\u{303}",
        "日", "本", "한", "\u{1112}\u{1161}\u{11AB}", "ع", "ש", "ไ", "क्षि", "\u{10FFFD}",
        "🧳", "👩‍👩‍👧‍👦", "🇩🇪", "🇫", "👍🏽", "❤️", "\u{FE0F}", "\u{200D}", "\u{200B}", "\u{FEFF}",
        "\u{202E}", "\u{2066}", "\u{2028}", "\u{A0}", "\u{3000}", "\u{FFFD}", "\u{FFFE}",
        "\"", "'", "`", "\\", "%", "_", "*", ";", "-", "<", "&", "{", ",", "|", "#", "$", "~", "/", ".", "=",
    ]

    /// The controls of ASCII and of Latin 1.
    package static let controlCharacters: [Unicode.Scalar] =
        (Array(0x00...0x1F) + Array(0x7F...0x9F)).map { Unicode.Scalar(UInt8($0)) }

    /// Letters, digits and the space.
    package static let plainCharacters =
        Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789      ".unicodeScalars)
}
