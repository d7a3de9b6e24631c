// The packing list of one trip: its items under their categories, and how far the packing is.

public import Replication

/// Derived from records, never stored. The order depends on positions and ids alone, never on the order of loading.
public struct PackingList: Equatable, Sendable {
    /// All categories in their order, also those without an item of this trip; then "Other" where an item needs it.
    public let groups: [Group]

    /// The items of one category.
    public struct Group: Equatable, Sendable {
        /// Nil for "Other": items without a category, or whose category is deleted or missing.
        public let category: PackingCategory?
        /// By position, ties by id.
        public let items: [PackingItem]

        /// The heading.
        public var label: String { category?.label ?? Group.otherLabel }

        /// The heading of items that have no category.
        public static let otherLabel = "Other"
    }

    /// - Parameters:
    ///   - items: those that are not deleted; items of other trips are left out.
    ///   - categories: as ``PackingCategory/all(stored:deleted:)`` gives them.
    public init(trip: RecordID, items: [PackingItem], categories: [PackingCategory]) {
        let known = Set(categories.map(\.id))
        let itemsByCategory = Dictionary(grouping: items.filter { $0.trip == trip }) { item in
            item.category.flatMap { known.contains($0) ? $0 : nil }
        }
        func group(_ category: PackingCategory?) -> Group {
            let items = itemsByCategory[category?.id] ?? []
            return Group(category: category, items: Positions.sorted(items))
        }
        let other = group(nil)
        groups = categories.map(group) + (other.items.isEmpty ? [] : [other])
    }

    /// All items in the order of the list.
    public var items: [PackingItem] { groups.flatMap(\.items) }

    /// How many are packed of those that are to be taken; an item of quantity 0 counts in neither.
    public var progress: (packed: Int, total: Int) {
        let taken = items.filter(\.isTaken)
        return (taken.count { $0.packed }, taken.count)
    }

    /// Quantity × grams of all items; what nobody weighed counts nothing.
    public var totalGrams: Int { items.reduce(0) { $0 + $1.totalGrams } }

    /// The items that "check all" (`true`) or "uncheck all" has to change, in the order of the list. Items that are not
    /// taken are never checked.
    public func idsToChange(packed: Bool) -> [RecordID] {
        items.filter { $0.packed != packed && ($0.isTaken || !packed) }.map(\.id)
    }
}
