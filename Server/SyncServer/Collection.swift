// Collection: what was deleted long ago, and read by all who still come, goes.

internal import Replication

extension Server {
    /// How far a round of collection has come.
    package struct CollectionPlace: Sendable {
        let space: SpaceKey
        let deletion: Deletion?
    }

    /// One step of a round of collection, in one short transaction: "a record deleted more than 90 days ago goes when
    /// every row of it is at or below the floor" (docs/design, replication: Collection).
    ///
    /// - Parameter place: what the step before returned; nil begins a round.
    /// - Returns: where to go on; nil at the end of the round.
    package func collect(from place: CollectionPlace? = nil) throws -> CollectionPlace? {
        let seen = sightings.all()
        let next: CollectionPlace? = try storage.write { transaction in
            try write(seen, transaction)
            guard let place else {
                try transaction.removeInvitations(
                    expiredBefore: nowMilliseconds,
                    redeemedBefore: nowMilliseconds - Limits.redeemedMilliseconds)
                return try transaction.spaceKey(after: nil).map { CollectionPlace(space: $0, deletion: nil) }
            }
            let last = try collect(in: place.space, after: place.deletion, transaction)
            if let last { return CollectionPlace(space: place.space, deletion: last) }
            return try transaction.spaceKey(after: place.space).map { CollectionPlace(space: $0, deletion: nil) }
        }
        sightings.forget(seen)
        return next
    }

    /// Looks at some deletions of a space; gives the last of them, or nil when there are no more.
    private func collect(
        in key: SpaceKey, after deletion: Deletion?, _ transaction: any StorageWriting
    ) throws -> Deletion? {
        let oldest = nowMilliseconds - Limits.retentionMilliseconds
        guard oldest > 0 else { return nil }
        let deletions = try transaction.deletions(
            before: UInt64(oldest) << 16, after: deletion, limit: Limits.collectionStep, in: key)
        guard !deletions.isEmpty else { return nil }
        var space = try transaction.space(key)
        let floor = try transaction.leastFloor(in: key, seenSince: oldest) ?? space.sequence
        var rows: [LivingRow] = []
        for deletion in deletions {
            try transaction.readLivingRows(of: deletion.record, entity: deletion.entity, in: key, into: &rows)
            guard let newest = rows.last?.sequence, newest <= floor else { continue }
            for row in rows {
                try transaction.removeRow(at: row.sequence, in: key)
                space.byteCount -= row.bodyByteCount
            }
            space.recordCount -= 1
            space.collectedTo = max(space.collectedTo, newest)
        }
        try transaction.save(space)
        return deletions.count == Limits.collectionStep ? deletions.last : nil
    }
}
