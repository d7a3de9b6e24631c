// What became of the changes that a request carried: confirmed, stamped anew, waiting, or in quarantine.

internal import Platform
internal import Replication
internal import SQLiteDatabase

/// The outcomes of one request.
final class Outcomes {
    private let writer: Writer
    private let outgoing: Outgoing
    private let serverMilliseconds, nowMilliseconds: Int64
    private var core: StoreCore { writer.core }
    /// New changes that were ahead, by the places of their sources and their own.
    private var ahead: [(change: Change, source: Outgoing.Source)] = []

    init(_ writer: Writer, _ outgoing: Outgoing, _ serverMilliseconds: Int64, _ nowMilliseconds: Int64) {
        self.writer = writer
        self.outgoing = outgoing
        self.serverMilliseconds = serverMilliseconds
        self.nowMilliseconds = nowMilliseconds
    }

    func absorb(_ outcomes: [Outcome], _ result: inout Absorbed) throws {
        for source in outgoing.sources {
            guard let table = try core.existingTable(source.entity) else { continue }
            let isTaken = source.changes.allSatisfy { $0 < outcomes.count && outcomes[$0].isTaken }
            if isTaken { result.confirmedCount += source.changes.count }
            guard try !isTaken || !confirmWhole(source, table) else { continue }
            try settle(source, table, outcomes, &result)
        }
    }

    /// Nearly always all that was sent of a record was taken, and nobody has touched it since.
    private func confirmWhole(_ source: Outgoing.Source, _ table: RecordTable) throws -> Bool {
        var living = source.living
        for change in outgoing.changes[source.changes] {
            living.confirm(change.mask, at: change.stamp)
            writer.state.clock.confirm(change.stamp.time)
        }
        return try table.update(living, from: source.living, number: source.number)
    }

    private func settle(
        _ source: Outgoing.Source, _ table: RecordTable, _ outcomes: [Outcome], _ result: inout Absorbed
    ) throws {
        guard let before = try table.living(number: source.number) else { return }
        let isTaken = source.changes.allSatisfy { $0 < outcomes.count && outcomes[$0].isTaken }
        var living = before
        for place in source.changes {
            let change = outgoing.changes[place]
            // An answer that says too little means later, as one that this version does not understand.
            switch place < outcomes.count ? outcomes[place] : .unknown {
            case .stored, .done:
                living.confirm(change.mask, at: change.stamp)
                writer.state.clock.confirm(change.stamp.time)
                if !isTaken { result.confirmedCount += 1 }
            case .ahead: try note(ahead: change, source, living, &result)
            case .later(let reason, let seconds):
                try wait(change, source, reason, milliseconds: Int64(seconds) * 1_000, living, &result)
            case .refused(let refusal): try refuse(change, source, refusal, living, &result)
            }
        }
        let held = try core.heldBack(source.number, in: source.entity)
        let isPending = living.entries.contains { $0.state != .confirmed && held[$0.stamp] == nil }
        try table.update(living, number: source.number, isPending: isPending)
    }

    private func note(
        ahead change: Change, _ source: Outgoing.Source, _ living: LivingChanges, _ result: inout Absorbed
    ) throws {
        result.aheadCount += 1
        let entries = living.entries.filter { $0.stamp == change.stamp }
        if entries.contains(where: { $0.state == .new }) {
            ahead.append((change, source))
        } else if entries.contains(where: { $0.state == .offered }) {
            // Published: it waits until the server's clock has come near.
            let distance = change.stamp.milliseconds - Limits.aheadMilliseconds
            let milliseconds = distance.distance(beyond: serverMilliseconds)
            try wait(change, source, .unknown, milliseconds: milliseconds, living, &result)
        }
    }

    private func wait(
        _ change: Change, _ source: Outgoing.Source, _ reason: Outcome.Reason, milliseconds: Int64,
        _ living: LivingChanges, _ result: inout Absorbed
    ) throws {
        guard living.waits(change.stamp) else { return }
        let wait = max(Limits.shortestWaitMilliseconds, min(milliseconds, Limits.longestWaitMilliseconds))
        let until = nowMilliseconds.later(by: wait)
        try core.hold(
            StoreCore.Held(
                entity: source.entity, record: source.number, stamp: change.stamp, reason: reason.rawValue,
                untilMilliseconds: until))
        if until < result.later?.untilMilliseconds ?? .max {
            result.later = Absorbed.Later(reason: reason, untilMilliseconds: until)
        }
    }

    private func refuse(
        _ change: Change, _ source: Outgoing.Source, _ refusal: Outcome.Refusal, _ living: LivingChanges,
        _ result: inout Absorbed
    ) throws {
        let key = ChangeKey(entity: change.entity, record: change.record, stamp: change.stamp)
        result.refusals.append(Absorbed.Refused(key: key, refusal: refusal))
        guard living.waits(change.stamp) else { return }
        try core.hold(
            StoreCore.Held(
                entity: source.entity, record: source.number, stamp: change.stamp, reason: refusal.rawValue,
                untilMilliseconds: nil))
    }

    /// Gives exactly the new changes that were ahead another stamp, in their order, from what the server's clock
    /// shows, but beyond all that is published; after the rows of the same answer were merged.
    func restamp(_ result: inout Absorbed) throws {
        guard !ahead.isEmpty else { return }
        var clock = writer.state.clock.restamped(serverMilliseconds: serverMilliseconds)
        let beyond = Int64(clock.last >> 16).distance(beyond: serverMilliseconds)
        guard beyond <= Limits.aheadMilliseconds else { return try wait(milliseconds: beyond, &result) }
        let offsetMilliseconds = clock.offsetMilliseconds
        clock.offsetMilliseconds = 0
        var stamps: [Stamp: Stamp] = [:]
        for (change, source) in ahead.sorted(by: { $0.change.stamp < $1.change.stamp }) {
            guard let table = try core.existingTable(source.entity), let row = try table.row(number: source.number)
            else { continue }
            let stamp = change.stamp
            let new = row.living.entries.filter { $0.stamp == stamp && $0.state == .new }
            guard !new.isEmpty else { continue }
            let fresh =
                stamps[stamp]
                ?? Stamp(validTime: clock.tick(now: serverMilliseconds), validDevice: writer.state.device)
            stamps[stamp] = fresh
            var living = row.living
            for entry in new { living.write(entry.owned, stamp: fresh, state: .new) }
            if !row.isDeleted { writer.count(source.entity, row.id, from: row.living, to: living) }
            try table.update(living, number: source.number)
            result.restampedCount += 1
        }
        clock.offsetMilliseconds = offsetMilliseconds
        writer.state.clock = clock
    }

    /// Something published is itself ahead, and no stamp may fall behind it: stamped anew, the changes would be ahead
    /// again at once. They wait until the server's clock has come near.
    private func wait(milliseconds: Int64, _ result: inout Absorbed) throws {
        for (change, source) in ahead {
            guard let table = try core.existingTable(source.entity),
                let living = try table.living(number: source.number)
            else { continue }
            try wait(
                change, source, .unknown, milliseconds: milliseconds - Limits.aheadMilliseconds, living, &result)
            try table.holdBack(number: source.number)
        }
    }
}

extension Outcome {
    /// What stands for an outcome that is missing.
    fileprivate static var unknown: Outcome { .later(.unknown, seconds: Limits.unknownOutcomeSeconds) }

    /// Whether the server holds the change, or something newer.
    fileprivate var isTaken: Bool { self == .stored || self == .done }
}

extension LivingChanges {
    /// Whether a stamp owns anything that no server is known to hold.
    fileprivate func waits(_ stamp: Stamp) -> Bool {
        entries.contains { $0.stamp == stamp && $0.state != .confirmed }
    }
}
