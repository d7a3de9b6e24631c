// What people type into a field, and the pure functions over their texts.

import CommandLineTool
import Replication
import TripModel

extension FuzzTarget {
    /// A byte that chooses a field of the catalogue, and what somebody types into it.
    static let fields = FuzzTarget("fields") { bytes in
        let kinds = Catalogue.packmule.entities.flatMap { $0.fields.map(\.kind) }
        let kind = kinds[Int(bytes.first ?? 0) % kinds.count]
        let rest = Array(bytes.dropFirst())
        if let value = read({ try Value(encoded: rest) }), value != .null, kind.accepts(value) {
            _ = kind.format(value)
        }
        guard let value = read({ try kind.parse(String(decoding: rest, as: UTF8.self)).get() }),
            value != .null, kind.accepts(value)
        else { return }
        let again = read { try kind.parse(kind.format(value)).get() }
        try require(again == value, "what is shown of a \(kind.name) can be typed: \(value)")
    }

    /// Texts that are cleaned, folded, searched, shown and counted.
    static let texts = FuzzTarget("texts") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let cleaned = TextRules.cleaned(text)
        try require(TextRules.cleaned(cleaned).hasSameBytes(as: cleaned), "cleaning twice is cleaning once")
        let folded = Folding.folded(text)
        try require(Folding.folded(folded).hasSameBytes(as: folded), "folding twice is folding once")
        try require(Folding.matches(Folding.words(in: text), in: folded), "a text is found by itself")
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
        try require(!SafeText.visible(text).unicodeScalars.contains(where: isControl), "nothing commands a terminal")
        if let map = TextMap(text) {
            try require(TextMap(map.description) == map, "a map that is written is read as the same")
        }
        if let key = FractionalKey(text), let next = FractionalKey.between(key, nil) {
            try require(key < next, "there is a place behind every other")
            let middle = FractionalKey.between(key, next)
            try require(middle.map { key < $0 && $0 < next } ?? true, "what is put between stands between")
        }
        if let grams = read({ try WeightText.grams(in: text).get() }) {
            try require(grams >= 0, "nothing has no weight")
        }
        _ = (Country.code(for: text), DayText.day(in: text), RecordID(text))
    }
}
