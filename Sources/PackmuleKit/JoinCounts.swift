// What two stores hold, before they are joined.

internal import HTTPMessages
package import ReplicaStore
public import Replication
internal import SyncProtocol
internal import TripModel

/// What is here and what is in the space that this device is about to join. Both will be everywhere.
public struct JoinCounts: Sendable, Equatable {
    /// By ascending entity; an entity of which there is nothing is missing.
    public let here: [RecordCount]
    /// The same of the space; nil where the server would not say.
    public let there: [RecordCount]?
}

/// How many records of one kind are shown.
public struct RecordCount: Sendable, Equatable {
    /// Which kind; this version may not know it.
    public let entity: EntityNumber
    /// How many.
    public let count: Int

    init(_ entity: EntityNumber, _ count: Int) {
        (self.entity, self.count) = (entity, count)
    }
}

/// What came of joining.
public struct Joined: Sendable, Equatable {
    /// The space that the device is in now.
    public let membership: SpaceMembership
    /// The copy of the store as it was before; nil where it was empty, or is in memory.
    public let copyPath: String?
}

extension RecordCount {
    /// What a store shows of what it would share.
    package static func shown(_ store: ReplicaStore) throws -> [RecordCount] {
        try store.read { reader in
            try store.catalogue.entities.filter { !$0.isLocal }.compactMap { entity in
                let count = try reader.shownCount(of: entity)
                return count > 0 ? RecordCount(entity.number, count) : nil
            }
        }
    }

    /// Whether there is more than every store has from the start.
    package static func areOwn(_ counts: [RecordCount]) -> Bool {
        let categories = PackingCategory.schema.description.number
        return counts.contains { $0.entity != categories || $0.count > PackingCategory.builtIn.count }
    }

    /// What a space holds, read from the beginning and kept nowhere.
    static func stored(
        for number: UInt64, in membership: Membership, over transport: any Transport
    ) throws -> [RecordCount] {
        var owners: [RecordKey: Bool] = [:]
        var cursor = Cursor.zero
        for _ in 0..<Limits.countedPages {
            let request = ExchangeRequest(
                number: number, cursor: cursor, known: [0], attempt: 0, isFromZero: true, damaged: [], changes: [])
            let body = try membership.call(.exchange, request.encoded, over: transport)
            let answer = try ExchangeAnswer(encoded: body)
            try answer.requireAnswer(to: request, mode: membership.mode)
            guard case .page(let page) = answer.verdict else { throw SyncError.unknownLink }
            for row in page.rows {
                let header = row.sealed.header
                let key = RecordKey(entity: header.entity, record: header.record)
                // Of each record one living row owns whether it is deleted.
                let isDeleted = row.owned.contains(0) && header.deletion == true
                owners[key] = owners[key] ?? false || isDeleted
            }
            cursor = page.cursor
            guard page.head == nil else { break }
        }
        let shown = owners.filter { !$0.value }.reduce(into: [EntityNumber: Int]()) {
            $0[$1.key.entity, default: 0] += 1
        }
        return shown.sorted { $0.key < $1.key }.map { RecordCount($0.key, $0.value) }
    }

    private struct RecordKey: Hashable {
        let entity: EntityNumber
        let record: RecordID
    }
}
