// Fields that hold one of a few words.

public import Replication

/// An enumeration whose cases are stored as their names. A word that this version does not know is parked, not lost.
public protocol Word: RawRepresentable<String>, CaseIterable, FieldValue {}

extension Word {
    /// The words in the order of declaration.
    public static var words: [String] { allCases.map(\.rawValue) }

    /// The word.
    public var fieldValue: Value { .text(rawValue) }

    /// Nil for an unknown word.
    public init?(fieldValue: Value) {
        guard case .text(let word) = fieldValue else { return nil }
        self.init(rawValue: word)
    }
}

extension FieldKind {
    /// One of the words of an enumeration.
    public static func word<Type: Word>(_ type: Type.Type) -> FieldKind {
        .choice(type.words)
    }
}
