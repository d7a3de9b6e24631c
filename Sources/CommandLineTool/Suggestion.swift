// The word a person probably meant.

/// Finds the nearest word.
public enum Suggestion {
    /// The candidate that begins with the word, otherwise the one with the fewest slips of the finger, at most two and
    /// less than half of the word. Of equals the first.
    public static func best(for word: String, among candidates: [String]) -> String? {
        let typed = word.lowercased()
        guard !typed.isEmpty, typed.utf8.count <= Limits.suggestionBytes else { return nil }
        if typed.count >= 2, let longer = candidates.first(where: { $0.lowercased().hasPrefix(typed) }) {
            return longer
        }
        let most = min(2, (typed.count - 1) / 2)
        let near = candidates.map { (candidate: $0, distance: distance(typed, $0.lowercased())) }
            .filter { $0.distance <= most }
        return near.min { $0.distance < $1.distance }?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other (Damerau 1964,
    /// Levenshtein 1966; no part is edited twice).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
