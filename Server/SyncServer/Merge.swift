// The merge of what a device brings: per cell, the greater stamp wins, always.

internal import Replication

/// Stores changes in one space by their clear headers alone (docs/design, replication: Exchange, "Each change, in this
/// order").
struct Merge {
    /// The space as it is after what was stored so far. To be saved at the end.
    private(set) var space: SpaceState

    private let pusher: UInt64
    private let tag: UInt32
    private let limits: ServerLimits
    private let aheadOfClock: Int64
    private let transaction: any StorageWriting
    private var living: [LivingRow] = []

    /// - Parameters:
    ///   - pusher: the number of the device that brings the changes.
    ///   - tag: the transaction's random tag.
    init(
        _ space: SpaceState, pusher: UInt64, tag: UInt32, nowMilliseconds: Int64, _ limits: ServerLimits,
        _ transaction: any StorageWriting
    ) {
        (self.space, self.pusher, self.tag, self.limits) = (space, pusher, tag, limits)
        (aheadOfClock, self.transaction) = (nowMilliseconds + Limits.aheadMilliseconds, transaction)
    }

    /// "Wins no cell → done; ahead; quota → later; else one row."
    mutating func store(_ change: SealedChange) throws -> Outcome {
        let header = change.header
        try transaction.readLivingRows(of: header.record, entity: header.entity, in: space.key, into: &living)
        let won = fieldsWon(by: header)
        guard !won.isEmpty else { return .done }
        guard change.body.count <= limits.changeBytes else { return .refused(.tooLarge) }
        guard !isAhead(header.stamp) else { return .ahead }
        guard hasRoom(for: change), space.sequence < Cursor.greatestSequence else {
            return .later(.quota, seconds: Limits.quotaSeconds)
        }
        count(header, won: won)
        try takeFromLosers(won)
        let isDeleting = won.contains(0) && header.deletion == true
        space.sequence += 1
        space.tag = tag
        if living.isEmpty { space.recordCount += 1 }
        space.byteCount += change.body.count
        space.newestMilliseconds = max(space.newestMilliseconds, header.stamp.milliseconds)
        try transaction.insert(
            NewRow(
                place: Place(sequence: space.sequence, tag: tag), owned: won, pusher: pusher, isDeleting: isDeleting),
            change, in: space.key)
        return .stored
    }

    /// Marks every living row of this change, so that whoever holds it offers it again.
    mutating func markDamaged(_ key: ChangeKey) throws {
        try transaction.readLivingRows(of: key.record, entity: key.entity, in: space.key, into: &living)
        for row in living where row.stamp == key.stamp && !row.isDamaged {
            try transaction.markDamaged(rowAt: row.sequence, in: space.key)
        }
    }

    /// The fields of which no row has the same or a greater stamp. A row that did not open loses to its own stamp.
    private func fieldsWon(by header: ChangeHeader) -> FieldMask {
        var won = header.mask
        for row in living where row.stamp > header.stamp || row.stamp == header.stamp && !row.isDamaged {
            won = won.subtracting(row.owned)
        }
        return won
    }

    /// "More than 60 s beyond the server's clock and more than 1 s beyond the newest time stored in the space."
    private func isAhead(_ stamp: Stamp) -> Bool {
        stamp.milliseconds > aheadOfClock
            && stamp.milliseconds > space.newestMilliseconds + Limits.aheadOfNewestMilliseconds
    }

    /// "Deletions of records the server holds always pass"; nothing is removed to make room.
    private func hasRoom(for change: SealedChange) -> Bool {
        if !living.isEmpty && change.header.deletion == true { return true }
        let isRoomForRecord = !living.isEmpty || space.recordCount < limits.recordsPerSpace
        return isRoomForRecord && space.byteCount + change.body.count <= limits.bytesPerSpace
    }

    /// Keeps the sum: over the cells of undeleted records only.
    private mutating func count(_ header: ChangeHeader, won: FieldMask) {
        let wasDeleted = living.contains { $0.isDeleting }
        let isDeleted = won.contains(0) ? header.deletion == true : wasDeleted
        for row in living {
            let rest = row.owned.subtracting(won)
            switch (wasDeleted, isDeleted) {
            case (false, false): remove(row.owned.intersection(won), row, header)
            case (false, true): remove(row.owned, row, header)
            case (true, false):
                space.sum.add(
                    entity: header.entity, record: header.record, mask: rest, stamp: row.stamp)
            case (true, true): break
            }
        }
        if !isDeleted {
            space.sum.add(entity: header.entity, record: header.record, mask: won, stamp: header.stamp)
        }
    }

    private mutating func remove(_ mask: FieldMask, _ row: LivingRow, _ header: ChangeHeader) {
        space.sum.remove(entity: header.entity, record: header.record, mask: mask, stamp: row.stamp)
    }

    /// Takes what was won from those who owned it; "rows owning nothing go".
    private mutating func takeFromLosers(_ won: FieldMask) throws {
        for row in living {
            let rest = row.owned.subtracting(won)
            if rest.isEmpty {
                try transaction.removeRow(at: row.sequence, in: space.key)
                space.byteCount -= row.bodyByteCount
            } else if rest != row.owned {
                try transaction.narrow(row, to: rest, in: space.key)
            }
        }
    }
}
