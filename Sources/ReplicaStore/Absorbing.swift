// Taking in the answer of an exchange, in one transaction and in the order that the rules give.

internal import Platform
package import Replication
internal import SQLiteDatabase

extension ReplicaStore {
    /// Takes in what the server answered to a request, in one transaction: all of it or nothing (docs/design,
    /// replication: Absorb).
    ///
    /// - Parameters:
    ///   - serverMilliseconds: the server's clock in the answer.
    ///   - offsetMilliseconds: the server's clock minus this device's; nil where it could not be told well.
    ///   - outgoing: the request.
    ///   - opened: the fields of a row's body, by its place in the page and without field 0; nil when it did not open.
    package func absorb(
        _ verdict: ExchangeVerdict, serverMilliseconds: Int64, offsetMilliseconds: Int64?, for outgoing: Outgoing,
        opened: (Int) -> [Change.Field]?
    ) throws -> Absorbed {
        let backupPath = try backupBeforeDeletions(verdict, outgoing)
        let edited = try write(.received, "sync") { writer in
            let absorption = try Absorption(writer, outgoing, serverMilliseconds)
            try absorption.absorb(verdict, offsetMilliseconds, opened)
            return absorption.result
        }
        var result = edited.result
        result.touched = edited.touched
        result.backupPath = backupPath
        return result
    }

    /// Hides what somebody agreed was deleted elsewhere; nothing unless
    /// ``Absorbed/State-swift.enum/asksHiding(count:)`` asked for it last.
    ///
    /// - Returns: how many records lie in the trash now.
    @discardableResult
    package func acceptHiding() throws -> Edited<Int> {
        try write(.received, "sync") { writer in
            var sync = try SyncState(writer.core.connection)
            guard sync.askedHidingCount != nil else { return 0 }
            guard case .concluded(let hidden, _) = try writer.conclude(accepting: true) else { return 0 }
            sync.askedHidingCount = nil
            sync.isFromZero = false
            sync.epoch &+= 1
            try sync.save(writer.core.connection)
            return hidden
        }
    }
}

/// One answer being taken in.
private final class Absorption {
    let writer: Writer
    let outgoing: Outgoing
    let serverMilliseconds: Int64
    var result = Absorbed(.stale)
    private var sync: SyncState
    private let syncBefore: SyncState
    private let nowMilliseconds: Int64
    private var core: StoreCore { writer.core }

    init(_ writer: Writer, _ outgoing: Outgoing, _ serverMilliseconds: Int64) throws {
        self.writer = writer
        self.outgoing = outgoing
        self.serverMilliseconds = serverMilliseconds
        sync = try SyncState(writer.core.connection)
        syncBefore = sync
        nowMilliseconds = writer.core.options.clock.millisecondsSince1970()
    }

    func absorb(
        _ verdict: ExchangeVerdict, _ offsetMilliseconds: Int64?, _ opened: (Int) -> [Change.Field]?
    ) throws {
        guard outgoing.isAnswered(by: sync, of: writer.state.device) else { return }
        if let offsetMilliseconds { takeOffset(offsetMilliseconds) }
        switch verdict {
        case .foreign(let last):
            let isNew = !sync.known.contains(last)
            try writer.reconcile(&sync, isNew ? .newNumber : .sameNumber)
            result.state = .foreign(newNumber: isNew)
        case .expired(let last):
            sync.confirm(last)
            try writer.reconcile(&sync, .expired)
            result.state = .expired
        case .page(let page):
            try absorb(page, opened)
        }
        if sync != syncBefore { try sync.save(core.connection) }
    }

    /// Small differences are the network's; a sync that brings nothing should write nothing.
    private func takeOffset(_ milliseconds: Int64) {
        let difference = milliseconds.distance(beyond: writer.state.clock.offsetMilliseconds)
        if difference.magnitude > Limits.offsetToleranceMilliseconds {
            writer.state.clock.offsetMilliseconds = milliseconds
        }
    }

    private func absorb(_ page: ExchangePage, _ opened: (Int) -> [Change.Field]?) throws {
        if outgoing.attempt != 0 { sync.confirm(outgoing.attempt) }
        if !outgoing.damaged.isEmpty { try core.markReported(outgoing.damaged) }
        result.sentCount = outgoing.changes.count
        let outcomes = Outcomes(writer, outgoing, serverMilliseconds, nowMilliseconds)
        // Outcomes count only in an answer that reaches the head: acknowledged implies at or below the cursor.
        if page.head != nil { try outcomes.absorb(page.outcomes, &result) }
        var reception = Reception(writer, isFromZero: sync.isFromZero, sources: outgoing.sources)
        try reception.receive(page.rows, opened, &result)
        try outcomes.restamp(&result)
        sync.cursor = page.cursor
        sync.receivedDeletionCount += result.receivedDeletionCount
        result.isMassDeletion = try core.isMass(
            sync.receivedDeletionCount, beside: sync.receivedDeletionCount)
        guard let head = page.head else {
            result.state = .more
            return
        }
        try reachHead(head, reception)
    }

    private func reachHead(_ head: ExchangePage.Head, _ reception: Reception) throws {
        sync.receivedDeletionCount = 0
        result.devicesDigest = head.devicesDigest
        if sync.isFromZero {
            switch try writer.conclude(accepting: false) {
            case .asks(let count):
                sync.askedHidingCount = count
                result.state = .asksHiding(count: count)
                return
            case .concluded(let hidden, let dropped):
                sync.isFromZero = false
                sync.askedHidingCount = nil
                result.inferredHiddenCount = hidden
                result.droppedCount = dropped
            }
        }
        result.droppedCount += try writer.collect(
            before: head.horizonMilliseconds, now: nowMilliseconds
        ) { reception.hasMet($0, $1) }
        try offer(head.wanted)
        try core.forgetSettledHeld()
        if !reception.isEmpty || !head.wanted.isEmpty { try core.forgetOpened() }
        try core.forgetUnwanted(besides: head.wanted)
        noteHead()
        let hasMoreToPush = try core.hasPending()
        result.state = .head(hasMoreToPush: hasMoreToPush)
        if !hasMoreToPush { try compare(head.sum) }
    }

    /// At most once a minute where nothing else is written.
    private func noteHead() {
        let age = sync.headMilliseconds.map(nowMilliseconds.distance(beyond:)) ?? .max
        let isRecent = 0..<Limits.headNoteMilliseconds ~= age
        if sync != syncBefore || !isRecent { sync.headMilliseconds = nowMilliseconds }
    }

    /// Somewhere a body did not open: whoever holds its cells under that stamp offers them again.
    private func offer(_ wanted: [ChangeKey]) throws {
        for key in wanted {
            guard let table = try core.existingTable(key.entity), !table.schema.isLocal,
                let row = try table.brief(id: key.record)
            else { continue }
            var living = row.living
            living.mark(living.confirmed.intersection(living.owned(by: key.stamp)), at: key.stamp, as: .offered)
            if living != row.living { try table.update(living, number: row.number) }
        }
    }

    /// The proof of equality. A difference leads to a reconcile, at most once a day for one pair of sums; rows that
    /// did not open lead to one a day, for they may have been damaged on the way only.
    private func compare(_ serverSum: EqualitySum) throws {
        guard try !core.holdsAnything() else { return }
        let isWhole = try core.unopenableCount() == 0
        let isEqual = writer.state.sum == serverSum
        // First the others are asked for them.
        guard try isWhole || outgoing.damaged.isEmpty && core.unreportedDamage().isEmpty else { return }
        if isWhole { result.isSumEqual = isEqual }
        if isWhole, isEqual {
            if !sync.differingSums.isEmpty { (sync.differingSums, sync.differedMilliseconds) = ([], 0) }
            return
        }
        let sums = writer.state.sum.bytes + serverSum.bytes
        let isSettled =
            0..<Limits.comparisonMilliseconds ~= nowMilliseconds.distance(beyond: sync.differedMilliseconds)
        guard !isSettled || isWhole && sums != sync.differingSums else { return }
        try writer.reconcile(&sync, .sameNumber)
        (sync.differingSums, sync.differedMilliseconds) = (sums, nowMilliseconds)
        result.state = .more
    }
}

extension Outgoing {
    /// Whether number, cursor and attempts in the file are still those of this request.
    fileprivate func isAnswered(by sync: SyncState, of device: UInt64) -> Bool {
        var expected = sync
        expected.known = known
        if attempt != 0 { expected.attempt(attempt) }
        return number == device && cursor == sync.cursor && isFromZero == sync.isFromZero && epoch == sync.epoch
            && expected.known == sync.known
    }
}

extension StoreCore {
    /// Whether anything is to be sent.
    func hasPending() throws -> Bool {
        for table in try allTables() where !table.schema.isLocal {
            if try table.hasPending() { return true }
        }
        return false
    }

    /// Whether so many records are more than max(50, 20 %) of all.
    ///
    /// - Parameter deleted: how many of them are deleted already.
    func isMass(_ count: Int, beside deleted: Int = 0) throws -> Bool {
        guard count > Limits.massCount else { return false }
        var all = 0
        for table in try allTables() where !table.schema.isLocal {
            all += Int(try connection.integer(table.layout.countUndeleted))
        }
        return count > (all + deleted) / Limits.massShare
    }
}
