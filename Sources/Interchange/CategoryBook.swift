// Finds the category of a label, or makes it.

import Replication
import TripModel

/// The categories there are, and those that a file adds, in the order in which it names them.
struct CategoryBook {
    /// What the file adds.
    private(set) var added: [ExchangedRecord<PackingCategory>] = []
    private var idsByLabel: [String: RecordID]
    private var last: FractionalKey?

    init(_ categories: [PackingCategory]) {
        let sorted = Positions.sorted(categories)
        idsByLabel = Dictionary(sorted.map { (Folding.folded($0.label), $0.id) }) { first, _ in first }
        last = sorted.compactMap(\.position).max()
    }

    /// The id of the category with this label, compared without case and accents; a new one follows from the label, so
    /// that two devices make the same. Fails with the rule that the label breaks.
    mutating func id(for label: String, line: Int) -> Result<RecordID, Problem> {
        let key = Folding.folded(label)
        if let known = idsByLabel[key] { return .success(known) }
        var category = PackingCategory(
            id: .natural(entity: PackingCategory.schema.description.number, key: "label\n" + key))
        category.label = label
        category.position = FractionalKey.between(last, nil)
        if let problem = PackingCategory.problems(in: category).first { return .failure(problem) }
        last = category.position
        idsByLabel[key] = category.id
        added.append(ExchangedRecord(category, line: line))
        return .success(category.id)
    }
}
