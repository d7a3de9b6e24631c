// The one form in which texts are compared and searched: without case, accents and a few letters' strokes.

@_spi(_Unicode) import Swift

/// Folds texts so that `Straße` equals `STRASSE` and `CAFÉ` equals `café` in both of its spellings (docs/design, model:
/// Comparing and searching). A folded text is for comparing, never for showing.
public enum Folding {
    /// Upper case, lower case, canonical decomposition, without nonspacing marks, then ł→l ø→o đ→d ı→i æ→ae œ→oe ð→d
    /// þ→th, and ß→ss, which is left of a capital ẞ. Folding twice changes nothing. Two folded texts are equal exactly
    /// when their bytes are.
    public static func folded(_ text: String) -> String {
        // Most names are plain ASCII, for which all of the above comes down to lower case.
        isASCII(text) ? text.lowercased() : foldedScalars(of: text)
    }

    /// The folded text of a record: its searched fields joined by a line feed, so that a word never spans two fields.
    public static func folded(fields: [String]) -> String {
        fields.map(folded).joined(separator: "\n")
    }

    /// What a person typed to search for, as folded words; white space parts them.
    public static func words(in typed: String) -> [String] {
        folded(typed).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether all words, as ``words(in:)`` gives them, occur in a folded text, in any order. No words match anything.
    public static func matches(_ words: [String], in folded: String) -> Bool {
        words.allSatisfy { occurs($0, in: folded) }
    }

    // MARK: - Parts

    private static func isASCII(_ text: String) -> Bool {
        // A native text always has such storage; one that has none takes the longer way to the same result.
        text.utf8.withContiguousStorageIfAvailable { $0.reduce(0, |) < 0x80 } ?? false
    }

    private static func foldedScalars(of text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.uppercased().lowercased()._nfd where scalar.properties.generalCategory != .nonspacingMark {
            switch scalar {
            case "ł": folded.append("l")
            case "ø": folded.append("o")
            case "đ", "ð": folded.append("d")
            case "ı": folded.append("i")
            case "ß": folded.append(contentsOf: "ss".unicodeScalars)
            case "æ": folded.append(contentsOf: "ae".unicodeScalars)
            case "œ": folded.append(contentsOf: "oe".unicodeScalars)
            case "þ": folded.append(contentsOf: "th".unicodeScalars)
            default: folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Whether the bytes of one text occur in those of another; in UTF-8 a match always begins at a character.
    private static func occurs(_ word: String, in text: String) -> Bool {
        var (word, text) = (word, text)
        return word.withUTF8 { word in
            text.withUTF8 { text in
                guard let first = word.first else { return true }
                guard text.count >= word.count else { return false }
                return (0...text.count - word.count).contains { start in
                    text[start] == first && text[start..<start + word.count].elementsEqual(word)
                }
            }
        }
    }
}
