// Directed schedules for the rules of an exchange (docs/design, replication: Exchange).

import PackmuleKit
import Replication
import Simulation
import SyncProtocol
import SyncServer
import Testing
import TripModel

@testable import ReplicaStore

@Suite("Rules of the exchange")
struct ExchangeRuleTests {
    @Test("An answer is absorbed only if number, cursor and attempt in the file are still those of its request")
    func answersOfAnotherTimeAreStale() throws {
        let world = try World("anna", "ben")
        let anna = world["anna"]
        try anna.write(.trip(1), note: "one")
        // Two processes, each with its request; the answer to the first comes last.
        let first = try anna.request()
        let firstAnswer = try anna.answer(to: first)
        try world["ben"].write(.trip(2), note: "two")
        try world["ben"].sync()
        let second = try anna.request()
        let secondAnswer = try anna.answer(to: second)
        #expect(try anna.absorb(secondAnswer, to: second).state == .head(hasMoreToPush: false))
        let cursor = try anna.facts.cursor
        #expect(try anna.absorb(firstAnswer, to: first).state == .stale)
        #expect(try anna.facts.cursor == cursor)
        // A file that was put back meanwhile takes nothing either: it would never hear of what the answer confirmed.
        let copy = try anna.copy()
        try anna.write(.trip(1), note: "three")
        let third = try anna.request()
        let thirdAnswer = try anna.answer(to: third)
        try anna.rollBack(to: copy)
        #expect(try anna.absorb(thirdAnswer, to: third).state == .stale)
        try world.settle()
        #expect(try anna.trip(.trip(1))?.note == "three")
        try world.expectConvergence()
    }

    @Test("Server in this order: an unknown cursor is foreign before collection makes it expired")
    func foreignComesBeforeExpired() throws {
        let world = try World("anna", "ben", "carla")
        try world["ben"].write(.trip(9), note: "old")
        try world.settle()
        let (server, ben) = (try world.host.copy(), try world["ben"].copy())
        try world["carla"].write(.trip(1), note: "precious")
        try world["carla"].sync()
        try world["anna"].sync()
        world.lose(world["carla"])
        // Server and Ben go back; what they write then has the numbers that Anna has read already, and is collected.
        try world.host.rollBack(to: server)
        try world["ben"].rollBack(to: ben)
        for trip in 20...26 as ClosedRange<UInt64> { try world["ben"].write(.trip(trip), note: "\(trip)") }
        try world["ben"].sync()
        try world["ben"].delete(.trip(9))
        try world["ben"].sync()
        world.pass(days: 91)
        try world["ben"].sync()
        try world["ben"].sync()
        try world.host.collect()
        #expect(try #require(try world.host.space()?.collectedTo) > 0)
        let report = try world["anna"].sync()
        #expect(report.hiddenCount == 0)
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.note == "precious")
        try world.expectConvergence()
    }

    @Test("A cursor is a number and a tag: a server that gave the number to something else is noticed")
    func cursorsHaveTags() throws {
        let world = try World("anna", "ben", "carla")
        let before = try world.host.copy()
        try world["anna"].write(.trip(1), note: "anna")
        try world["anna"].sync()
        // Carla only reads: no id of hers is missing on the server that was put back.
        try world["carla"].sync()
        let cursor = try world["carla"].facts.cursor
        try world.host.rollBack(to: before)
        try world["ben"].write(.trip(2), note: "ben")
        try world["ben"].sync()
        #expect(try world.host.space()?.sequence == cursor.sequence)
        #expect(try world["carla"].exchange().state == .foreign(newNumber: false))
        try world.settle()
        #expect(try world["carla"].trip(.trip(2))?.note == "ben")
        #expect(try world["ben"].trip(.trip(1))?.note == "anna")
        try world.expectConvergence()
    }

    @Test("The id never decides about content")
    func attemptsDoNotDecide() throws {
        let world = try World("anna", "ben")
        let anna = world["anna"]
        try anna.write(.trip(1), note: "one")
        let first = try anna.request()
        _ = try anna.answer(to: first)
        try anna.write(.trip(2), note: "two")
        let second = try anna.request()
        // The same attempt once more, with something else in it.
        let message = ExchangeRequest(
            number: second.message.number, cursor: second.message.cursor, known: second.message.known,
            attempt: first.message.attempt, isFromZero: false, damaged: [], changes: second.message.changes)
        let answer = try anna.answer(to: Replica.Sent(outgoing: second.outgoing, message: message))
        guard case .page(let page) = answer.verdict else {
            Issue.record("no page")
            return
        }
        #expect(page.outcomes == [.done, .stored])
        try world["ben"].sync()
        #expect(try world["ben"].trip(.trip(2))?.note == "two")
        try world.settle()
        try world.expectConvergence()
    }

    @Test("Each change, in this order: what wins no cell is done, however full the space is")
    func doneComesBeforeQuota() throws {
        let world = try World("anna", "ben")
        let anna = world["anna"]
        for trip in 1...5 as ClosedRange<UInt64> { try anna.write(.trip(trip), note: "\(trip)") }
        try anna.exchangeLosingAnswer()
        world.host.limits.bytesPerSpace = 1
        world.host.limits.recordsPerSpace = 1
        world.host.restart()
        let report = try anna.sync()
        #expect(report.sentCount == 5 && report.later == nil)
        #expect(try anna.pending.isEmpty)
        // What is new waits, and a deletion passes.
        try anna.write(.trip(6), note: "six")
        try anna.delete(.trip(1))
        let full = try anna.sync()
        #expect(full.later?.reason == .quota)
        try world["ben"].sync()
        #expect(try world["ben"].trip(.trip(1)) == nil && world["ben"].trip(.trip(2)) != nil)
        world.host.limits = .generous
        world.host.restart()
        world.pass(seconds: 3_600)
        try world.settle()
        #expect(try world["ben"].trip(.trip(6))?.note == "six")
        try world.expectConvergence()
    }

    @Test("An answer brings the rows that were not pushed by this number, whoever wrote them")
    func ownIsWhatOnePushed() throws {
        let world = try World("anna", "ben")
        let (server, anna) = (try world.host.copy(), try world["anna"].copy())
        try world["anna"].write(.trip(1), note: "rain")
        try world["anna"].sync()
        try world["ben"].sync()
        // Server and Anna go back to before she wrote it; Ben brings it to the server.
        try world.host.rollBack(to: server)
        try world["anna"].rollBack(to: anna)
        try world["ben"].sync()
        #expect(try world.host.rows().first?.change.pusher == world["ben"].facts.number)
        try world["anna"].exchange()
        #expect(try world["anna"].trip(.trip(1))?.note == "rain")
        try world.settle()
        try world.expectConvergence()
    }

    @Test("From zero an answer brings all rows, those pushed by this number too")
    func fromZeroEverythingComes() throws {
        let world = try World("anna", "ben")
        try world["anna"].write(.trip(1), note: "rain")
        try world["ben"].write(.trip(2), note: "gone")
        try world.settle()
        try world["ben"].delete(.trip(2))
        try world["ben"].sync()
        world.pass(days: 91)
        try world["ben"].sync()
        try world["ben"].sync()
        try world.host.collect()
        // Anna is expired: what does not come was deleted elsewhere. Her own trip must come.
        let report = try world["anna"].sync()
        #expect(report.wasReconciled && report.hiddenCount == 1)
        #expect(try world["anna"].trip(.trip(1))?.note == "rain")
        #expect(try world["anna"].trip(.trip(2)) == nil)
        try world.settle()
        try world.expectConvergence()
    }

    @Test("Outcomes count only in an answer that reaches the head")
    func outcomesCountAtTheHead() throws {
        let world = try World("anna", "ben", limits: .pages(of: 2))
        for trip in 20...27 as ClosedRange<UInt64> { try world["ben"].write(.trip(trip), note: "\(trip)") }
        try world["ben"].sync()
        let before = try world.host.copy()
        let anna = world["anna"]
        try anna.write(.trip(1), note: "precious")
        #expect(try anna.exchange().state == .more)
        // Stored, but beyond the cursor: on a server that was rolled back nobody would notice that it is missing.
        #expect(try anna.facts.newCount == 1 && anna.pending.count == 1)
        try world.host.rollBack(to: before)
        try world.settle()
        #expect(try world["ben"].trip(.trip(1))?.note == "precious")
        try world.expectConvergence()
    }
}

extension ExchangeRequest {
    /// The same request with other changes.
    func carrying(_ changes: [SealedChange]) -> ExchangeRequest {
        ExchangeRequest(
            number: number, cursor: cursor, known: known, attempt: attempt, isFromZero: isFromZero, damaged: damaged,
            changes: changes)
    }
}
