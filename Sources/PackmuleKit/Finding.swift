// Finding the record that a person means: by its small number, a part of its name, or the start of its id.

public import ReplicaStore
public import Replication
public import TripModel

/// A record that people call by a name.
public protocol NamedEntity: Entity {
    /// What it is called where kinds are spoken of: `trip`.
    static var kindName: String { get }
    /// What people call it.
    var displayName: String { get }
    /// Everything by which people may mean it.
    var knownNames: [String] { get }
}

extension NamedEntity {
    /// Only what people call it.
    public var knownNames: [String] { [displayName] }
}

extension Trip: NamedEntity {
    /// `trip`.
    public static var kindName: String { "trip" }
    /// Its title, else city and month.
    public var displayName: String { displayTitle }
    /// A trip with a title of its own is still the one to its city.
    public var knownNames: [String] { [displayTitle, city] }
}

extension PackingItem: NamedEntity {
    /// `item`.
    public static var kindName: String { "item" }
    /// Its name.
    public var displayName: String { name }
}

extension PackingCategory: NamedEntity {
    /// `category`.
    public static var kindName: String { "category" }
    /// Its heading.
    public var displayName: String { label }
}

extension Place: NamedEntity {
    /// `place`.
    public static var kindName: String { "place" }
    /// Its name.
    public var displayName: String { name }
}

extension Setting: NamedEntity {
    /// `setting`.
    public static var kindName: String { "setting" }
    /// Its key.
    public var displayName: String { key }
}

extension Reminder: NamedEntity {
    /// `reminder`.
    public static var kindName: String { "reminder" }
    /// What it says.
    public var displayName: String { title }
}

extension Reader {
    /// The one record that a text means: the small number (`3` or `#3`), else one of its whole names, else a part of
    /// them, else the start of its id; names are compared folded. Digits alone are a number or a whole name, never a
    /// part of one.
    ///
    /// - Parameters:
    ///   - candidates: the records that a name may mean, asked for only when the text is no number; all that are shown,
    ///     unless others are given. A number or id finds any record of the kind that is not deleted.
    ///   - deleted: whether deleted records are meant, and only they.
    /// - Throws: ``DeviceError/notFound(kind:text:)``, ``DeviceError/ambiguous(kind:text:candidates:)``.
    public func find<Record: NamedEntity>(
        _ type: Record.Type, _ text: String, among candidates: @autoclosure () throws -> [Stored<Record>]? = nil,
        deleted: Bool = false
    ) throws -> Stored<Record> {
        let typed = TextRules.cleaned(text)
        let number = Self.number(in: typed)
        if let number, let found = try record(type, number: number), found.isDeleted == deleted { return found }
        let candidates = try candidates() ?? (deleted ? self.deleted(type) : records(type))
        // A number that no record has must not mean one in whose name it happens to stand. What begins with 0 may be
        // the start of an id.
        let isNumber = number != nil && !typed.hasPrefix("0")
        if let found = try Self.choose(typed, byName: candidates, isWhole: isNumber) { return found }
        if isNumber { throw DeviceError.notFound(kind: Record.kindName, text: typed) }
        if let found = try Self.choose(typed, byID: deleted ? candidates : records(type)) { return found }
        throw DeviceError.notFound(kind: Record.kindName, text: typed)
    }

    private static func number(in text: String) -> Int? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(digits)
    }

    private static func choose<Record: NamedEntity>(
        _ typed: String, byName candidates: [Stored<Record>], isWhole: Bool
    ) throws -> Stored<Record>? {
        let wanted = Folding.folded(typed)
        guard !wanted.isEmpty else { return nil }
        let named = candidates.map { (record: $0, names: $0.record.knownNames.map(Folding.folded)) }
        let equal = named.filter { $0.names.contains { $0.hasSameBytes(as: wanted) } }.map(\.record)
        if !equal.isEmpty { return try only(equal, typed) }
        if isWhole { return nil }
        let words = Folding.words(in: typed)
        let containing = named.filter { Folding.matches(words, in: $0.names.joined(separator: "\n")) }.map(\.record)
        return try only(containing, typed)
    }

    private static func choose<Record: NamedEntity>(
        _ typed: String, byID candidates: [Stored<Record>]
    ) throws -> Stored<Record>? {
        let prefix = typed.lowercased()
        guard prefix.utf8.count >= Limits.idPrefixCharacters else { return nil }
        return try only(candidates.filter { $0.record.id.description.hasPrefix(prefix) }, typed)
    }

    /// Nil for none.
    private static func only<Record: NamedEntity>(
        _ records: [Stored<Record>], _ typed: String
    ) throws -> Stored<Record>? {
        guard records.count > 1 else { return records.first }
        throw DeviceError.ambiguous(
            kind: Record.kindName, text: typed,
            candidates: records.prefix(Limits.listedCandidates).map {
                RecordCandidate(number: $0.number, name: $0.record.displayName)
            })
    }
}
