// How a schedule shows its media to the checker; promises 14 and 15: nobody stalls in silence, and reminders ring.

import PackmuleKit
import Reminders
import ReplicaStore
import Replication
import SyncServer
import TripModel

extension Checker {
    /// See ``begin(_:name:in:_:)``.
    func begin(_ station: Station) throws {
        rings.begin(station)
        changedRowCounts[station.index] = station.store.changedRowCount
        try begin(station.index, name: station.name, in: station.space.index, station.replica.dump())
    }

    /// Looks at a device where its file was written to.
    func look(at station: Station, _ cause: Cause) throws {
        let count = station.store.changedRowCount
        guard count != changedRowCounts[station.index] else { return }
        changedRowCounts[station.index] = count
        try look(at: station.index, station.replica.dump(), cause)
    }

    /// Looks at what the server holds of a space.
    func lookAtServer(_ schedule: Schedule, _ space: Schedule.Space, isReplay: Bool = false) throws {
        guard let id = space.id else { return }
        let host = schedule.host
        let dump = try host.dump(of: id)
        guard boards[space.index]?.history ?? 0 == host.history else {
            let newest = try host.space(id)?.newestMilliseconds ?? 0
            return beginHistory(host.history, of: space.index, dump, newest: newest)
        }
        let look = try lookAtServer(
            space.index, dump, now: host.clock.millisecondsSince1970(), isReplay: isReplay)
        if look.isCollected { schedule.coverage.met(.collected) }
        if isReplay { schedule.coverage.met(.replayHarmless) }
    }

    /// Looks at where a device stands after a sync.
    func checkCursor(_ station: Station) throws {
        let facts = try station.store.syncFacts()
        guard !facts.isFromZero else { return }
        try checkCursor(
            of: station.index, at: facts.cursor.sequence, in: station.answerHistory,
            opensAll: facts.unopenableCount == 0 && !station.hasMetDamage)
    }

    /// "In every state with work to do a timer or a request is pending", and nobody waits beyond the time shown.
    func checkAwake(_ station: Station) throws {
        guard station.isAwake, station.syncState != .off else { return }
        switch station.syncState {
        case .off: return
        case .syncing:
            guard station.isExchanging || station.armed != nil else {
                throw Violation(14, "\(station.name) is about to sync, and nothing will begin it")
            }
        case .inSync:
            guard station.watch != nil || station.armed != nil else {
                throw Violation(14, "\(station.name) is in sync, and neither watches nor looks")
            }
        case .waiting(let wait):
            guard let armed = station.armed, armed <= max(wait.untilMilliseconds, station.now) else {
                throw Violation(14, "\(station.name) waits because \(wait.reason), and no timer ends it in time")
            }
            guard station.now <= wait.untilMilliseconds + 5_000 else {
                throw Violation(14, "\(station.name) waits beyond the time that it shows")
            }
        }
    }

    func noteDeath(of station: Station) { rings.noteDeath(of: station) }

    /// A device has shown something.
    func noteShown(_ notification: ReminderNotification, _ plan: Reminders.Plan?, at station: Station) throws {
        try rings.noteShown(notification, plan, at: station)
    }

    /// It has written down that it was shown.
    func noteRecorded(_ notification: ReminderNotification, at station: Station) {
        rings.noteRecorded(notification, at: station)
    }

    /// It has written down that it was taken away: what takes back why shows it again.
    func noteWithdrawn(_ rings: [RingID], at station: Station) {
        self.rings.noteWithdrawn(Set(rings), at: station)
    }
}

/// What each device showed.
struct RingChecks {
    /// One time that one reminder was due, on one file.
    private struct Key: Hashable {
        let station: Int
        let file: Int
        let ring: RingID
        /// Which standing of the reminder, and which time: a put-off comes again.
        let since: Int64
        let due: Int64
    }

    private var recorded: Set<Key> = []
    /// Shown and not written down yet.
    private var open: [Int: [Key]] = [:]

    mutating func begin(_ station: Station) { open[station.index] = [] }

    mutating func noteDeath(of station: Station) { open[station.index] = [] }

    mutating func noteShown(_ notification: ReminderNotification, _ plan: Reminders.Plan?, at station: Station) throws {
        for ring in notification.rings {
            guard let record = plan?.record(of: ring) else { continue }
            let key = Key(
                station: station.index, file: station.fileNumber, ring: ring,
                since: record.since?.millisecondsSince1970 ?? 0, due: record.due?.millisecondsSince1970 ?? 0)
            guard !recorded.contains(key), open[station.index]?.contains(key) != true else {
                throw Violation(15, "\(station.name) rings twice: \(ring)")
            }
            open[station.index, default: []].append(key)
        }
    }

    mutating func noteRecorded(_ notification: ReminderNotification, at station: Station) {
        let rings = Set(notification.rings)
        for key in open[station.index] ?? [] where rings.contains(key.ring) { recorded.insert(key) }
        open[station.index]?.removeAll { rings.contains($0.ring) }
    }

    mutating func noteWithdrawn(_ rings: Set<RingID>, at station: Station) {
        recorded = recorded.filter {
            !($0.station == station.index && $0.file == station.fileNumber && rings.contains($0.ring))
        }
    }
}
