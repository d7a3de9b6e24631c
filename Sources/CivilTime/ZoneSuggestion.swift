// Which zone somebody may have meant.

extension ZoneIndex {
    /// The name that was probably meant: the same but for case and blanks, else with the same last part (`new york`),
    /// else with one letter in four wrong, two at most. Nil when none is near.
    func suggestion(for typed: ZoneName) -> ZoneName? {
        let wanted = Self.folded(typed.text)
        guard !wanted.isEmpty else { return nil }
        let candidates = names.map { name in
            let folded = Self.folded(name.text)
            return (name: name, whole: folded, place: Array(folded.split(separator: UInt8(ascii: "/")).last ?? []))
        }
        let same = candidates.first { $0.whole == wanted } ?? candidates.first { $0.place == wanted }
        if let same { return same.name }
        let tolerated = min(wanted.count / 4, Self.toleratedLetters)
        guard tolerated > 0 else { return nil }
        let distances = candidates.map { candidate in
            min(Self.distance(wanted, candidate.whole), Self.distance(wanted, candidate.place))
        }
        let nearest = zip(candidates, distances).min { $0.1 < $1.1 }
        return nearest.flatMap { $0.1 <= tolerated ? $0.0.name : nil }
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { byte in
            byte == UInt8(ascii: " ") ? UInt8(ascii: "_") : byte.isLetter ? byte | 0x20 : byte
        }
    }

    private static let toleratedLetters = 2

    /// How many letters must be put in, left out or replaced; one more than tolerated stands for all beyond.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard abs(left.count - right.count) <= toleratedLetters else { return toleratedLetters + 1 }
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return min(row[right.count], toleratedLetters + 1)
    }
}
