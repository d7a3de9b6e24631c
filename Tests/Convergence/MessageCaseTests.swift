// Failures that users of other systems reported, each as a schedule (the source stands before each test).

import HTTPMessages
import PackmuleKit
import Platform
import Replication
import Simulation
import SyncProtocol
import SyncServer
import TestSupport
import Testing
import TripModel

@testable import ReplicaStore

@Suite("What befell others: messages and order")
struct MessageCaseTests {
    /// sqlite-data 432: a rate limit or an outage on save removed the record from the queue for good.
    @Test("One request in ten answered 429, 503 or 507: afterwards both are equal and nothing waits")
    func transientFailuresAreNotFinal() throws {
        let world = try World("anna", "ben")
        var draws = SeededGenerator(seed: 432)
        for number in 0..<200 {
            let replica = world[draws.bool() ? "anna" : "ben"]
            try replica.write(.trip(UInt64(number % 17)), note: "\(number)")
            world.network.plan([
                draws.bool(probability: 0.1)
                    ? .status(draws.pick(from: [429, 503, 507]), retryAfterSeconds: 1) : nil
            ])
            world.pass(seconds: 2)
            do {
                try replica.sync()
            } catch SyncError.failed(let failure) {
                #expect(!failure.reason.needsPerson)
            }
        }
        world.network.heal()
        try world.settle()
        #expect(try world["anna"].pending.isEmpty && world["ben"].pending.isEmpty)
        try world.expectConvergence()
    }

    /// sqlite-data 418: a row deleted and made again at once under the same id reached the others as a deletion only.
    @Test(
        "Deleted and made again under one id, in one transaction or two: the others show the new record",
        arguments: [1, 2])
    func deletedAndMadeAgain(transactions: Int) throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world.settle()
        let trip = Trip.schema.description
        func again(_ edit: Edit) throws {
            var record = Trip(id: .trip(1))
            record.city = "Oslo"
            try edit.create(record)
        }
        if transactions == 1 {
            try world["anna"].device.edit("again") { edit in
                try edit.delete(trip, .trip(1))
                try again(edit)
            }
        } else {
            try world["anna"].device.edit("delete") { try $0.delete(trip, .trip(1)) }
            try world["anna"].device.edit("again") { try again($0) }
        }
        try world.settle()
        let shown = try #require(try world["ben"].trip(.trip(1)))
        #expect((shown.city, shown.note) == ("Oslo", ""))
        try world.expectConvergence()
    }

    /// sqlite-data 274, 354: who reconnected last kept his own older value.
    @Test("The later edit wins, whoever syncs last; 10,000 random orders against an oracle")
    func theLaterEditWins() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "start")
        try world.settle()
        world.pass(seconds: 1)
        try world["anna"].write(.trip(1), note: "earlier")
        world.pass(seconds: 1)
        try world["ben"].write(.trip(1), note: "later")
        try world["ben"].sync()
        try world.settle()
        #expect(try world["anna"].trip(.trip(1))?.note == "later")
        try world.expectConvergence()

        // The orders themselves go through the reference of the merge and through two stores without a server.
        var draws = SeededGenerator(seed: 274)
        let stores = [try world.makeReplica("one"), try world.makeReplica("two")].map(\.store)
        for order in 0..<5_000 as Range<UInt64> {
            let record = RecordID.trip(1_000 + order)
            let changes = try (0..<3).map { place in
                Change(
                    entity: 1, record: record,
                    stamp: try #require(Stamp(time: UInt64(draws.int(in: 1...3)) << 16, device: UInt64(place + 1))),
                    fields: [Change.Field(TripField.note, .text("\(place)"))])
            }
            let newest = try #require(changes.max { $0.stamp < $1.stamp })
            for store in stores {
                try store.merge(draws.shuffled(changes + changes.prefix(1)))
                let held = try store.read { try $0.record(Trip.self, record) }
                #expect(held.map { .text($0.record.note) } == newest.fields[0].value)
            }
        }
        #expect(try stores[0].dump().differences(from: stores[1].dump()).isEmpty)
    }

    /// sqlite-data 315: a child saved together with a conflicting parent never arrived.
    @Test("A child comes whatever becomes of its parent in the same push")
    func childrenOfConflictingParents() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "start")
        try world.settle()
        try world["anna"].device.edit("both") { edit in
            try edit.update(Trip.self, .trip(1)) { $0.note = "anna" }
            var item = PackingItem(id: .trip(100))
            (item.trip, item.name) = (.trip(1), "boots")
            try edit.add(item)
        }
        world.pass(seconds: 1)
        try world["ben"].write(.trip(1), note: "ben")
        try world["ben"].sync()
        try world["anna"].sync()
        try world["ben"].sync()
        #expect(try world["ben"].device.read { try $0.record(PackingItem.self, .trip(100)) }?.record.name == "boots")
        try world.settle()
        #expect(try world["anna"].trip(.trip(1))?.note == "ben")
        try world.expectConvergence()
    }

    /// evolu 709: with a fast clock peers stopped syncing, or a device's own writes failed once it was set right.
    @Test("A clock an hour, then 400 days ahead, then right, then a day behind: nobody stalls, no stamp is far ahead")
    func wrongClocks() throws {
        let world = try World("anna", "ben")
        let day: Int64 = 86_400_000
        for (step, error) in [3_600_000, 400 * day, 0, -day].enumerated() {
            world["anna"].clock.errorMilliseconds = error
            for round in 0..<3 {
                world.pass(seconds: 10)
                try world["anna"].write(.trip(1), note: "anna \(step) \(round)")
                try world["anna"].sync()
                try world["ben"].sync()
                #expect(try world["ben"].trip(.trip(1))?.note == "anna \(step) \(round)")
                world.pass(seconds: 10)
                try world["ben"].write(.trip(1), note: "ben \(step) \(round)")
                try world["ben"].sync()
                try world["anna"].sync()
                #expect(try world["anna"].trip(.trip(1))?.note == "ben \(step) \(round)")
                let newest = try #require(try world.host.space()?.newestMilliseconds)
                #expect(newest <= world.clock.millisecondsSince1970() + 60_000)
            }
        }
        try world.settle()
        try world.expectConvergence()
    }

    /// evolu 660: clients of a wiped relay got acknowledgements, nothing was stored, and no error was shown.
    @Test("A wiped server is noticed, and once it is claimed everything is uploaded again")
    func wipedServer() throws {
        let world = try World("anna", "ben")
        for trip in 1...20 as ClosedRange<UInt64> { try world["anna"].write(.trip(trip), note: "\(trip)") }
        try world.settle()
        try world.host.wipe()
        for name in ["anna", "ben"] {
            #expect(throws: SyncError.failed(.unauthorized)) { try world[name].sync() }
        }
        try world["ben"].write(.trip(21), note: "meanwhile")
        try world.claim(world["anna"])
        let report = try world["anna"].sync()
        #expect(report.sentCount == 20)
        try world.settle()
        #expect(try world["anna"].trip(.trip(21))?.note == "meanwhile")
        try world.expectConvergence()
    }

    /// A wiped server whose members are known again but whose rows are gone.
    @Test("A server that forgot everything but its members tells each device to begin anew")
    func emptiedServer() throws {
        let world = try World("anna", "ben")
        let before = try world.host.copy()
        for trip in 1...20 as ClosedRange<UInt64> { try world["anna"].write(.trip(trip), note: "\(trip)") }
        try world.settle()
        try world.host.rollBack(to: before)
        let report = try world["anna"].sync()
        #expect(report.wasReconciled && report.sentCount == 20)
        try world.settle()
        try world.expectConvergence()
    }

    /// taskwarrior 3395, sync-server 154 and 194: after a crash client and server disagreed for ever. The kills of real
    /// processes are tested with real processes; here the crash is between commit and reply.
    @Test(
        "An answer lost after the commit, 100 times, with 8 devices pushing: nothing is stuck, nothing is there twice")
    func crashesBetweenCommitAndReply() throws {
        let world = try World("a", "b", "c", "d", "e", "f", "g", "h")
        var draws = SeededGenerator(seed: 3395)
        for number in 0..<100 {
            let replica = draws.pick(from: world.replicas)
            try replica.write(.trip(UInt64(number)), note: "\(number)")
            world.pass(seconds: 2)
            world.network.plan([.answerLost])
            #expect(throws: SyncError.self) { try replica.sync() }
            if draws.bool(probability: 0.2) { world.host.restart() }
        }
        try world.settle()
        #expect(try world.host.rows().count == 100)
        for replica in world.replicas { #expect(try replica.device.read { try $0.records(Trip.self) }.count == 100) }
        try world.expectConvergence()
    }

    /// taskwarrior 4123, taskchampion 748: a new device "synced" with success and showed nothing.
    @Test("A new device gets everything, or an error: never success with nothing")
    func bootstraps() throws {
        let world = try World("anna", limits: .pages(of: 7))
        for trip in 1...50 as ClosedRange<UInt64> { try world["anna"].write(.trip(trip), note: "\(trip)") }
        try world["anna"].sync()
        let fresh = try world.addReplica("fresh")
        for page in 0..<7 {
            // Each page in turn comes truncated: loud, and the next try goes on from there.
            world.network.plan(Array(repeating: nil, count: page % 2) + [.truncated(thousandths: 500)])
            #expect(throws: SyncError.self) { try fresh.sync() }
            #expect(try fresh.facts.headMilliseconds == nil)
        }
        try fresh.sync()
        #expect(try fresh.device.read { try $0.records(Trip.self) }.count == 50)
        try world.expectConvergence()
    }

    /// powersync-swift 179, powersync-native 15, powersync-kotlin 340: after one failed upload nothing until the next
    /// edit.
    @Test("After a failed push an idle device tries again within the time it shows, for ever")
    func retriesWithoutAnEdit() throws {
        let world = try World("anna")
        try world["anna"].write(.trip(1), note: "rain")
        let random = SeededRandom(seed: 179)
        var session = Session()
        var action = session.handle(
            .wanted(.changes), nowMilliseconds: world.clock.millisecondsSince1970(), random: random)
        for _ in 0..<200 {
            guard case .exchange = action else {
                Issue.record("no exchange: \(action)")
                return
            }
            world.network.plan([.requestLost])
            #expect(throws: SyncFailure.timedOut) { try world["anna"].exchange() }
            action = session.handle(
                .failed(.timedOut), nowMilliseconds: world.clock.millisecondsSince1970(), random: random)
            guard case .wait(let until, .timedOut) = action else {
                Issue.record("no wait: \(action)")
                return
            }
            let wait = until - world.clock.millisecondsSince1970()
            #expect(0...300_000 ~= wait)
            world.clock.advance(milliseconds: wait)
            action = session.handle(
                .timePassed, nowMilliseconds: world.clock.millisecondsSince1970(), random: random)
        }
        try world["anna"].sync()
        #expect(try world["anna"].pending.isEmpty)
    }

    /// powersync.dart 307 and 308: partitions or kills left a client uploading or downloading for ever.
    @Test("Half an hour of random partitions and restarts, then quiet: all replicas equal, all queues empty")
    func partitions() throws {
        let world = try World("anna", "ben", "carla")
        var draws = SeededGenerator(seed: 307)
        for second in 0..<600 {
            world.pass(seconds: 3)
            let replica = draws.pick(from: world.replicas)
            try replica.write(.trip(UInt64(draws.int(in: 1...10))), note: "\(second)")
            if draws.bool(probability: 0.05) { world.host.restart() }
            world.network.plan((0..<3).map { _ in draws.pick(from: [nil, nil, .requestLost, .answerLost]) })
            do { try replica.sync() } catch is SyncError {}
        }
        world.network.heal()
        try world.settle()
        for replica in world.replicas { #expect(try replica.pending.isEmpty) }
        try world.expectConvergence()
    }

    /// WatermelonDB 649 and 1219: own new records came back as created by others, and deleted ones came back.
    @Test("Nothing of one's own comes back")
    func echoes() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "rain")
        #expect(try world["anna"].sync().receivedCount == 0)
        try world["anna"].delete(.trip(1))
        #expect(try world["anna"].sync().receivedCount == 0)
        #expect(try world["anna"].sync().receivedCount == 0)
        #expect(try world["anna"].trip(.trip(1)) == nil)
        try world.settle()
        #expect(try world["ben"].trip(.trip(1)) == nil)
        try world.expectConvergence()
    }

    /// WatermelonDB 1374: a field edited while its push was under way was marked as sent, or sent whole.
    @Test("Of an edit during a push exactly the newer one remains to be sent")
    func editsInFlight() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "one")
        let sent = try world["anna"].request()
        let answer = try world["anna"].answer(to: sent)
        try world["anna"].write(.trip(1), note: "two")
        #expect(try world["anna"].absorb(answer, to: sent).state == .head(hasMoreToPush: true))
        let pending = try world["anna"].pending
        #expect(pending.count == 1 && pending[0].fields == [Change.Field(TripField.note, .text("two"))])
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.note == "two")
        try world.expectConvergence()
    }
}
