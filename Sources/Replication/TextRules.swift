// Rules for text that a person gives (docs/design, model: Text).

extension FieldKind {
    /// One line of text without control characters, trimmed when typed; a length in characters as seen, and a byte
    /// ceiling of 4 × the limit.
    public static func text(_ lengths: ClosedRange<Int>) -> FieldKind {
        text(name: "text", lengths: lengths, allowed: { _ in false })
    }

    /// Text that may have line feeds and tabs; CRLF and CR become LF when typed.
    public static func note(_ limit: Int) -> FieldKind {
        text(name: "note", lengths: 0...limit, allowed: { $0 == "\n" || $0 == "\t" })
    }

    private static func text(
        name: String, lengths: ClosedRange<Int>, allowed: @escaping @Sendable (Unicode.Scalar) -> Bool
    ) -> FieldKind {
        FieldKind(
            name: name, storage: .text,
            brokenRule: { value in
                guard case .text(let text) = value else { return "must be text" }
                return TextRules.brokenRule(text, lengths: lengths, allowed: allowed)
            },
            parse: { typed in .success(.text(TextRules.cleaned(typed))) },
            format: { value in
                guard case .text(let text) = value else { return "" }
                return text
            })
    }
}

/// The rules all texts share.
public enum TextRules {
    /// White space at both ends removed, CRLF and CR turned into LF; otherwise the bytes typed.
    public static func cleaned(_ typed: String) -> String {
        var scalars = typed.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        guard scalars.contains("\r") else { return String(scalars) }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in scalars {
            if scalar == "\r" || (scalar == "\n" && previous != "\r") {
                result.append("\n")
            } else if scalar != "\n" {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    static func brokenRule(
        _ text: String, lengths: ClosedRange<Int>, allowed: (Unicode.Scalar) -> Bool
    ) -> String? {
        let byteCount = text.utf8.count
        // A text has at most as many characters as bytes, and one that is not empty has at least one: the characters
        // are counted only where that does not decide.
        let isCounted = byteCount > lengths.upperBound || (lengths.lowerBound > 1 && byteCount >= lengths.lowerBound)
        guard lengths.contains(isCounted ? text.count : byteCount) else {
            return lengths.lowerBound == 0
                ? "must be at most \(lengths.upperBound) characters long"
                : "must be \(lengths.lowerBound) to \(lengths.upperBound) characters long"
        }
        guard byteCount <= 4 * lengths.upperBound else {
            return "must be at most \(4 * lengths.upperBound) bytes long"
        }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control && !allowed($0) }
        return hasControl ? "must not contain control characters" : nil
    }
}
