// The order that people give to records by hand.

public import Replication

/// A record with a place among its siblings.
public protocol Positioned: Entity {
    /// Nil while nobody gave it a place: it then stands behind those that have one.
    var position: FractionalKey? { get set }
}

/// Orders records by position, and finds the position of one that is put somewhere else.
public enum Positions {
    /// By position, those without one last; ties by id. It depends on nothing but the records.
    public static func sorted<Record: Positioned>(_ records: [Record]) -> [Record] {
        records.sorted { left, right in
            guard left.position != right.position else { return left.id < right.id }
            guard let leftKey = left.position, let rightKey = right.position else { return left.position != nil }
            return leftKey < rightKey
        }
    }

    /// The records to write so that one stands at an index among its siblings: mostly that record alone, with its new
    /// position. All of them are numbered anew, in their order, where two siblings leave no room between them or keys
    /// have grown long.
    ///
    /// - Parameters:
    ///   - index: where it stands afterwards; 0 is the top, and anything beyond the end is the end.
    ///   - siblings: in their order as ``sorted(_:)`` gives it; the record itself may be among them.
    public static func put<Record: Positioned>(
        _ record: Record, at index: Int, among siblings: [Record]
    ) -> [Record] {
        var order = siblings.filter { $0.id != record.id }
        let index = min(max(index, 0), order.count)
        if let key = key(at: index, in: order) {
            return [record.put(at: key)]
        }
        order.insert(record, at: index)
        return zip(order, FractionalKey.sequence(count: order.count)).map { $0.put(at: $1) }
    }

    /// Nil when there is none, or only a long one.
    private static func key<Record: Positioned>(at index: Int, in order: [Record]) -> FractionalKey? {
        let (above, below) = (order[..<index].last, order[index...].first)
        // A neighbour above that has no position hides where the next one would have to stand.
        if let above, above.position == nil { return nil }
        guard let key = FractionalKey.between(above?.position, below?.position), !key.isLong else { return nil }
        return key
    }
}

extension Positioned {
    fileprivate func put(at key: FractionalKey) -> Self {
        var record = self
        record.position = key
        return record
    }
}
