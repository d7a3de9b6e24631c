// What a server that means ill can do to a sealed space: each attempt is noticed, and nothing is lost.

import HTTPMessages
import PackmuleKit
import Replication
import Sealing
import Simulation
import SyncProtocol
import SyncServer
import TestSupport
import Testing
import TripModel

@testable import ReplicaStore

/// One attempt on the rows of an answer.
struct Attack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rewrite: @Sendable (inout [StoredChange]) -> Void

    init(_ description: String, _ rewrite: @escaping @Sendable (inout [StoredChange]) -> Void) {
        (testDescription, self.rewrite) = (description, rewrite)
    }

    /// Attempts on the body or on what it is sealed with: the body does not open any more.
    static let onBodies = [
        Attack("a body is moved to another record") { $0[0] = $0[0].with(body: $0[1].sealed.body) },
        Attack("two bodies are exchanged") { rows in
            let first = rows[0]
            rows[0] = first.with(body: rows[1].sealed.body)
            rows[1] = rows[1].with(body: first.sealed.body)
        },
        Attack("a body is altered") { rows in
            var body = Array(rows[0].sealed.body)
            body[20] ^= 0x80
            rows[0] = rows[0].with(body: body[...])
        },
        Attack("a body is cut by a step of its padding") { $0[0] = $0[0].with(body: $0[0].sealed.body.dropLast(16)) },
        Attack("a body is empty") { $0[0] = $0[0].with(body: []) },
        Attack("a stamp is made newer") { rows in
            let stamp = rows[0].sealed.header.stamp
            rows[0] = rows[0].with(stamp: Stamp(time: stamp.time + 1, device: stamp.device))
        },
        Attack("a change is given to another device") { rows in
            rows[0] = rows[0].with(stamp: Stamp(time: rows[0].sealed.header.stamp.time, device: 77))
        },
        Attack("a change is given to another record") { $0[0] = $0[0].with(record: .trip(99)) },
        Attack("a change is given to another kind of record") { $0[0] = $0[0].with(entity: 4) },
        Attack("a change is made a deletion") { $0[0] = $0[0].with(deletion: true) },
        Attack("a body is one that nobody sealed") { rows in
            let header = rows[0].sealed.header
            let change = Change(
                entity: header.entity, record: header.record, stamp: header.stamp,
                fields: header.mask.map { Change.Field($0, .text("forged")) })
            rows[0] = rows[0].with(body: PlainBodies().seal(change).body)
        },
    ]

    /// Attempts that leave bodies as they are: the sums differ.
    static let onRows = [
        Attack("a row is held back") { $0.removeFirst() },
        Attack("a row owns less than it does") { rows in
            rows[0] = StoredChange(
                sealed: rows[0].sealed, owned: FieldMask(TripField.city), pusher: rows[0].pusher)
        },
    ]
}

@Suite("A server that means ill")
struct SealedAttackTests {
    /// Anna has brought three trips; Ben has not asked yet.
    private func world() throws -> World {
        let world = try World("anna", "ben")
        for trip in 1...3 as ClosedRange<UInt64> {
            try world["anna"].write(.trip(trip), city: "Bergen", note: "secret \(trip)")
        }
        try world["anna"].sync()
        return world
    }

    private func expectNothingLost(_ world: World) throws {
        try world.settle()
        for name in ["anna", "ben"] {
            for trip in 1...3 as ClosedRange<UInt64> {
                #expect(try world[name].trip(.trip(trip))?.note == "secret \(trip)")
            }
            #expect(try world[name].device.read { try $0.records(Trip.self) }.count == 3)
        }
        try world.expectConvergence()
    }

    @Test(
        "A body that does not belong to its header does not open: reported, listed, brought again",
        arguments: Attack.onBodies)
    func bodies(attack: Attack) throws {
        let world = try world()
        world.network.plan([.rewritten(rewritingRows(attack.rewrite))])
        let report = try world["ben"].sync()
        #expect(report.unopenableCount >= 1)
        for trip in 1...3 as ClosedRange<UInt64> {
            let note = try world["ben"].trip(.trip(trip))?.note
            #expect(note == nil || note == "secret \(trip)")
        }
        #expect(try world["ben"].trip(.trip(99)) == nil)
        try expectNothingLost(world)
    }

    @Test("What was damaged on the way only is read again, where no other device could bring it")
    func damagedOnTheWay() throws {
        let world = try world()
        world.lose(world["anna"])
        world.network.plan([.rewritten(damagingBody(ofRow: 1))])
        #expect(try world["ben"].sync().unopenableCount == 1)
        // It is reported, nobody brings it, and it is read once more.
        try world["ben"].sync()
        #expect(try world["ben"].sync().isEqual == true)
        #expect(try world["ben"].trip(.trip(2))?.note == "secret 2")
        try world.settle()
        try world.expectConvergence()
    }

    @Test("What is held back of an honest sum is noticed by it", arguments: Attack.onRows)
    func rows(attack: Attack) throws {
        let world = try world()
        world.network.plan([.rewritten(rewritingRows(attack.rewrite))])
        let report = try world["ben"].sync()
        #expect(report.exchangeCount > 1 && report.isEqual == true)
        try expectNothingLost(world)
    }

    @Test("An old row that is played again never takes the place of a newer one")
    func replay() throws {
        let world = try world()
        let sent = try world["ben"].request()
        let old = try world["ben"].answer(to: sent)
        try world["ben"].sync()
        try world["anna"].write(.trip(1), note: "newer")
        try world["anna"].sync()
        guard case .page(let page) = old.verdict else {
            Issue.record("no page")
            return
        }
        let rows = page.rows
        world.network.plan([.rewritten(rewritingRows { $0 = rows })])
        let report = try world["ben"].sync()
        #expect(report.isEqual == true)
        #expect(try world["ben"].trip(.trip(1))?.note == "newer")
        try world["ben"].write(.trip(1), note: "secret 1")
        try expectNothingLost(world)
    }

    @Test("A header that nobody sealed moves no clock: the next write has the time that it is")
    func forgedTime() throws {
        let world = try world()
        try world["ben"].sync()
        try world["anna"].write(.trip(1), title: "newer")
        try world["anna"].sync()
        let forge = rewritingRows { rows in
            let device = rows[0].sealed.header.stamp.device
            rows[0] = rows[0].with(stamp: Stamp(time: Stamp.latestTime, device: device))
        }
        world.network.plan([.rewritten(forge)])
        #expect(try world["ben"].sync().unopenableCount == 1)
        try world["ben"].write(.trip(2), title: "by ben")
        let stamp = try #require(try world["ben"].stamp(.trip(2), TripField.title))
        #expect(stamp.milliseconds <= world.clock.millisecondsSince1970() + 1_000)
        try expectNothingLost(world)
    }

    @Test("An answer that calls the space open is refused whole")
    func downgrade() throws {
        let world = try world()
        world.network.plan([
            .rewritten { bytes in
                guard let answer = try? ExchangeAnswer(encoded: bytes) else { return bytes }
                return ExchangeAnswer(
                    mode: .open, serverMilliseconds: answer.serverMilliseconds, verdict: answer.verdict
                ).encoded
            }
        ])
        #expect(throws: SyncError.failed(.invalidAnswer(.wrongMode))) { try world["ben"].sync() }
        #expect(try world["ben"].device.read { try $0.records(Trip.self) }.isEmpty)
        try expectNothingLost(world)
    }

    @Test("Rows of another space do not open")
    func otherSpace() throws {
        let world = try world()
        let other = try World("carla", seed: 99)
        try other["carla"].write(.trip(1), note: "of another space")
        try other["carla"].sync()
        let row = try #require(try other.host.rows().first).change
        world.network.plan([.rewritten(rewritingRows { $0.append(row) })])
        #expect(try world["ben"].sync().unopenableCount == 1)
        try expectNothingLost(world)
    }

    @Test("The answer to another device is noticed: by its outcomes, or by the sum")
    func answerOfAnotherDevice() throws {
        let world = try world()
        try world["ben"].sync()
        try world["ben"].write(.trip(2), title: "by ben")
        let sent = try world["ben"].request()
        let forBen = try world["ben"].answer(to: sent)
        // Anna brings something: the answer has not her outcomes.
        try world["anna"].write(.trip(3), title: "by anna")
        world.network.plan([
            .rewritten { _ in
                guard case .page(let page) = forBen.verdict else { return [] }
                return ExchangeAnswer(
                    mode: .sealed, serverMilliseconds: forBen.serverMilliseconds,
                    verdict: .page(
                        ExchangePage(
                            outcomes: page.outcomes + page.outcomes, rows: page.rows, cursor: page.cursor,
                            head: page.head))
                ).encoded
            }
        ])
        #expect(throws: SyncError.self) { try world["anna"].sync() }
        try world["anna"].sync()
        // She brings nothing: the answer has not what Ben pushed himself.
        try world["ben"].write(.trip(2), title: "by ben again")
        try world["ben"].sync()
        let benAsks = try world["ben"].request(withChanges: false)
        let second = try world["ben"].answer(to: benAsks)
        world.network.plan([.rewritten { _ in second.encoded }])
        let report = try world["anna"].sync()
        #expect(report.exchangeCount > 1 && report.isEqual == true)
        #expect(try world["anna"].trip(.trip(2))?.title == "by ben again")
        try expectNothingLost(world)
    }
}

extension StoredChange {
    func with(body: ArraySlice<UInt8>) -> StoredChange {
        StoredChange(sealed: SealedChange(header: sealed.header, body: body), owned: owned, pusher: pusher)
    }

    /// The same row with another header; as it is where there is no such header.
    func with(
        entity: EntityNumber? = nil, record: RecordID? = nil, stamp: Stamp? = nil, deletion: Bool? = nil
    ) -> StoredChange {
        var mask = sealed.header.mask
        if deletion != nil { mask.insert(0) }
        let header = ChangeHeader(
            entity: entity ?? sealed.header.entity, record: record ?? sealed.header.record,
            stamp: stamp ?? sealed.header.stamp, mask: mask, deletion: deletion ?? sealed.header.deletion)
        guard let header else { return self }
        return StoredChange(
            sealed: SealedChange(header: header, body: sealed.body), owned: mask, pusher: pusher)
    }
}
