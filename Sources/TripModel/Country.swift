// Countries: what people type for them, and the name they are shown by.

/// A trip's country is kept as its ISO 3166-1 alpha-2 code where it is known, else as the text typed (docs/design,
/// model).
public enum Country {
    /// The code for a code, an English or a native short name, compared without case and accents; nil when it is none
    /// of them. `The Netherlands`, `Österreich`, `osterreich`, `U.S.A.` and `fr` are all understood.
    public static func code(for typed: String) -> String? {
        CountryTable.codesByKey[CountryTable.key(for: typed)]
    }

    /// The English short name of a country as it is kept; a text that is no code is its own name.
    public static func name(of kept: String) -> String {
        CountryTable.namesByCode[kept] ?? kept
    }

    /// All codes in alphabetical order.
    public static var codes: [String] { CountryTable.namesByCode.keys.sorted() }
}

/// The rows that `Scripts/countries` wrote, ready to be looked up; read when first asked for.
enum CountryTable {
    /// The English short name of each code.
    static let namesByCode = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }

    /// The code of each code and name, by ``key(for:)``.
    static let codesByKey = Dictionary(rows.flatMap { row in row.map { (key(for: $0), row[0]) } }) { first, _ in first }

    /// The code, then names; a code may have several rows, the first of which begins with the English short name.
    private static var rows: [[String]] {
        (rowsAtoK + "\n" + rowsLtoZ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
    }

    /// What decides whether two names are the same: their folded words, without full stops and a leading article,
    /// with one form of apostrophe, hyphen and ampersand.
    static func key(for name: String) -> String {
        var plain = ""
        for character in name {
            switch character {
            case ".": break
            case "’", "ʻ", "ʼ", "`": plain += "'"
            case "-", "‐", "‑", "–": plain += " "
            case "&": plain += " and "
            default: plain.append(character)
            }
        }
        var words = Folding.words(in: plain)
        if words.count > 1, words[0] == "the" { words.removeFirst() }
        return words.joined(separator: " ")
    }
}
