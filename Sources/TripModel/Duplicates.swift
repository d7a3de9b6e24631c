// Items that are probably the same thing, written down twice, and what one of them becomes when people merge them.

public import Replication

/// Two devices that add "Adapter" while apart make two items. They are shown as likely duplicates and merged only on
/// request (docs/design, model: Queries everybody needs).
public enum Duplicates {
    /// Groups of two or more items of the same trip with the same name, compared without case, accents and the amount
    /// of white space. Groups stand in the order of their first item, items in the order given.
    public static func groups(in items: [PackingItem]) -> [[PackingItem]] {
        var groups: [[PackingItem]] = []
        var indexByKey: [Key: Int] = [:]
        for item in items {
            let key = Key(trip: item.trip, name: Folding.words(in: item.name).joined(separator: " "))
            if let index = indexByKey[key] {
                groups[index].append(item)
            } else {
                indexByKey[key] = groups.count
                groups.append([item])
            }
        }
        return groups.filter { $0.count > 1 }
    }

    /// What the kept item becomes; the other one is then to be deleted. Quantities are summed, notes joined by a line
    /// feed (once, when they are equal), and it is packed only if both were. What only the other one has (weight,
    /// category, columns from elsewhere) is taken over. The other's own state stands in the history.
    ///
    /// - Returns: a failure when the items are of different trips, or sum or note would be beyond their limits; nothing
    ///   should be changed then.
    public static func merged(_ other: PackingItem, into kept: PackingItem) -> Result<PackingItem, Problem> {
        guard kept.id != other.id else { return .failure(Problem(field: "item", clause: "must be another item")) }
        guard kept.trip == other.trip else {
            return .failure(Problem(field: "trip", clause: "must be the same for items that are merged"))
        }
        var merged = kept
        let (quantity, overflow) = kept.quantity.addingReportingOverflow(other.quantity)
        merged.quantity = overflow ? .max : quantity
        merged.note = joined(kept.note, other.note)
        merged.packed = kept.packed && other.packed
        merged.weightGrams = kept.weightGrams ?? other.weightGrams
        merged.category = kept.category ?? other.category
        if merged.extra.isEmpty { merged.extra = other.extra }
        let problem = PackingItem.problems(in: merged).first { $0.field == "quantity" || $0.field == "note" }
        return problem.map(Result.failure) ?? .success(merged)
    }

    private struct Key: Hashable {
        let trip: RecordID?
        let name: String
    }

    private static func joined(_ first: String, _ second: String) -> String {
        if first.isEmpty || first.hasSameBytes(as: second) { return second }
        return second.isEmpty ? first : first + "\n" + second
    }
}
