// Text that a terminal only shows and never obeys (docs/design, security: text to a terminal).

/// Makes control characters visible. Every text that comes from a person, a file or the network goes through here
/// before it is shown.
public enum SafeText {
    /// The text with C0 controls and DEL as their symbols (U+001B becomes ␛), and C1 controls, bidirectional controls
    /// and separators by name (U+202E becomes ⟪RLO⟫). `keepingLines` leaves line feeds and tabs as they are.
    public static func visible(_ text: String, keepingLines: Bool = false) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if keepingLines, scalar == "\n" || scalar == "\t" {
                result.append(scalar)
            } else if let symbol = symbol(scalar) {
                result.append(contentsOf: symbol.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func symbol(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map { String(Character($0)) }  // control pictures
        case 0x7F: "␡"
        case 0x80...0x9F: "⟪\(String(scalar.value, radix: 16, uppercase: true))⟫"
        case 0x061C: "⟪ALM⟫"
        case 0x200E: "⟪LRM⟫"
        case 0x200F: "⟪RLM⟫"
        case 0x2028: "⟪LS⟫"
        case 0x2029: "⟪PS⟫"
        case 0x202A: "⟪LRE⟫"
        case 0x202B: "⟪RLE⟫"
        case 0x202C: "⟪PDF⟫"
        case 0x202D: "⟪LRO⟫"
        case 0x202E: "⟪RLO⟫"
        case 0x2066: "⟪LRI⟫"
        case 0x2067: "⟪RLI⟫"
        case 0x2068: "⟪FSI⟫"
        case 0x2069: "⟪PDI⟫"
        default: nil
        }
    }
}
