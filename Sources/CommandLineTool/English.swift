// The little English that messages need.

/// Plurals and lists.
public enum English {
    /// "1 item", "2 items", "0 items". Give the plural where it is not made with s.
    public static func count(_ count: Int, _ singular: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
    }

    /// "a", "a and b", "a, b and c"; empty for no words.
    public static func list(_ words: [String], _ conjunction: String = "and") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// The noun behind its indefinite article: "an item", "a trip". Goes by the first letter, which serves our nouns.
    public static func indefinite(_ noun: String) -> String {
        let isVowel = noun.first.map { "aeiou".contains($0) } ?? false
        return (isVowel ? "an " : "a ") + noun
    }
}
