// A server in a dictionary: just enough of the rules to answer a device in tests.

import Replication
import TestSupport

@testable import ReplicaStore

/// One space. Bodies are lists of fields; it trusts nobody to be alone, and has no quota.
final class TinyServer {
    struct Row {
        let tag: UInt32
        let change: Change
        var owned: FieldMask
        let pusher: UInt64
    }

    var rows: [UInt64: Row] = [:]
    var sequence: UInt64 = 0
    /// Of one space's servers no two ever give the same tag, as random ones do not.
    final class Tags {
        var last: UInt32 = 0
    }

    let tags: Tags
    private var tag: UInt32 = 0
    var collected: UInt64 = 0
    var horizonMilliseconds: Int64 = 0
    var milliseconds: Int64 = 1_800_000_000_000
    var pageCount = ReplicationLimits.pageChangeCount
    var damaged: Set<ChangeKey> = []
    /// Answers for changes that are not stored, by record.
    var outcomes: [RecordID: Outcome] = [:]
    private var last: [UInt64: UInt64] = [:]
    private var given: [UInt64: Set<Cursor>] = [:]

    init(tags: Tags = Tags()) {
        self.tags = tags
    }

    /// What a copy of its disk holds.
    func copy() -> TinyServer {
        let copy = TinyServer(tags: tags)
        (copy.rows, copy.sequence, copy.tag, copy.collected) = (rows, sequence, tag, collected)
        (copy.last, copy.given, copy.milliseconds) = (last, given, milliseconds)
        return copy
    }

    func exchange(_ request: Outgoing) -> (verdict: ExchangeVerdict, bodies: [[Change.Field]?]) {
        let last = last[request.number, default: 0]
        guard request.known.contains(last), knows(request.cursor, request.number) else {
            return (.foreign(last: last), [])
        }
        if request.attempt != 0 { self.last[request.number] = request.attempt }
        if collected > max(request.cursor.sequence, request.cursor.base), !request.cursor.isZero {
            return (.expired(last: self.last[request.number, default: 0]), [])
        }
        damaged.formUnion(request.damaged)
        let newest = rows.values.map(\.change.stamp.time).max() ?? 0
        let limit = max(Stamp.time(milliseconds: milliseconds + 60_000), newest + 1_000 << 16)
        tags.last += 1
        tag = tags.last
        let outcomes = request.changes.map { store($0, request.number, limit) }
        let base = request.cursor.isZero ? collected : request.cursor.base
        var page: [StoredChange] = []
        var bodies: [[Change.Field]?] = []
        var read = (sequence, sequence == 0 ? 0 : rows[sequence]?.tag ?? tag)
        var hasMore = false
        for number in rows.keys.sorted() where number > request.cursor.sequence {
            guard let row = rows[number], request.isFromZero || row.pusher != request.number else { continue }
            if page.count == pageCount {
                hasMore = true
                break
            }
            let header = ChangeHeader(row.change)
            page.append(
                StoredChange(sealed: SealedChange(header: header, body: []), owned: row.owned, pusher: row.pusher))
            bodies.append(damaged.contains(key(row.change)) ? nil : row.change.fields.filter { $0.number != 0 })
            if page.count == pageCount { read = (number, row.tag) }
        }
        if !hasMore { read = (sequence, sequence == 0 ? 0 : rows[sequence]?.tag ?? tag) }
        let cursor = Cursor(sequence: read.0, tag: read.1, base: base) ?? .zero
        given[request.number] = [request.cursor, cursor]
        let head = ExchangePage.Head(
            sum: sum, horizonMilliseconds: horizonMilliseconds, devicesDigest: Array(repeating: 7, count: 8),
            wanted: damaged.sorted { $0.stamp < $1.stamp })
        return (
            .page(ExchangePage(outcomes: outcomes, rows: page, cursor: cursor, head: hasMore ? nil : head)), bodies
        )
    }

    private func knows(_ cursor: Cursor, _ number: UInt64) -> Bool {
        cursor.isZero || rows[cursor.sequence]?.tag == cursor.tag
            || given[number, default: []].contains { $0.sequence == cursor.sequence && $0.tag == cursor.tag }
    }

    private func store(_ change: Change, _ number: UInt64, _ limit: UInt64) -> Outcome {
        let same = rows.filter { $0.value.change.entity == change.entity && $0.value.change.record == change.record }
        let won = change.fields.map(\.number).filter { field in
            !same.values.contains { row in
                let isLost = row.change.stamp == change.stamp && damaged.contains(key(row.change))
                return row.owned.contains(field) && row.change.stamp >= change.stamp && !isLost
            }
        }
        guard !won.isEmpty else { return .done }
        if let outcome = outcomes[change.record] { return outcome }
        guard change.stamp.time <= limit else { return .ahead }
        for place in same.keys {
            for field in won { rows[place]?.owned.remove(field) }
            if rows[place]?.owned.isEmpty == true { rows[place] = nil }
        }
        sequence += 1
        rows[sequence] = Row(
            tag: tag, change: change, owned: won.reduce(into: FieldMask()) { $0.insert($1) }, pusher: number)
        damaged.remove(key(change))
        return .stored
    }

    /// Removes all of a record.
    func collect(_ record: RecordID) {
        for (place, row) in rows where row.change.record == record {
            collected = max(collected, place)
            rows[place] = nil
        }
    }

    var cells: Cells {
        var cells = Cells()
        for row in rows.values {
            let fields = row.change.fields.filter { row.owned.contains($0.number) }
            cells.merge(
                Change(
                    entity: row.change.entity, record: row.change.record, stamp: row.change.stamp, fields: fields))
        }
        return cells
    }

    var sum: EqualitySum { cells.sum }

    private func key(_ change: Change) -> ChangeKey {
        ChangeKey(entity: change.entity, record: change.record, stamp: change.stamp)
    }
}

extension TestStore {
    /// One request and its answer.
    @discardableResult
    func exchange(with server: TinyServer, push: Bool = true) throws -> Absorbed {
        let request = try store.outgoing(withChanges: push)
        let (verdict, bodies) = server.exchange(request)
        return try store.absorb(
            verdict, serverMilliseconds: server.milliseconds, offsetMilliseconds: nil, for: request,
            opened: { bodies[$0] })
    }

    /// Exchanges until nothing is left to do, as a session would.
    @discardableResult
    func sync(with server: TinyServer, limit: Int = 40) throws -> [Absorbed] {
        var all: [Absorbed] = []
        var push = true
        while all.count < limit {
            let absorbed = try exchange(with: server, push: push)
            all.append(absorbed)
            switch absorbed.state {
            case .head(let hasMore):
                if !hasMore { return all }
                push = true
            case .asksHiding, .stale: return all
            case .more: push = false
            case .foreign, .expired: push = true
            }
        }
        return all
    }
}
