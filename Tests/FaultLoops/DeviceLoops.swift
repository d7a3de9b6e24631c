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

@Suite("Devices on a disk that fails")
struct DeviceLoops {
    @Test("The first start")
    func creation() throws {
        try expectSound { _ in
        } operate: { machines, seed in
            _ = try machines.device("one", seed)
        }
    }

    @Test("A push")
    func push() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.device("one", 3).pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.sync("one", seed)
        }
    }

    @Test("A pull")
    func pull() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.device("other", 3).pack("Oslo", items: 3)
            try machines.sync("other", 4)
        } operate: { machines, seed in
            try machines.sync("one", seed)
        }
    }

    @Test("A pull of what was deleted and collected long ago")
    func collection() throws {
        try expectSound { machines in
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

    @Test("A compaction")
    func compaction() throws {
        try expectSound { machines in
            try machines.device("one", 1).pack("Oslo", items: 3)
        } operate: { machines, seed in
            var later = machines
            later.seconds += 100 * 86_400
            try later.device("one", seed).store.compact()
        }
    }

    @Test("A backup over an older one")
    func backup() throws {
        try expectSound { machines in
            let device = try machines.device("one", 1)
            try device.pack("Bergen", items: 1)
            try device.store.backup(to: machines.path("backup"))
            try device.pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.device("one", seed).store.backup(to: machines.path("backup"))
        }
    }

    @Test("A backup put back")
    func restore() throws {
        try expectSound { machines in
            let device = try machines.device("one", 1)
            try device.pack("Bergen", items: 1)
            try device.store.backup(to: machines.path("backup"))
            try device.pack("Oslo", items: 3)
        } operate: { machines, seed in
            try machines.restore("one", from: machines.path("backup"), seed)
        }
    }

    @Test("A ring that is written down")
    func ring() throws {
        try expectSound { machines in
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

    @Test("Coming into a space with something of its own")
    func join() throws {
        try expectSound { machines in
            try machines.makeSpace()
            try machines.device("third", 8).pack("Rome", items: 1)
            try machines.leaveInvitation()
        } operate: { machines, seed in
            try machines.join("third", seed)
        }
    }

    // MARK: What loops have found

    @Test("A page that cannot be read, the list of devices too, is told as that and not as damage")
    func reading() throws {
        try expectSound(.failsOnce) { machines in
            try machines.makeSpace()
        } operate: { machines, seed in
            let device = try machines.device("one", seed)
            _ = try Machines.contents(of: device.store)
            _ = try device.store.pendingChanges()
        }
    }

    @Test("An invitation is still good after there was no room for the copy that is made before")
    func roomForCopy() throws {
        try expectSound(.isFull) { machines in
            try machines.makeSpace()
            try machines.device("third", 8).pack("Rome", items: 1)
            try machines.leaveInvitation()
        } operate: { machines, seed in
            try machines.join("third", seed)
        }
    }

    /// Runs a loop on the disk of the devices; the device `one` or `third` and a backup are looked at.
    ///
    /// - Parameter disturbance: the only one, at every operation; nil runs all, at some.
    private func expectSound(
        _ disturbance: FaultLoop.Disturbance? = nil, prepare: @escaping (Machines) throws -> Void,
        operate: @escaping (Machines, UInt64) throws -> Void
    ) throws {
        func machines(_ disks: FaultLoop.Disks) -> Machines { Machines(devices: disks.disturbed, host: disks.calm) }
        let loop = FaultLoop(
            prepare: { try prepare(machines($0)) }, isClear: tellsOfDisk,
            contents: { disks in
                let machines = machines(disks)
                let backup = machines.path("backup")
                var contents = try machines.contents(of: "one").union(machines.contents(of: "third"))
                if try Files.exists(backup) {
                    let kept = try Machines.contents(of: machines.checkedBackup(at: backup))
                    contents.figures.formUnion(kept.things.map { "in the backup \($0)" })
                }
                return contents
            }, operate: { try operate(machines($0), $1) })
        let stride = disturbance == nil ? faultStride : 1
        let result = try loop.run(disturbance.map { [$0] } ?? FaultLoop.Disturbance.allCases, stride: stride)
        #expect(result.faults == [])
        #expect(result.disturbanceCount * stride >= 15)
    }
}
