// Ids for rows that carry none: the same row gives the same id on every device.

import Replication
import TripModel

/// Counts equal rows of one file and makes their ids (docs/design, model: Formats).
struct RowKeys {
    /// By bytes: é and e with an accent behind it are two rows.
    private var counts: [[UInt8]: Int] = [:]
    private let entity: EntityNumber
    private let origin: String

    /// - Parameter trip: whose rows they are; nil for rows that are trips themselves.
    init(entity: EntityNumber, trip: RecordID?, format: Format) {
        self.entity = entity
        origin = "\(trip?.description ?? "")\n\(format.rawValue)"
    }

    /// The id of the next row with this text.
    mutating func id(of row: String) -> RecordID {
        let count = counts[Array(row.utf8), default: 0] + 1
        counts[Array(row.utf8)] = count
        return .natural(entity: entity, key: "\(origin)\n\(count)\n\(row)")
    }
}
