// How wide text is on a terminal.

/// Columns of text as a terminal shows it.
public enum TerminalWidth {
    /// The columns that the text takes: East Asian wide and full-width characters and emoji two, combining characters
    /// and formats none (Unicode Standard Annex 11), everything else one.
    public static func columns(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// The text cut to a width with an ellipsis as its last character, or the text itself if it fits.
    public static func truncated(_ text: String, to width: Int) -> String {
        guard columns(text) > width else { return text }
        guard width > 0 else { return "" }
        var room = width - 1
        let kept = text.prefix { character in
            room -= columns(character)
            return room >= 0
        }
        return kept + "…"
    }

    /// The columns of one character as seen.
    static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        let isEmoji = scalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
        return isEmoji ? 2 : scalars.reduce(0) { $0 + columns($1) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and final consonants of Hangul join the syllable before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        return isWide(scalar.value) ? 2 : 1
    }

    /// Blocks whose characters are wide or full-width in EastAsianWidth.txt of Unicode 16; wide symbols elsewhere are
    /// emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
