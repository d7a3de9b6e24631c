// What the machines of the loops do.

import HTTPMessages
import PackmuleKit
import Platform
import SQLiteDatabase
import SyncProtocol
import TestDisk
import TripModel

extension Device {
    /// A trip with things on its list.
    func pack(_ city: String, items count: Int) throws {
        try edit("trip add") { edit in
            var trip = Trip(id: edit.newID())
            trip.city = city
            try edit.create(trip)
            for number in 1...count {
                var item = PackingItem(id: edit.newID())
                (item.trip, item.name) = (trip.id, "\(city) \(number)")
                try edit.create(item)
            }
        }
    }
}

extension Machines {
    /// Has the devices `one` and `other` in one space, with a trip in it.
    func makeSpace() throws {
        try serving(1) { running in
            let (one, other) = (try device("one", 1), try device("other", 2))
            try one.pack("Bergen", items: 2)
            try one.claim(running.claimLink(), over: running)
            try one.sync(over: running)
            try other.join(one.invite(over: running).link, over: running)
            for device in [other, one] { try device.sync(over: running) }
        }
    }

    /// The same, with a trip that was deleted and that everybody knows to be.
    func makeSpaceWithOldDeletion() throws {
        try makeSpace()
        let other = try device("other", 3)
        try other.pack("Oslo", items: 2)
        try sync("other", 3)
        try sync("one", 3)
        try other.edit("trip delete") { edit in
            for trip in try edit.records(Trip.self) where trip.record.city == "Oslo" {
                try edit.delete(Trip.schema.description, trip.record.id)
            }
        }
        try sync("other", 4)
    }

    func sync(_ name: String, _ seed: UInt64) throws {
        try serving(seed) { _ = try device(name, seed).sync(over: $0) }
    }

    /// Leaves an invitation of `one`, and its link in a file beside.
    func leaveInvitation() throws {
        let link = try serving(9) { try device("one", 9).invite(over: $0).link }
        for disk in [devices, host] { try Files.write(Array(link.text.utf8), to: disk.path("link")) }
    }

    /// Comes in by that invitation, as far as it has not, and syncs.
    func join(_ name: String, _ seed: UInt64) throws {
        let text = String(decoding: try Files.read(devices.path("link"), limitBytes: 4_096), as: UTF8.self)
        try serving(seed) { running in
            let device = try device(name, seed)
            if try device.membership() == nil { try device.join(Link(text), over: running) }
            try device.sync(over: running)
        }
    }

    /// What SQLite finds wrong with a backup.
    static func faults(ofBackup path: String) throws -> [String] {
        var faults: [String] = []
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.statement("PRAGMA integrity_check").forEachRow { row in
            if row.text(0) != "ok" { faults.append(row.text(0)) }
        }
        return faults
    }
}
