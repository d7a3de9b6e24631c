// A heading of packing lists, shared by all trips.

public import Replication

/// A category is a record of its own: an empty one lives, and a rename touches no item.
public struct PackingCategory: Entity {
    /// For a built-in category the same in every space.
    public let id: RecordID
    /// The heading, 1…``Limits/labelCharacters`` characters.
    public var label = ""
    /// Its place among the categories, as a fractional key.
    public var position: FractionalKey?

    /// A built-in category's id gives that category, so that a record of it holds only what people changed.
    public init(id: RecordID) {
        self.id = id
        guard let defaults = Self.builtInDefaults.first(where: { $0.id == id }) else { return }
        (label, position) = (defaults.label, FractionalKey(defaults.position))
    }

    /// Its fields; numbers and names never change.
    public static let schema = Schema<PackingCategory>(
        2, "category", plural: "categories",
        fields: [
            Field(
                1, "label", \.label, .text(1...Limits.labelCharacters), "Its heading", isRequired: true,
                isSearched: true),
            Field(2, "position", \.position, .position, "Its place among the categories"),
        ])
}

extension PackingCategory: Positioned {}

extension PackingCategory {
    /// Clothes, Documents and Gear: in every space without any write, under ids that every device computes alike.
    public static let builtIn: [PackingCategory] = builtInDefaults.map { PackingCategory(id: $0.id) }

    /// All categories in their order, ties by id: the built-in ones, beneath what is stored of them. For records that
    /// come from somewhere else than a store, which has the built-in ones from the start.
    ///
    /// - Parameters:
    ///   - stored: the records that are not deleted; a built-in one renamed or moved is among them.
    ///   - deleted: the ids of those that are deleted; a built-in one deleted is among them.
    public static func all(stored: [PackingCategory], deleted: Set<RecordID>) -> [PackingCategory] {
        let storedIDs = Set(stored.map(\.id))
        let untouched = builtIn.filter { !storedIDs.contains($0.id) && !deleted.contains($0.id) }
        return Positions.sorted(stored + untouched)
    }

    /// Keys and positions are part of what devices share: they never change.
    private static let builtInDefaults: [(id: RecordID, label: String, position: String)] = [
        (builtInID("clothes"), "Clothes", "F"),
        (builtInID("documents"), "Documents", "U"),
        (builtInID("gear"), "Gear", "k"),
    ]

    private static func builtInID(_ key: String) -> RecordID {
        .natural(entity: schema.description.number, key: key)
    }
}
