// A heading of packing lists, shared by all trips.

public import Replication

/// A category is a record of its own: an empty one lives, and a rename touches no item.
public struct PackingCategory: Entity {
    public let id: RecordID
    public var label = ""
    /// Its place among the categories, as a fractional key.
    public var position = ""

    /// A built-in category's id gives that category, so that a record of it holds only what people changed.
    public init(id: RecordID) {
        self.id = id
        guard let builtIn = Self.builtInValues.first(where: { $0.id == id }) else { return }
        (label, position) = (builtIn.label, builtIn.position)
    }

    public static let schema = Schema<PackingCategory>(
        2, "category", plural: "categories",
        fields: [
            Field(
                1, "label", \.label, .text(1...Limits.labelCharacters), "Its heading", isRequired: true,
                isSearched: true),
            Field(2, "position", \.position, .position, "Its place among the categories"),
        ])
}

extension PackingCategory: CheckedEntity {}

extension PackingCategory {
    /// Clothes, Documents and Gear: in every space without any write, under ids that every device computes alike.
    public static let builtIn: [PackingCategory] = builtInValues.map { PackingCategory(id: $0.id) }

    /// All categories in their order, ties by id: the built-in ones, beneath what the store holds of them.
    ///
    /// - Parameters:
    ///   - stored: the records of the store that are not deleted; a built-in one renamed or moved is among them.
    ///   - deleted: the ids of those that are deleted; a built-in one deleted is among them.
    public static func all(stored: [PackingCategory], deleted: Set<RecordID> = []) -> [PackingCategory] {
        let storedIDs = Set(stored.map(\.id))
        let untouched = builtIn.filter { !storedIDs.contains($0.id) && !deleted.contains($0.id) }
        return (stored + untouched).sorted { Positions.areInOrder(($0.position, $0.id), ($1.position, $1.id)) }
    }

    private static let builtInValues: [(id: RecordID, label: String, position: String)] = [
        builtInValue("clothes", "Clothes", 0), builtInValue("documents", "Documents", 1),
        builtInValue("gear", "Gear", 2),
    ]
}
