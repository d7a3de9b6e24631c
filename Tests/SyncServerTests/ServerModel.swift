// The rules of an exchange as dictionaries, written from the page and from nothing else.

import Replication
import SyncProtocol
import TestSupport

/// One space of a server, as slow and plain as can be (docs/design, replication: Exchange and Collection).
struct ServerModel {
    struct Row {
        var tag: UInt32
        var change: SealedChange
        var pusher: UInt64
        var isDamaged = false
    }

    struct Owner {
        var stamp: Stamp
        var sequence: UInt64
    }

    struct Number {
        var token: UInt8
        var last: UInt64 = 0
        var presented: Cursor = .zero
        var given: Cursor = .zero
        var floor: UInt64 = 0
        var seen: Int64 = 0
    }

    var pageRows = 3
    var recordLimit = 1_000
    /// The server's own source of tags.
    let random: SeededRandom

    private(set) var rows: [UInt64: Row] = [:]
    private(set) var cells: [Cell: Owner] = [:]
    private(set) var numbers: [UInt64: Number] = [:]
    private(set) var sequence: UInt64 = 0
    private(set) var tag: UInt32 = 0
    private(set) var newest: Int64 = 0
    private(set) var collected: UInt64 = 0

    init(random: SeededRandom) { self.random = random }

    mutating func meet(_ number: UInt64, token: UInt8) {
        if numbers[number] == nil { numbers[number] = Number(token: token) }
    }

    mutating func exchange(_ request: ExchangeRequest, token: UInt8, now: Int64) -> ExchangeVerdict {
        var number = numbers[request.number] ?? Number(token: token)
        if number.token != token { return .foreign(last: UInt64(Int64.max)) }
        if !request.known.contains(number.last) { return .foreign(last: number.last) }
        if !knows(request.cursor, number) { return .foreign(last: number.last) }
        let cursor = request.cursor
        if cursor.sequence > 0 && collected > cursor.sequence && collected > cursor.base {
            if request.attempt != 0 {
                (number.last, number.seen) = (request.attempt, now)
                numbers[request.number] = number
            }
            return .expired(last: number.last)
        }
        if request.attempt != 0 { number.last = request.attempt }
        number.presented = cursor
        number.floor = request.isFromZero ? 0 : cursor.sequence
        number.seen = now

        var outcomes: [Outcome] = []
        if !request.changes.isEmpty || !request.damaged.isEmpty {
            let tag = UInt32(truncatingIfNeeded: random.next64())
            outcomes = request.changes.map { store($0, pusher: request.number, tag: tag, now: now) }
            for key in request.damaged { markDamaged(key) }
        }
        let page = page(request, outcomes, now: now)
        number.given = page.cursor
        numbers[request.number] = number
        return .page(page)
    }

    /// "It knows a cursor that is zero, the head, a living row's (sequence, tag), or this number's presented or last
    /// given one."
    private func knows(_ cursor: Cursor, _ number: Number) -> Bool {
        func isSame(_ other: Cursor) -> Bool { (cursor.sequence, cursor.tag) == (other.sequence, other.tag) }
        return cursor.sequence == 0 || (cursor.sequence, cursor.tag) == (sequence, tag)
            || rows[cursor.sequence]?.tag == cursor.tag || isSame(number.presented) || isSame(number.given)
    }

    private mutating func store(_ change: SealedChange, pusher: UInt64, tag: UInt32, now: Int64) -> Outcome {
        let header = change.header
        let fields = header.mask.map { Cell(entity: header.entity, record: header.record, field: $0) }
        let won = fields.filter { cell in
            guard let owner = cells[cell] else { return true }
            if owner.stamp == header.stamp { return rows[owner.sequence]!.isDamaged }
            return owner.stamp < header.stamp
        }
        if won.isEmpty { return .done }
        let milliseconds = header.stamp.milliseconds
        if milliseconds > now + 60_000 && milliseconds > newest + 1_000 { return .ahead }
        let records = Set(cells.keys.map(\.record))
        if !records.contains(header.record) && records.count >= recordLimit {
            return .later(.quota, seconds: 600)
        }
        sequence += 1
        self.tag = tag
        newest = max(newest, milliseconds)
        rows[sequence] = Row(tag: tag, change: change, pusher: pusher)
        for cell in won { cells[cell] = Owner(stamp: header.stamp, sequence: sequence) }
        dropRowsWithoutCells()
        return .stored
    }

    private mutating func dropRowsWithoutCells() {
        let owning = Set(cells.values.map(\.sequence))
        for key in rows.keys where !owning.contains(key) { rows[key] = nil }
    }

    private mutating func markDamaged(_ key: ChangeKey) {
        for (sequence, row) in rows where row.change.key == key { rows[sequence]?.isDamaged = true }
    }

    private func owned(_ sequence: UInt64) -> FieldMask {
        var mask = FieldMask()
        for (cell, owner) in cells where owner.sequence == sequence { mask.insert(cell.field) }
        return mask
    }

    /// The owner of field 0 where it says that the record is deleted.
    private func deletion(_ record: RecordID) -> Stamp? {
        guard let owner = cells[Cell(entity: 1, record: record, field: 0)] else { return nil }
        return rows[owner.sequence]?.change.header.deletion == true ? owner.stamp : nil
    }

    private var deletedRecords: Set<RecordID> { Set(cells.keys.map(\.record).filter { deletion($0) != nil }) }

    private func page(_ request: ExchangeRequest, _ outcomes: [Outcome], now: Int64) -> ExchangePage {
        let unseen = rows.keys.sorted().filter {
            $0 > request.cursor.sequence && (request.isFromZero || rows[$0]!.pusher != request.number)
        }
        let sent = unseen.prefix(pageRows)
        let isHead = sent.count == unseen.count
        let place = isHead ? (sequence, tag) : (sent.last!, rows[sent.last!]!.tag)
        let base = request.cursor.sequence == 0 ? collected : request.cursor.base
        return ExchangePage(
            outcomes: outcomes,
            rows: sent.map {
                StoredChange(sealed: rows[$0]!.change, owned: owned($0), pusher: rows[$0]!.pusher)
            },
            cursor: Cursor(sequence: place.0, tag: place.1, base: base)!, head: isHead ? head(now) : nil)
    }

    private func head(_ now: Int64) -> ExchangePage.Head {
        var sum = EqualitySum()
        let deleted = deletedRecords
        for (cell, owner) in cells where !deleted.contains(cell.record) {
            sum.add(entity: cell.entity, record: cell.record, mask: FieldMask(cell.field), stamp: owner.stamp)
        }
        let oldest = deleted.compactMap { deletion($0)?.milliseconds }.min() ?? .max
        return ExchangePage.Head(
            sum: sum, horizonMilliseconds: min(now - 90 * 86_400_000, oldest), devicesDigest: [],
            wanted: rows.filter(\.value.isDamaged).sorted { $0.key < $1.key }.map(\.value.change.key))
    }

    /// "A record deleted more than 90 days ago goes when every row of it is at or below the floor."
    mutating func collect(now: Int64) {
        let oldest = now - 90 * 86_400_000
        let floor = numbers.values.filter { $0.seen >= oldest }.map(\.floor).min() ?? sequence
        for record in deletedRecords where deletion(record)!.milliseconds < oldest {
            let all = cells.filter { $0.key.record == record }
            guard all.values.allSatisfy({ $0.sequence <= floor }) else { continue }
            collected = max(collected, all.values.map(\.sequence).max()!)
            for cell in all.keys { cells[cell] = nil }
        }
        dropRowsWithoutCells()
    }
}
