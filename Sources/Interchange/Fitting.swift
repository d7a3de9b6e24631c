// Bringing what was read within the rules of the model without losing it.

import Replication
import TripModel

extension Entity {
    /// The record with every field that breaks its rule back at its default; and the rules that were broken, those of
    /// required fields among them.
    func keepingRules() -> (record: Self, broken: [Problem]) {
        let broken = Self.problems(in: self)
        guard !broken.isEmpty else { return (self, []) }
        var record = self
        let defaults = Self(id: id)
        for problem in broken {
            guard let field = Self.schema.fields.first(where: { $0.description.name == problem.field }) else {
                continue
            }
            _ = field.write(&record, field.read(defaults))
        }
        return (record, broken)
    }

    /// Whether a rule is one of a field that the record must have.
    static func isRequired(_ problem: Problem) -> Bool {
        schema.description.fields.contains { $0.name == problem.field && $0.isRequired }
    }
}

extension PackingItem {
    /// Sets the name; what is beyond its limit is put before the note.
    ///
    /// - Returns: whether the name was too long.
    mutating func setName(_ text: String) -> Bool {
        name = text.prefix(characters: Limits.itemNameCharacters)
        let rest = TextRules.cleaned(String(text.unicodeScalars.dropFirst(name.unicodeScalars.count)))
        name = TextRules.cleaned(name)
        guard !rest.isEmpty else { return false }
        note = note.isEmpty ? rest : rest + "\n" + note
        return true
    }
}

extension String {
    /// As many characters as the limit and its byte ceiling of four times that allow.
    fileprivate func prefix(characters limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var start = self[...].prefix(limit)
        while start.utf8.count > 4 * limit { start = start.dropLast() }
        return String(start)
    }
}
