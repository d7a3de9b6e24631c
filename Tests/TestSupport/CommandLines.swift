// Command lines as tests write them.

/// The words of a line; `'two words'` are one.
package func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
        switch character {
        case "'":
            isQuoted.toggle()
            word = word ?? ""
        case " " where !isQuoted:
            if let word { words.append(word) }
            word = nil
        default: word = (word ?? "") + String(character)
        }
    }
    return words + (word.map { [$0] } ?? [])
}
