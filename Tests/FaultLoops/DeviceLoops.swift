// What devices do, disturbed at each operation on their disk in turn.

import CivilTime
import PackmuleKit
import Platform
import Reminders
import ReplicaStore
import Replication
import SyncProtocol
import TestDisk
import Testing
import TripModel

@Suite("Devices on a disk that fails", .timeLimit(.minutes(5)))
struct DeviceLoops {
    @Test("The first start", arguments: FaultLoop.Disturbance.allCases)
    func creation(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { _ in
        } operate: { machines, seed in
            _ = try machines.device("one", seed)
        }
    }

    @Test("A push", arguments: FaultLoop.Disturbance.allCases)
    func push(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            try machines.makeSpace()
            try machines.device("one", 3).pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.sync("one", seed)
        }
    }

    @Test("A pull", arguments: FaultLoop.Disturbance.allCases)
    func pull(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            try machines.makeSpace()
            try machines.device("other", 3).pack("Oslo", items: 3)
            try machines.sync("other", 4)
        } operate: { machines, seed in
            try machines.sync("one", seed)
        }
    }

    @Test("A pull of what was deleted and collected long ago", arguments: FaultLoop.Disturbance.allCases)
    func collection(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            try machines.makeSpaceWithOldDeletion()
            var later = machines
            later.seconds += 100 * 86_400
            try later.sync("other", 5)
            try later.sync("one", 6)
            try later.serving(7) { try $0.collect() }
        } operate: { machines, seed in
            var later = machines
            later.seconds += 101 * 86_400
            try later.sync("one", seed)
        }
    }

    @Test("A compaction", arguments: FaultLoop.Disturbance.allCases)
    func compaction(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            try machines.device("one", 1).pack("Oslo", items: 3)
        } operate: { machines, seed in
            var later = machines
            later.seconds += 100 * 86_400
            try later.device("one", seed).store.compact()
        }
    }

    @Test("A backup over an older one", arguments: FaultLoop.Disturbance.allCases)
    func backup(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            let device = try machines.device("one", 1)
            try device.pack("Bergen", items: 1)
            try device.store.backup(to: machines.path("backup"))
            try device.pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.device("one", seed).store.backup(to: machines.path("backup"))
        }
    }

    @Test("A backup put back", arguments: FaultLoop.Disturbance.allCases)
    func restore(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            let device = try machines.device("one", 1)
            try device.pack("Bergen", items: 1)
            try device.store.backup(to: machines.path("backup"))
            try device.pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.restore("one", from: machines.path("backup"), seed)
        }
    }

    @Test("A ring that is written down", arguments: FaultLoop.Disturbance.allCases)
    func ring(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            let device = try machines.device("one", 1)
            var permission = Permission()
            permission.status = .authorized
            try device.setPermission(permission)
            try device.edit("remind") { edit in
                var reminder = Reminder(id: edit.newID())
                (reminder.title, reminder.trigger) = ("Passport", "at 2026-05-01T15:00")
                try edit.add(reminder, in: device.surroundings)
            }
        } operate: { machines, seed in
            var later = machines
            later.seconds += 4 * 3_600
            let device = try later.device("one", seed)
            let plan = try device.planReminders()
            let handed = plan.show.map { HandedOver($0, shown: TextMap([("desktop", "1")])) }
            try device.record(plan, handed: handed, withdrawn: plan.withdraw.map(\.ring))
        }
    }

    @Test("Coming into a space with something of its own", arguments: FaultLoop.Disturbance.allCases)
    func join(_ disturbance: FaultLoop.Disturbance) throws {
        try expectSound(disturbance, atLeast: 10) { machines in
            try machines.makeSpace()
            try machines.device("third", 8).pack("Rome", items: 1)
            try machines.leaveInvitation()
        } operate: { machines, seed in
            try machines.join("third", seed)
        }
    }

    /// Runs a loop on the disk of the devices; the device `one` or `third` and a backup are looked at.
    private func expectSound(
        _ disturbance: FaultLoop.Disturbance, atLeast count: Int, prepare: @escaping (Machines) throws -> Void,
        operate: @escaping (Machines, UInt64) throws -> Void
    ) throws {
        func machines(_ disks: FaultLoop.Disks) -> Machines { Machines(devices: disks.disturbed, host: disks.calm) }
        let loop = FaultLoop(
            prepare: { try prepare(machines($0)) }, isClear: tellsOfDisk,
            contents: { disks in
                let machines = machines(disks)
                let backup = machines.path("backup")
                var lines = try machines.contents(of: "one").union(machines.contents(of: "third"))
                if try Files.exists(backup) {
                    let contents = try Machines.contents(of: machines.checkedBackup(at: backup))
                    lines.formUnion(contents.map { "kept: \($0)" })
                }
                return lines
            }, operate: { try operate(machines($0), $1) })
        let result = try loop.run(disturbance)
        #expect(result.faults == [])
        #expect(result.disturbanceCount >= (disturbance == .isFull ? 1 : count))
    }
}
