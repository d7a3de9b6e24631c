// The workloads of sync, over real sockets to a real server; run_packmule.py starts both and compares.

import CivilTime
import HTTPClient
import HTTPMessages
import JSONText
import PackmuleKit
import Platform
import SyncProtocol
import Synchronization
import TripModel

/// One device of a workload, with a clock that stands where the workload says or goes with the machine's.
struct SyncDevice: Sendable {
    let device: Device
    let clock: SteppedClock

    /// Opens the store, or makes it.
    init(_ path: String) throws {
        clock = SteppedClock()
        let system = Surroundings.system(environment: [:])
        let surroundings = Surroundings(
            clock: clock, random: system.random, zones: system.zones, localZone: system.localZone)
        device =
            try Files.exists(path)
            ? Device(at: path, surroundings) : Device.create(at: path, name: Files.name(of: path), surroundings)
    }

    /// The way to the server of its space.
    func transport() throws -> CurlTransport {
        guard let membership = try device.membership() else { throw Workloads.Misuse(usage: "not in a space") }
        return CurlTransport(origin: membership.server, pin: membership.pin)
    }
}

extension Workloads {
    // MARK: Whole synchronisations

    /// Trips and items go into a store untimed, the space is claimed, then everything goes up.
    func syncUp(link: String, mode: String, trips: String, items: String, into path: String) throws {
        let own = try SyncDevice(path)
        own.clock.stand(at: own.clock.millisecondsSince1970() - 3 * 86_400_000)
        let (trips, items) = (try lines(trips), try lines(items).map(Item.init))
        try own.device.edit("fill") { edit in
            for trip in trips {
                var record = Trip(id: try identity(trip["id"]))
                record.city = trip["destination"]?.string ?? "?"
                try edit.create(record)
            }
            for item in items { try edit.create(item.record) }
        }
        own.clock.goOn()
        let link = try Link(link)
        let transport = CurlTransport(origin: link.origin, pin: link.pin)
        try own.device.claim(link, isOpen: mode == "open", over: transport)
        let start = ContinuousClock.now
        let report = try own.device.sync(over: transport)
        self.report(start, report.sentCount)
    }

    /// A fresh device comes in by an invitation; then everything comes down until it can be queried.
    func syncDown(from inviter: String, into path: String, count: Int) throws {
        let other = try SyncDevice(inviter)
        let transport = try other.transport()
        let link = try other.device.invite(over: transport).link
        let own = try SyncDevice(path)
        try own.device.join(link, over: transport)
        let start = ContinuousClock.now
        try own.device.sync(over: transport)
        let found = try own.device.read { try $0.records(PackingItem.self).count }
        report(start, found)
        guard found == count else { throw Misuse(usage: "\(found) items came, not \(count)") }
    }

    // MARK: One change

    /// From the call on A until it is visible on B, which waits for its wake-up.
    func syncLatency(_ first: String, _ second: String, _ checkoffs: String) throws {
        let (one, other) = (try SyncDevice(first), try joined(second, by: first))
        let items = try lines(checkoffs).map { try identity($0["item_id"]) }
        let (ahead, behind) = (try one.transport(), try other.transport())
        try one.device.sync(over: ahead)
        try other.device.sync(over: behind)
        let ready = Signal()
        let seen = Signal()
        let failure = Mutex<(any Error)?>(nil)
        try BackgroundThread.run {
            do {
                for item in items {
                    ready.raise()
                    while try other.device.read({ try $0.record(PackingItem.self, item)?.record.packed }) != true {
                        _ = other.device.watch(over: behind, seconds: 30)
                        try other.device.sync(over: behind)
                    }
                    seen.raise()
                }
            } catch {
                failure.withLock { $0 = error }
                for _ in items {
                    ready.raise()
                    seen.raise()
                }
            }
        }
        var waits: [Double] = []
        for item in items {
            ready.wait()
            let start = ContinuousClock.now
            try one.device.edit("pack") { try $0.update(PackingItem.self, item) { $0.packed = true } }
            try one.device.sync(over: ahead)
            seen.wait()
            waits.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        if let error = failure.withLock({ $0 }) { throw error }
        let sorted = waits.sorted()
        write(
            "\(sorted[sorted.count / 2]) \(sorted[sorted.count * 99 / 100]) \(sorted[0]) \(waits.reduce(0, +) / 1000)")
    }

    // MARK: Conflicts

    /// Both edit the same fields offline, each at the times of the workload; then A, B, A.
    ///
    /// Prints the seconds, how many of the fields that each file expects are right on both, and how many items differ.
    func syncConflicts(_ first: String, _ second: String, edits: (String, String), expected: [String]) throws {
        let (one, other) = (try SyncDevice(first), try joined(second, by: first))
        let (ahead, behind) = (try one.transport(), try other.transport())
        try one.device.sync(over: ahead)
        try other.device.sync(over: behind)
        // The last edit of the workload was made a minute ago, on both.
        let shift = one.clock.millisecondsSince1970() - 60_000 - (1_760_000_000_000 + 100_000_000)
        for (own, file) in [(one, edits.0), (other, edits.1)] {
            for edit in try lines(file).map(FieldEdit.init) {
                own.clock.stand(at: edit.time + shift)
                try own.device.edit("item edit") { try $0.update(PackingItem.self, edit.item, edit.apply) }
            }
            own.clock.goOn()
        }
        let start = ContinuousClock.now
        try one.device.sync(over: ahead)
        try other.device.sync(over: behind)
        try one.device.sync(over: ahead)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let (mine, theirs) = (try items(of: one), try items(of: other))
        let right = try expected.map { file in
            try lines(file).map(FieldEdit.init).count { edit in
                [mine, theirs].allSatisfy { items in
                    guard let item = items[edit.item] else { return false }
                    var changed = item
                    edit.apply(&changed)
                    return changed == item
                }
            }
        }
        let words = [seconds] + right.map(Double.init) + [Double(mine.count { theirs[$0.key] != $0.value })]
        write(words.map { "\($0)" }.joined(separator: " "))
    }

    private func items(of own: SyncDevice) throws -> [RecordID: PackingItem] {
        let records = try own.device.read { try $0.records(PackingItem.self) }
        return Dictionary(records.map { ($0.record.id, $0.record) }) { $1 }
    }

    // MARK: Bytes

    /// So many new items, and a sync.
    func syncAdd(_ path: String, items: String, count: Int) throws {
        let own = try SyncDevice(path)
        let trip = try own.device.read { try $0.records(Trip.self).first?.record.id }
        try own.device.edit("item add") { edit in
            for line in try lines(items).prefix(count) {
                var item = try Item(line).record
                item.trip = trip
                try edit.create(item)
            }
        }
        try own.device.sync(over: own.transport())
    }

    /// A sync of whatever there is.
    func syncOnly(_ path: String) throws {
        let own = try SyncDevice(path)
        try own.device.sync(over: own.transport())
    }

    /// One check-off, and a sync.
    func syncCheck(_ path: String) throws {
        let own = try SyncDevice(path)
        let items = try own.device.read { try $0.records(PackingItem.self) }
        guard let item = items.first(where: { $0.record.packed != true }) else {
            throw Misuse(usage: "nothing to check off")
        }
        try own.device.edit("pack") { try $0.update(PackingItem.self, item.record.id) { $0.packed = true } }
        try own.device.sync(over: own.transport())
    }

    // MARK: Parts

    /// The device at a path, which comes into the space of another one if it is new.
    private func joined(_ path: String, by inviter: String) throws -> SyncDevice {
        let own = try SyncDevice(path)
        if try own.device.membership() == nil {
            let other = try SyncDevice(inviter)
            let transport = try other.transport()
            try own.device.join(try other.device.invite(over: transport).link, over: transport)
        }
        return own
    }

    private func write(_ text: String) {
        _ = try? StandardStream.output.write(text + "\n")
    }
}
