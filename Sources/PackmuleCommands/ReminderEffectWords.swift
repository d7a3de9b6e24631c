// What came of an edit for reminders, for scripts and in sentences.

import CommandLineTool
import JSONText
import PackmuleKit

extension ReminderEffects {
    /// `reminders: {silenced, moved, woken}`, each a list of `{id, number, title, next}`; nothing where nothing came of
    /// the edit.
    var jsonMembers: [JSONValue.Member] {
        guard !isEmpty else { return [] }
        return [
            .init(
                "reminders",
                [
                    "silenced": .array(silenced.map { $0.shortJSON(isSilenced: true) }),
                    "moved": .array(moved.map { $0.shortJSON() }), "woken": .array(woken.map { $0.shortJSON() }),
                ])
        ]
    }

    /// A sentence for each of the three, none for none.
    func sentences(_ surroundings: Surroundings) -> [String] {
        func times(_ facts: [ReminderFacts]) -> String {
            Self.listed(facts.map { "'\($0.stored.record.title)' \($0.nextWords(surroundings))" }, separator: "; ")
        }
        var sentences: [String] = []
        if !silenced.isEmpty {
            let names = Self.listed(silenced.map(\.stored.record.title), separator: ", ")
            let verbs = silenced.count == 1 ? "hangs on that and will" : "hang on that and will"
            sentences.append("\(English.count(silenced.count, "reminder")) \(verbs) not ring: \(names).")
        }
        if !moved.isEmpty {
            sentences.append("\(English.count(moved.count, "reminder")) moved with it: \(times(moved)).")
        }
        if !woken.isEmpty {
            let verb = woken.count == 1 ? "rings" : "ring"
            sentences.append("\(English.count(woken.count, "reminder")) \(verb) again: \(times(woken)).")
        }
        return sentences
    }

    /// The first few, and how many more there are.
    static func listed(_ words: [String], separator: String) -> String {
        let shown = words.prefix(shownCount)
        let more = words.count > shown.count ? ["and \(words.count - shown.count) more"] : []
        return (shown + more).joined(separator: separator)
    }

    /// More would be a list, and that is what `reminder list` is for.
    private static let shownCount = 5
}

extension ReminderFacts {
    /// `{id, number, title, next}`
    fileprivate func shortJSON(isSilenced: Bool = false) -> JSONValue {
        [
            "id": .string(stored.record.id.description), "number": .integer(Int64(stored.number)),
            "title": .string(stored.record.title), "next": isSilenced ? .null : next?.json ?? .null,
        ]
    }
}
