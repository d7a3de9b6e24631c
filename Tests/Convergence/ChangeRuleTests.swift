// Directed schedules for the rules about changes, deletions and the clock (docs/design, replication).

import PackmuleKit
import Replication
import Simulation
import SyncProtocol
import SyncServer
import TestSupport
import Testing
import TripModel

@testable import ReplicaStore

@Suite("Rules of changes")
struct ChangeRuleTests {
    @Test("Making a natural-key record always writes field 0 = false")
    func naturalKeys() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.natural(1), city: "Bergen")
        try world["anna"].sync()
        try world["anna"].delete(.natural(1))
        try world["anna"].sync()
        // Ben has never seen it. Without field 0 what he makes would lie beneath a deletion he never heard of.
        world.pass(seconds: 5)
        try world["ben"].write(.natural(1), city: "Oslo")
        try world.settle()
        #expect(try world["anna"].trip(.natural(1))?.city == "Oslo")
        try world.expectConvergence()
    }

    /// A server that lost everything is given one cell of a change by a device that dies then: another device has to
    /// offer the other cell, although the server knows the stamp.
    private func worldWithHalfAChange() throws -> World {
        let world = try World("anna", "ben", "carla")
        let before = try world.host.copy()
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world.settle()
        try world["anna"].write(.trip(1), city: "Oslo")
        try world.host.rollBack(to: before)
        let anna = world["anna"]
        while try anna.facts.isFromZero || anna.pending.count < 2 { try anna.exchange(withChanges: false) }
        let sent = try anna.request()
        let old = try #require(sent.message.changes.first { !$0.header.mask.contains(TripField.city) })
        _ = try anna.answer(to: Replica.Sent(outgoing: sent.outgoing, message: sent.message.carrying([old])))
        world.lose(anna)
        #expect(try world.host.dump().cells.keys.map(\.field) == [TripField.note])
        return world
    }

    @Test("Every comparison, 'already here', offering and the sum is per cell, never per stamp")
    func comparisonIsPerCell() throws {
        let world = try worldWithHalfAChange()
        try world["ben"].sync()
        let fresh = try world.addReplica("dora")
        try fresh.sync()
        #expect(try fresh.trip(.trip(1))?.city == "Bergen")
        #expect(try fresh.trip(.trip(1))?.note == "rain")
        try world.settle()
        try world.expectConvergence()
    }

    @Test("A change whose stamp is known but which wins a cell is one more row; a mask is never widened in place")
    func masksAreNotWidened() throws {
        let world = try worldWithHalfAChange()
        // Dora has read the half that is there; what Ben brings has to come behind her cursor.
        let fresh = try world.addReplica("dora")
        try fresh.sync()
        #expect(try fresh.trip(.trip(1))?.city == "")
        try world["ben"].sync()
        let rows = try world.host.rows()
        #expect(rows.count == 2 && rows[0].change.sealed.header.stamp == rows[1].change.sealed.header.stamp)
        #expect(rows.map(\.change.owned) == [FieldMask(TripField.note), FieldMask(TripField.city)])
        try fresh.sync()
        #expect(try fresh.trip(.trip(1))?.city == "Bergen")
        try world.settle()
        try world.expectConvergence()
    }

    @Test("A request that carries a restore carries all living changes of the record")
    func restoresComeWhole() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world.settle()
        try world["ben"].write(.trip(1), title: "North")
        try world["ben"].delete(.trip(1))
        try world.settle()
        // The server forgets the record while Anna, who still holds it, is away.
        world.pass(days: 91)
        try world["ben"].sync()
        try world.host.collect()
        try world["ben"].sync()
        #expect(try world.host.rows().isEmpty && world["ben"].dump().cells.isEmpty)
        // One exchange each: nothing may have to be mended by comparing sums.
        try world["anna"].restore(.trip(1))
        try world["anna"].exchange()
        try world["ben"].exchange()
        let trip = try #require(try world["ben"].trip(.trip(1)))
        #expect((trip.city, trip.title, trip.note) == ("Bergen", "North", "rain"))
        try world.settle()
        try world.expectConvergence()
    }

    @Test("A request that carries a new change of a deleted record carries all living changes of the record")
    func changesBeneathDeletionsComeWhole() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world.settle()
        try world["ben"].write(.trip(1), title: "North")
        try world["anna"].delete(.trip(1))
        try world["anna"].sync()
        try world["ben"].exchange(withChanges: false)
        let changes = try world["ben"].request().outgoing.changes
        let fields = changes.reduce(into: FieldMask()) { $0 = $0.union($1.mask) }
        let all = [TripField.deletion, TripField.title, TripField.city, TripField.note]
        #expect(fields == all.reduce(into: FieldMask()) { $0.insert($1) })
        // Whoever restores it brings back what Ben wrote beneath the deletion.
        try world.settle()
        try world["anna"].restore(.trip(1))
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.title == "North")
        try world.expectConvergence()
    }

    @Test("A body that opens and decodes always merges; versions may not validate differently")
    func bodiesAlwaysMerge() throws {
        let world = try World("anna")
        let old = try world.addReplica("old", catalogue: .withShortCities)
        try world["anna"].write(.trip(1), city: "Llanfairpwllgwyngyll", note: "rain")
        try world["anna"].sync()
        #expect(try old.exchange().state == .head(hasMoreToPush: false))
        #expect(try old.facts.parkedCount == 1)
        // The old version cannot show the city, but holds it for those who can.
        try old.write(.trip(1), note: "sun")
        try world.settle()
        world.lose(world["anna"])
        try world.host.wipe()
        try world.claim(old)
        try world.settle()
        let fresh = try world.addReplica("new")
        try fresh.sync()
        #expect(try fresh.trip(.trip(1))?.city == "Llanfairpwllgwyngyll")
        #expect(try fresh.trip(.trip(1))?.note == "sun")
        try world.expectConvergence()
    }
}

@Suite("Rules of the clock")
struct ClockRuleTests {
    @Test("Ahead = more than 60 s beyond the server's clock and more than 1 s beyond the newest time of the space")
    func aheadNeedsBoth() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "first")
        try world.settle()
        // The server's clock goes back a day: what continues the times of the space must pass all the same. Ben's
        // write, three seconds beyond the newest, follows it directly once it is stamped anew.
        world.host.clock.errorMilliseconds = -86_400_000
        try world["ben"].write(.trip(1), note: "second")
        let report = try world["ben"].sync()
        #expect(report.aheadCount == 1 && report.sentCount == 1 && report.later == nil)
        try world["anna"].sync()
        #expect(try world["anna"].trip(.trip(1))?.note == "second")
        try world["anna"].write(.trip(1), note: "third")
        #expect(try world["anna"].sync().aheadCount == 0)
        try world.settle()
        try world.expectConvergence()
        // Beyond both it is ahead: no such stamp comes to the server.
        let newest = try #require(try world.host.space()?.newestMilliseconds)
        world["ben"].clock.errorMilliseconds = 2 * 86_400_000
        try world["ben"].write(.trip(1), note: "fourth")
        #expect(try world["ben"].sync().aheadCount == 1)
        #expect(try #require(try world.host.space()?.newestMilliseconds) < newest + 60_000)
        try world.settle()
        #expect(try world["anna"].trip(.trip(1))?.note == "fourth")
        try world.expectConvergence()
    }

    @Test("On ahead the device stamps exactly the new changes so answered anew, in their order")
    func restampingKeepsTheOrder() throws {
        let world = try World("anna", "ben")
        world["anna"].clock.errorMilliseconds = 400 * 86_400_000
        for (trip, note) in [(1, "a"), (2, "b"), (1, "c"), (3, "d"), (1, "e")] as [(UInt64, String)] {
            world.pass(seconds: 1)
            try world["anna"].write(.trip(trip), note: note)
        }
        let before = try (1...3).map { try world["anna"].stamp(.trip($0), TripField.note) }
        #expect(try world["anna"].sync().aheadCount > 0)
        let after = try (1...3).map { try #require(try world["anna"].stamp(.trip($0), TripField.note)) }
        #expect(zip(before, after).allSatisfy { $0 != $1 })
        #expect(after[1] < after[2] && after[2] < after[0])
        #expect(after.allSatisfy { $0.milliseconds <= world.clock.millisecondsSince1970() + 60_000 })
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.note == "e")
        try world.expectConvergence()
    }

    @Test("On ahead the device sets last = max(server time, published)")
    func restampingPassesWhatIsPublished() throws {
        let world = try World("anna", "ben")
        world["ben"].clock.errorMilliseconds = 50_000
        try world["ben"].write(.trip(1), note: "ben")
        #expect(try world["ben"].sync().aheadCount == 0)
        try world["anna"].sync()
        // Anna has seen Ben's note, which lies 50 s in the future, and writes over it.
        world["anna"].clock.errorMilliseconds = 3_600_000
        try world["anna"].write(.trip(1), note: "anna")
        #expect(try world["anna"].sync().aheadCount == 1)
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.note == "anna")
        try world.expectConvergence()
    }

    @Test("For an offered change ahead means later, at a shown time; published stamps are never rewritten")
    func publishedStampsStay() throws {
        let world = try World("anna", "ben")
        let before = try world.host.copy()
        try world["anna"].write(.trip(1), note: "rain")
        try world.settle()
        let stamp = try world["anna"].stamp(.trip(1), TripField.note)
        try world.host.rollBack(to: before)
        world.host.clock.errorMilliseconds = -7_200_000
        let report = try world["anna"].sync()
        #expect(report.aheadCount == 1)
        #expect(try world["anna"].stamp(.trip(1), TripField.note) == stamp)
        let now = world.clock.millisecondsSince1970()
        let until = try #require(try world["anna"].facts.waitingUntilMilliseconds)
        #expect(until > now && until <= now + 86_400_000)
        world.host.clock.errorMilliseconds = 0
        world.pass(seconds: 86_400)
        try world.settle()
        #expect(try world["ben"].stamp(.trip(1), TripField.note) == stamp)
        try world.expectConvergence()
    }
}
