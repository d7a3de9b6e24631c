// The machines of the loops: devices and a server whose files lie on disks, opened anew each time.

import CivilTime
import Cryptography
import HTTPMessages
import PackmuleKit
import Platform
import Reminders
import ReplicaStore
import SyncProtocol
import SyncServer
import TestDisk
import TestSupport
import TripModel

@testable import SQLiteServerStorage

/// Where the files of devices and of the server lie.
struct Machines {
    /// The disk of the devices.
    let devices: TestDisk
    /// The disk of the server.
    let host: TestDisk
    /// Seconds since the tests began to write.
    var seconds: Int64 = 0

    // MARK: Devices

    func path(_ name: String) -> String { devices.path(name + ".packmule") }

    private func surroundings(_ seed: UInt64) -> Surroundings {
        let zones = ZoneDatabase { _ in nil }
        return Surroundings(
            clock: clock, random: SeededRandom(seed: seed), zones: zones,
            localZone: .discover(LocalZone.Facts(tz: "UTC"), in: zones))
    }

    private var clock: ManualClock {
        let clock = ManualClock()
        clock.advance(milliseconds: seconds * 1_000)
        return clock
    }

    /// The device of a name, made when it is not there.
    func device(_ name: String, _ seed: UInt64) throws -> Device {
        try Files.exists(path(name))
            ? Device(at: path(name), surroundings(seed))
            : .create(at: path(name), name: name, surroundings(seed))
    }

    func checkedBackup(at path: String) throws -> ReplicaStore {
        try Device.checkedBackup(at: path, surroundings(0))
    }

    func restore(_ name: String, from backup: String, _ seed: UInt64) throws {
        _ = try Device.restore(at: path(name), from: checkedBackup(at: backup), surroundings(seed))
    }

    // MARK: The server

    var data: String { host.path("data") }

    /// Runs the server as long as the body runs.
    func serving<Result>(_ seed: UInt64, _ body: (Running) throws -> Result) throws -> Result {
        let storage = try SQLiteServerStorage.open(inFolder: data)
        defer { storage.close() }
        return try body(Running(storage, self, clock, seed))
    }

    /// A server that runs, and the way to it.
    struct Running: Transport {
        let storage: SQLiteServerStorage
        let server: Server
        private let machines: Machines

        init(_ storage: SQLiteServerStorage, _ machines: Machines, _ clock: ManualClock, _ seed: UInt64) {
            (self.storage, self.machines) = (storage, machines)
            server = Server(storage: storage, clock: clock, random: SeededRandom(seed: seed ^ 0x5E))
        }

        /// A link that claims a space.
        func claimLink() throws -> Link {
            let secret = Secret([UInt8](repeating: 7, count: 16))
            let link = Link(kind: .claim, origin: try Origin("https://packmule.example.org"), secret: secret)
            try server.addClaim(lookup: link.lookup)
            return link
        }

        /// Collects all that can be.
        func collect() throws {
            var place: Server.CollectionPlace?
            repeat { place = try server.collect(from: place) } while place != nil
        }

        func send(
            _ request: HTTPRequest, limitBytes: Int, timeoutSeconds: Int
        ) throws(TransportError) -> HTTPResponse {
            // A process that has died sends nothing, and answers nothing.
            guard !machines.devices.isDead, !machines.host.isDead else { throw .unreachable(reason: "dead") }
            let answer = server.answer(request, from: "192.0.2.1")
            guard !machines.host.isDead else { throw .unreachable(reason: "dead") }
            return answer
        }

        func cancel() {}
    }

    // MARK: What they hold

    /// Something that must not be.
    struct Unsound: Error {
        let sentences: [String]
    }

    /// A line for everything that a device shows, counts and knows of its space; its file is sound.
    func contents(of name: String) throws -> FaultLoop.Contents {
        guard try Files.exists(path(name)) else { return FaultLoop.Contents() }
        let device = try device(name, 0)
        let faults = try device.store.verify()
        guard faults.isEmpty else { throw Unsound(sentences: faults) }
        return try Self.contents(of: device.store)
    }

    static func contents(of store: ReplicaStore) throws -> FaultLoop.Contents {
        try store.read { reader in
            var things = try Set(reader.records(Trip.self).map { "\($0.record)" })
            things.formUnion(try reader.records(PackingItem.self).map { "\($0.record)" })
            things.formUnion(try reader.records(Reminder.self).map { "\($0.record)" })
            things.formUnion(try reader.records(ReminderOccurrence.self).map { "\($0.record)" })
            things.formUnion(try reader.records(Ring.self).map { "\($0.record)" })
            let figures: Set = ["\(try reader.pendingCount()) to send", "sum \(try reader.equalitySum())"]
            return FaultLoop.Contents(things: things, figures: figures)
        }
    }

    /// A line for every row and space of the server; its file is sound.
    func contentsOfServer() throws -> FaultLoop.Contents {
        guard try Files.exists(data) else { return FaultLoop.Contents() }
        return try serving(0) { running in
            let faults = try running.storage.check()
            guard faults.isEmpty else { throw Unsound(sentences: faults) }
            var contents = FaultLoop.Contents()
            for facts in try running.server.spaceFacts() {
                let space = facts.state
                contents.figures.insert("space \(space.recordCount) \(space.collectedTo) \(space.sum.bytes)")
                contents.figures.insert("\(facts.devices.count { !$0.isRevoked }) devices")
                try running.storage.read { snapshot in
                    try snapshot.forEachRow(after: 0, notPushedBy: nil, in: space.key) { row in
                        contents.things.insert("row \(row.change.sealed.header) \(row.change.owned)")
                        return true
                    }
                }
            }
            return contents
        }
    }
}

/// Every n-th operation is disturbed; every one where PACKMULE_FAULT_STRIDE is 1, which takes minutes.
let faultStride = ProcessInformation.environment()["PACKMULE_FAULT_STRIDE"].flatMap { Int($0) } ?? 13

/// Whether an error says that the disk failed, and means nothing else; or that a backup is damaged, for one of which a
/// page cannot be read is.
func tellsOfDisk(_ error: any Error) -> Bool {
    switch error {
    case StoreError.database(let error):
        switch error {
        case .full, .inputOutput, .cannotOpen, .readOnly: true
        case .corrupt(let message): message == "the backup is damaged"
        default: false
        }
    case StoreError.files, DataFolderError.files: true
    case StorageError.full, StorageError.unavailable: true
    case StorageError.fault(let message): message.contains("unable to get the page")
    case SyncError.failed(.unreachable(detail: "dead")): true
    case SyncError.failed(.refused(let code, _)): code == .storageFull || code == .unavailable
    default: false
    }
}
