// What a server does, disturbed at each operation on its disk in turn.

import PackmuleKit
import Platform
import SyncProtocol
import TestDisk
import Testing

@testable import SQLiteServerStorage

@Suite("A server on a disk that fails")
struct ServerLoops {
    @Test("The first start")
    func creation() throws {
        try expectSound { _ in
        } operate: { machines, seed in
            try machines.serving(seed) { _ in }
        }
    }

    @Test("An exchange that stores")
    func exchange() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.device("one", 3).pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.sync("one", seed)
        }
    }

    @Test("A device that comes in")
    func join() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.device("third", 8).pack("Rome", items: 1)
            try machines.leaveInvitation()
        } operate: { machines, seed in
            try machines.join("third", seed)
        }
    }

    @Test("A collection")
    func collection() throws {
        try expectSound { machines in
            try machines.makeSpaceWithOldDeletion()
            var later = machines
            later.seconds += 100 * 86_400
            try later.sync("other", 5)
            try later.sync("one", 6)
        } operate: { machines, seed in
            var later = machines
            later.seconds += 100 * 86_400
            try later.serving(seed) { try $0.collect() }
        }
    }

    @Test("A backup")
    func backup() throws {
        try expectSound { machines in
            try machines.makeSpace()
        } operate: { machines, seed in
            // It takes the place of nothing; what stands there is whole.
            guard try !Files.exists(machines.host.path("backup")) else { return }
            try machines.serving(seed) { try $0.storage.backUp(to: machines.host.path("backup")) }
        }
    }

    @Test("A backup put in the place of the file, which is started on")
    func restore() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.serving(3) { try $0.storage.backUp(to: machines.host.path("backup")) }
            try machines.device("one", 4).pack("Oslo", items: 1)
            try machines.sync("one", 5)
        } operate: { machines, seed in
            _ = try SQLiteServerStorage.restore(
                machines.host.path("backup"), inFolder: machines.data, atMilliseconds: Int64(seed))
            try machines.serving(seed) { _ in }
        }
    }

    @Test("A start on a backup that was copied there")
    func copied() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.serving(3) { try $0.storage.backUp(to: machines.host.path("backup")) }
            try Files.removeAll(machines.data)
            try Files.createFolder(machines.data)
            try Files.move(machines.host.path("backup"), to: machines.data + "/" + SQLiteServerStorage.fileName)
        } operate: { machines, seed in
            try machines.serving(seed) { _ in }
        }
    }

    /// Runs a loop on the disk of the server; its file and a backup are looked at.
    private func expectSound(
        prepare: @escaping (Machines) throws -> Void, operate: @escaping (Machines, UInt64) throws -> Void
    ) throws {
        func machines(_ disks: FaultLoop.Disks) -> Machines { Machines(devices: disks.calm, host: disks.disturbed) }
        let loop = FaultLoop(
            prepare: { try prepare(machines($0)) }, isClear: tellsOfDisk,
            contents: { disks in
                let machines = machines(disks)
                let backup = machines.host.path("backup")
                var contents = try machines.contentsOfServer()
                if try Files.exists(backup) {
                    contents.figures.insert("in the backup \(try Machines.faults(ofBackup: backup))")
                }
                return contents
            }, operate: { try operate(machines($0), $1) })
        let result = try loop.run(stride: faultStride)
        #expect(result.faults == [])
        #expect(result.disturbanceCount * faultStride >= 30)
    }
}
