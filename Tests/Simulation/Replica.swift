// One device of a world: the shipping device, with what a test does to its file, clock and single requests.

package import CivilTime
package import HTTPMessages
package import PackmuleKit
import Platform
package import ReplicaStore
package import Replication
package import Sealing
package import SyncProtocol
import TestSupport
package import TripModel

/// A device in memory.
package final class Replica {
    package let name: String
    package let clock: MachineClock
    package let network: any Transport
    package private(set) var device: Device
    private var options: StoreOptions

    /// A copy of the file.
    package typealias File = ReplicaStore
    private var dumped: (changeCount: Int64, dump: Dump)?

    package var store: ReplicaStore { device.store }

    /// Where the file is; empty for a device in memory.
    package var path: String { store.path }

    package init(
        _ name: String, _ clock: MachineClock, _ network: any Transport, seed: UInt64,
        catalogue: Catalogue = .packmule, rulesVersion: String = "1", at path: String? = nil,
        zones: ZoneDatabase = ZoneDatabase { _ in nil }, zone: String = "UTC"
    ) throws {
        (self.name, self.clock, self.network) = (name, clock, network)
        options = StoreOptions(
            catalogue: catalogue, rulesVersion: rulesVersion, fold: Folding.folded, clock: clock,
            random: SeededRandom(seed: seed))
        let store: ReplicaStore
        if let path {
            store =
                try Files.exists(path)
                ? ReplicaStore(path: path, options) : .create(at: path, deviceName: name, options)
        } else {
            store = try .inMemory(deviceName: name, options)
        }
        var surroundings = Surroundings(
            clock: clock, random: options.random, zones: zones,
            localZone: .discover(LocalZone.Facts(tz: zone), in: zones))
        surroundings.isSingleThreaded = true
        device = Device(store, surroundings)
    }

    /// Opens the file by the newest version of the program.
    func upgrade() throws {
        (options.catalogue, options.rulesVersion) = (.packmule, "1")
        try reopen()
    }

    /// Opens the file anew, as a process does that was started again: what was only in memory is gone.
    package func reopen() throws {
        let reopened: ReplicaStore
        if path.isEmpty {
            reopened = try .inMemory(deviceName: name, options)
            try reopened.restore(from: store)
        } else {
            reopened = try ReplicaStore(path: path, options)
        }
        device = Device(reopened, device.surroundings)
        dumped = nil
    }

    // MARK: What it holds

    /// What the device holds, read anew only where something was written.
    package func dump() throws -> Dump {
        let changeCount = store.changedRowCount
        if let dumped, dumped.changeCount == changeCount { return dumped.dump }
        let dump = try store.dump()
        dumped = (changeCount, dump)
        return dump
    }

    // MARK: Whole rounds

    /// Syncs until nothing is left to bring or to take.
    @discardableResult
    package func sync(acceptHiding: Bool = false) throws -> SyncReport {
        try device.sync(over: network, acceptHiding: acceptHiding)
    }

    // MARK: One request at a time

    /// A request that was made and not answered yet.
    package struct Sent {
        package let outgoing: Outgoing
        package let message: ExchangeRequest

        package init(outgoing: Outgoing, message: ExchangeRequest) {
            (self.outgoing, self.message) = (outgoing, message)
        }
    }

    /// Makes the next request; what it carries is on the device's disk.
    package func request(withChanges: Bool = true) throws -> Sent {
        let outgoing = try store.outgoing(withChanges: withChanges)
        let coding = try coding()
        return Sent(
            outgoing: outgoing,
            message: ExchangeRequest(
                number: outgoing.number, cursor: outgoing.cursor, known: outgoing.known, attempt: outgoing.attempt,
                isFromZero: outgoing.isFromZero, damaged: outgoing.damaged,
                changes: outgoing.changes.map(coding.seal)))
    }

    /// What the server answers to a request.
    package func answer(to sent: Sent) throws -> ExchangeAnswer {
        let caller = try store.membership().map { ($0.space, $0.token) }
        return try ExchangeAnswer(
            encoded: network.call(.exchange, as: caller, body: sent.message.encoded, timeoutSeconds: 1))
    }

    /// Takes in the answer to a request.
    @discardableResult
    package func absorb(_ answer: ExchangeAnswer, to sent: Sent) throws -> Absorbed {
        var opened: [[Change.Field]?] = []
        if case .page(let page) = answer.verdict {
            let coding = try coding()
            opened = page.rows.map { row in (try? coding.open(row.sealed).fields)?.filter { $0.number != 0 } }
        }
        return try store.absorb(
            answer.verdict, serverMilliseconds: answer.serverMilliseconds,
            offsetMilliseconds: answer.serverMilliseconds - clock.millisecondsSince1970(), for: sent.outgoing,
            opened: { opened[$0] })
    }

    /// One exchange whose answer arrives.
    @discardableResult
    package func exchange(withChanges: Bool = true) throws -> Absorbed {
        let sent = try request(withChanges: withChanges)
        return try absorb(answer(to: sent), to: sent)
    }

    /// One exchange whose answer is lost.
    package func exchangeLosingAnswer() throws {
        _ = try answer(to: request())
    }

    package func coding() throws -> any BodyCoding {
        try device.requiredMembership().coding(random: device.surroundings.random)
    }

    // MARK: The file

    /// A copy of the file.
    package func copy() throws -> ReplicaStore {
        let copy = try ReplicaStore.inMemory(deviceName: name, options)
        try copy.restore(from: store)
        return copy
    }

    /// Puts a copy in the place of the file.
    package func rollBack(to copy: ReplicaStore) throws {
        try store.restore(from: copy)
        dumped = nil
    }

    // MARK: What people do, and see

    /// Makes the trip of a name, or changes it.
    package func write(
        _ trip: RecordID, city: String? = nil, title: String? = nil, note: String? = nil
    ) throws {
        try device.edit("trip edit") { edit in
            func change(_ record: inout Trip) {
                if let city { record.city = city }
                if let title { record.title = title }
                if let note { record.note = note }
            }
            if let known = try edit.record(Trip.self, trip), !known.isDeleted {
                try edit.update(Trip.self, trip, change)
            } else {
                var record = try edit.record(Trip.self, trip)?.record ?? Trip(id: trip)
                change(&record)
                if record.city.isEmpty { record.city = "somewhere" }
                try edit.create(record)
            }
        }
    }

    package func delete(_ trip: RecordID) throws {
        try device.edit("trip delete") { try $0.delete(Trip.schema.description, trip) }
    }

    package func restore(_ trip: RecordID) throws {
        try device.edit("trip restore") { try $0.restore(Trip.schema.description, trip) }
    }

    /// The trip as it is shown; nil where it is deleted or not here.
    package func trip(_ id: RecordID) throws -> Trip? {
        try device.read { try $0.record(Trip.self, id) }.flatMap { $0.isDeleted ? nil : $0.record }
    }

    /// What is not known to be on the server.
    package var pending: [Change] { get throws { try store.pendingChanges() } }

    package var facts: SyncFacts { get throws { try store.syncFacts() } }

    /// The stamp of a field of a trip; nil where it was never written.
    package func stamp(_ trip: RecordID, _ field: FieldNumber) throws -> Stamp? {
        try dump().cells[Cell(entity: 1, record: trip, field: field)]?.stamp
    }
}

/// The fields of a trip that tests write, by number.
package enum TripField {
    package static let deletion: FieldNumber = 0
    package static let title: FieldNumber = 1
    package static let city: FieldNumber = 2
    package static let note: FieldNumber = 9
}

extension RecordID {
    /// A record whose identity was made on one device.
    package static func trip(_ number: UInt64) -> RecordID { RecordID(high: 0x7000, low: 0b10 << 62 | number) }

    /// A record whose identity follows from its name, so that every device may make it.
    package static func natural(_ number: UInt64) -> RecordID { .natural(entity: 1, key: "trip \(number)") }
}
