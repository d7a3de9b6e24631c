// Reads the fields of a vector, each at most once, and tells which nobody asked for.

import CivilTime
import JSONText

/// What is wrong with a vector itself, or cannot be said by it yet.
struct VectorProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// The members of a JSON object. What is left at the end would have changed the meaning, and fails the vector.
struct VectorFields {
    private let path: String
    private var members: [JSONValue.Member]

    init(_ value: JSONValue, _ path: String) throws(VectorProblem) {
        guard let members = value.members else { throw VectorProblem("\(path) is no object") }
        (self.path, self.members) = (path, members)
    }

    /// The value, null as it stands; nil when it is not there.
    mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: index).value
    }

    /// The text of a field that stays.
    func peekText(_ name: String) -> String? {
        members.first { $0.name == name }?.value.string
    }

    mutating func integer(_ name: String) throws(VectorProblem) -> Int? {
        guard let value = take(name), !value.isNull else { return nil }
        guard let number = value.integer else { throw VectorProblem("\(path).\(name) is no whole number") }
        return Int(number)
    }

    mutating func bool(_ name: String) throws(VectorProblem) -> Bool? {
        guard let value = take(name), !value.isNull else { return nil }
        guard let flag = value.bool else { throw VectorProblem("\(path).\(name) is neither true nor false") }
        return flag
    }

    mutating func text(_ name: String) throws(VectorProblem) -> String? {
        guard let value = take(name), !value.isNull else { return nil }
        guard let text = value.string else { throw VectorProblem("\(path).\(name) is no text") }
        return text
    }

    /// A text in a form of its own: an instant, a time of day, a word.
    mutating func value<Value>(
        _ name: String, _ read: (String) -> Value?
    ) throws(VectorProblem) -> Value? {
        guard let text = try text(name) else { return nil }
        guard let value = read(text) else { throw VectorProblem("\(path).\(name) cannot be \"\(text)\"") }
        return value
    }

    mutating func elements(_ name: String) throws(VectorProblem) -> [JSONValue]? {
        guard let value = take(name), !value.isNull else { return nil }
        guard let elements = value.elements else { throw VectorProblem("\(path).\(name) is no list") }
        return elements
    }

    mutating func instants(_ name: String) throws(VectorProblem) -> [Instant]? {
        guard let elements = try elements(name) else { return nil }
        var instants: [Instant] = []
        for element in elements {
            guard let instant = element.string.flatMap({ Instant($0) }) else {
                throw VectorProblem("\(path).\(name) holds what is no instant")
            }
            instants.append(instant)
        }
        return instants
    }

    mutating func object(_ name: String) throws(VectorProblem) -> VectorFields? {
        guard let value = take(name), !value.isNull else { return nil }
        return try VectorFields(value, "\(path).\(name)")
    }

    /// Throws when something is left.
    func finish() throws(VectorProblem) {
        guard let first = members.first else { return }
        throw VectorProblem("\(path) has a field \"\(first.name)\" that is not understood")
    }

    /// Leaves out what tells people something and changes nothing.
    mutating func dropRemarks() {
        members.removeAll { member in
            ["why", "note", "notes", "comment", "group", "source", "verified_by"].contains(member.name)
                || member.name.hasPrefix("foundation") || member.name.hasPrefix("expected_with_tzdata")
        }
    }
}
