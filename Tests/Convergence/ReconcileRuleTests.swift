// Directed schedules for reconciling, collection and joining (docs/design, replication).

import Replication
import Simulation
import SyncServer
import Testing
import TripModel

@testable import PackmuleKit
@testable import ReplicaStore

@Suite("Rules of reconciling, collecting and joining")
struct ReconcileRuleTests {
    @Test("Reconcile drops nothing, old deletions included")
    func oldDeletionsAreOffered() throws {
        let world = try World("anna", "ben", "carla")
        try world["anna"].write(.trip(1), note: "rain")
        try world.settle()
        try world["anna"].delete(.trip(1))
        try world["anna"].sync()
        try world["ben"].sync()
        // Carla is seen, and hears nothing: collection waits for her. Then the server is wiped.
        world.pass(days: 5)
        world.network.plan([.answerLost])
        #expect(throws: SyncError.self) { try world["carla"].sync() }
        world.pass(days: 86)
        for _ in 0..<2 {
            try world["anna"].sync()
            try world["ben"].sync()
        }
        try world.host.collect()
        try world.host.wipe()
        try world.claim(world["anna"])
        try world.settle()
        #expect(try world["carla"].trip(.trip(1)) == nil && world["anna"].trip(.trip(1)) == nil)
        try world.expectConvergence()
    }

    @Test("On foreign with an unknown id new changes keep their time and take the new number")
    func forksTakeAnotherNumber() throws {
        let world = try World("anna", "ben")
        let anna = world["anna"]
        try anna.write(.trip(1), note: "base")
        try world.settle()
        let clone = try world.clone(anna, as: "clone")
        // Both hold the same clock and number: at one moment they give the same stamp to two values.
        try anna.write(.trip(1), note: "from anna")
        try clone.write(.trip(1), note: "from the clone")
        let (stamp, same) = (try anna.stamp(.trip(1), TripField.note), try clone.stamp(.trip(1), TripField.note))
        #expect(stamp == same && stamp != nil)
        try anna.sync()
        try clone.sync()
        let forked = try clone.stamp(.trip(1), TripField.note)
        #expect(forked?.time == stamp?.time)
        #expect(try anna.facts.number != clone.facts.number)
        try world.settle()
        try world.expectConvergence()
    }

    @Test("A foreign verdict in between cancels inference")
    func foreignCancelsInference() throws {
        let world = try World("anna", "ben", limits: .pages(of: 1))
        try world["ben"].write(.trip(8), note: "gone")
        try world["ben"].write(.trip(9), note: "kept")
        try world.settle()
        let before = try world.host.copy()
        for trip in 1...4 as ClosedRange<UInt64> { try world["anna"].write(.trip(trip), note: "\(trip)") }
        try world.settle()
        try world["ben"].delete(.trip(8))
        try world["ben"].sync()
        world.pass(days: 91)
        for _ in 0..<2 { try world["ben"].sync() }
        try world.host.collect()
        #expect(try world["anna"].exchange(withChanges: false).state == .expired)
        #expect(try world["anna"].exchange(withChanges: false).state == .more)
        // Now the server is put back to before Anna's trips: that they do not come means nothing any more.
        world.lose(world["ben"])
        try world.host.rollBack(to: before)
        let report = try world["anna"].sync()
        #expect(report.hiddenCount == 0)
        for trip in 1...4 as ClosedRange<UInt64> { #expect(try world["anna"].trip(.trip(trip)) != nil) }
        try world.settle()
        try world.expectConvergence()
    }

    @Test("A device drops deleted records only by the horizon in the answer that reached the head")
    func ownClocksCollectNothing() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "rain")
        try world.settle()
        try world["anna"].delete(.trip(1))
        world["anna"].clock.errorMilliseconds = 400 * 86_400_000
        try world["anna"].sync()
        try world["anna"].sync()
        // Ben, who has not heard of it, edits the trip.
        try world["ben"].write(.trip(1), note: "sun")
        try world.settle()
        #expect(try world["anna"].stamp(.trip(1), TripField.deletion) != nil)
        #expect(try world["ben"].trip(.trip(1)) == nil)
        try world.expectConvergence()
    }

    @Test(
        "What is dropped is older than the horizon, confirmed, and no cell of it is in this answer",
        arguments: [false, true])
    func whatComesIsNotDropped(isWrittenAnew: Bool) throws {
        let world = try World("anna", "ben", "carla")
        try world["anna"].write(.trip(1), note: "rain")
        try world.settle()
        let carla = try world["carla"].copy()
        try world["carla"].write(.trip(2), note: "sun")
        try world["carla"].sync()
        try world["anna"].delete(.trip(1))
        try world.settle()
        world.pass(days: 91)
        for _ in 0..<2 { try world["ben"].sync() }
        try world.host.collect()
        #expect(try world.host.dump().cells.keys.allSatisfy { $0.record != .trip(1) })
        // Carla's disk is put back to when the trip was there: she offers it to a server that has forgotten it.
        try world["carla"].rollBack(to: carla)
        if isWrittenAnew { try world["carla"].write(.trip(1), city: "Bergen", note: "snow") }
        try world["carla"].sync()
        #expect(try world["carla"].trip(.trip(1)) != nil)
        // Anna still knows that it is deleted. Of what is older she says so again; what is newer the sum brings up.
        let state = try world["anna"].exchange().state
        #expect(state == (isWrittenAnew ? .more : .head(hasMoreToPush: true)))
        try world["anna"].sync()
        #expect(try world["anna"].stamp(.trip(1), TripField.deletion) != nil)
        try world.settle()
        for name in ["anna", "ben", "carla"] { #expect(try world[name].trip(.trip(1)) == nil) }
        try world.expectConvergence()
    }

    @Test("Redeeming again with the same token gives the same answer")
    func redeemingAgain() throws {
        let world = try World("anna")
        try world["anna"].write(.trip(1), note: "rain")
        try world["anna"].sync()
        let invitation = try world["anna"].device.invite(over: world.network)
        let ben = try world.makeReplica("ben")
        world.network.plan([.answerLost, .answerLost])
        try ben.device.join(invitation.link, over: world.network)
        try ben.sync()
        #expect(try ben.trip(.trip(1))?.note == "rain")
        // For any other token it is used up.
        let other = try world.makeReplica("other")
        #expect(throws: SyncError.unknownLink) { try other.device.join(invitation.link, over: world.network) }
    }

    @Test("A device that was away too long brings back whole what it wrote meanwhile")
    func newCellsReviveWhatWasDeleted() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), city: "Bergen", note: "rain")
        try world["anna"].write(.trip(2), note: "kept")
        try world.settle()
        try world["ben"].delete(.trip(1))
        try world["ben"].sync()
        world.pass(days: 91)
        for _ in 0..<2 { try world["ben"].sync() }
        try world.host.collect()
        try world["anna"].write(.trip(1), title: "North")
        try world["anna"].sync()
        try world.settle()
        let trip = try #require(try world["ben"].trip(.trip(1)))
        #expect((trip.city, trip.title, trip.note) == ("Bergen", "North", "rain"))
        try world.expectConvergence()
    }
}
