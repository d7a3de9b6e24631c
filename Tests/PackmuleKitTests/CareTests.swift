// A backup is put in the place of a store, and a damaged file gives what can be read.

import PackmuleKit
import Platform
import ReplicaStore
import TestSupport
import Testing
import TripModel

@Suite("Care")
struct CareTests {
    private let folder = TemporaryFolder()
    private let surroundings = Surroundings.test()
    private var path: String { folder.path("store") }
    private var backupPath: String { folder.path("backup") }

    /// A store with Bergen and a backup of it, to which Oslo was added since.
    init() throws {
        let device = try Device.create(at: path, name: "phone", surroundings)
        try device.addTrip("Bergen")
        try device.store.backup(to: backupPath)
        try device.addTrip("Oslo")
    }

    private func restore() throws -> Device.Replaced {
        try Device.restore(at: path, from: Device.checkedBackup(at: backupPath, surroundings), surroundings)
    }

    private func cities(_ path: String) throws -> [String] {
        try Device(at: path, surroundings).read { try $0.trips() }.map(\.record.city).sorted()
    }

    @Test("A store in use goes back to the backup, and what it held is kept beside it under the time")
    func restoring() throws {
        let open = try Device(at: path, surroundings)
        let copy = path + ".before-restore-20260501T120000Z"
        #expect(try restore() == .copied(to: copy))
        #expect(try cities(path) == ["Bergen"])
        #expect(try open.read { try $0.trips() }.map(\.record.city) == ["Bergen"])
        #expect(try cities(copy) == ["Bergen", "Oslo"])
    }

    @Test("What never was a store is not replaced")
    func foreign() throws {
        let text = Array("Somebody else's notes".utf8)
        for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
        try Files.write(text, to: path)
        #expect(throws: StoreError.notAStore(path: path)) { try restore() }
        #expect(try Files.read(path, limitBytes: 100) == text)
    }

    @Test("A store damaged beyond use is moved aside as it was")
    func damaged() throws {
        // Nothing is left of it but its mark, at byte 68.
        let garbage = [UInt8](repeating: 7, count: 68) + Array("PkMl".utf8) + [UInt8](repeating: 7, count: 8_120)
        for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
        try Files.write(garbage, to: path)
        let aside = path + ".damaged-20260501T120000Z"
        #expect(try restore() == .movedAside(to: aside))
        #expect(try cities(path) == ["Bergen"])
        #expect(try Files.read(aside, limitBytes: 1 << 20) == garbage)
    }

    @Test("Where there is no store, the backup becomes one")
    func missing() throws {
        for suffix in ["", "-wal", "-shm", "-changed"] { try? Files.remove(path + suffix) }
        #expect(try restore() == .nothing)
        #expect(try cities(path) == ["Bergen"])
    }

    @Test("What is no backup is refused, and the store is as it was")
    func notABackup() throws {
        try Files.write(Array("no backup".utf8), to: backupPath)
        #expect(throws: StoreError.notAStore(path: backupPath)) { try restore() }
        #expect(throws: StoreError.missing(path: folder.path("none"))) {
            try Device.checkedBackup(at: folder.path("none"), surroundings)
        }
        #expect(try cities(path) == ["Bergen", "Oslo"])
    }

    @Test("A file is read for what it still gives")
    func salvaging() throws {
        let salvage = try Device.salvage(at: path, surroundings)
        #expect(try salvage.records(Trip.self).map(\.record.city) == ["Bergen", "Oslo"])
        #expect(salvage.damagedEntities == [])
    }
}
