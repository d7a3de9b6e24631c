// Texts that a spreadsheet would run as a formula.

/// An apostrophe before a text that begins with one of `= + - @`, a tab or a carriage return: a spreadsheet then shows
/// the text. The same apostrophe is put before a text that already looks guarded, so that taking it away is exact.
enum FormulaGuard {
    /// The text for a cell.
    static func guarded(_ text: String) -> String {
        isDangerous(text.unicodeScalars.drop { $0 == "'" }) ? "'" + text : text
    }

    /// The text of a cell.
    static func unguarded(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", isDangerous(cell.unicodeScalars.drop { $0 == "'" }) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    private static func isDangerous(_ scalars: Substring.UnicodeScalarView) -> Bool {
        scalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
