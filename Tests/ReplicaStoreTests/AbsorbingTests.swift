// The device's side of an exchange: each rule that a schedule has broken, and what answers do to a store.

import Cryptography
import Platform
import Replication
import SQLiteDatabase
import TestSupport
import Testing

@testable import ReplicaStore

/// Two devices of one space, and its server.
struct Space {
    let server = TinyServer()
    let device: TestStore
    let other: TestStore
    var store: ReplicaStore { device.store }

    init() throws {
        device = try TestStore()
        other = try TestStore("phone", seed: 2)
        for each in [device, other] { try each.store.enter(.test) }
    }

    func sync() throws {
        for each in [device, other, device] { try each.sync(with: server) }
    }

    /// Whether both devices hold what the server holds, and nothing is left to do.
    func isSettled() throws -> Bool {
        try [device, other].allSatisfy { each in
            try each.store.cells().undeleted == server.cells.undeleted && each.store.verify().isEmpty
                && each.store.read { try $0.pendingCount() } == 0
                && each.exchange(with: server).isSumEqual == true
        }
    }
}

extension Membership {
    static let test = Membership(
        server: "https://sync.example", pin: nil, space: id(77), isSealed: true,
        token: Secret(Array(repeating: 1, count: 32)), key: Secret(Array(repeating: 2, count: 32)))
}

@Suite("Absorbing")
struct AbsorbingTests {
    private let space: Space
    private var device: TestStore { space.device }
    private var other: TestStore { space.other }
    private var store: ReplicaStore { space.device.store }
    private var server: TinyServer { space.server }

    init() throws {
        space = try Space()
    }

    @Test func `what one device writes the other has after a sync of each, and then nothing moves`() throws {
        try store.add(journey(9))
        for number in 1...5 as ClosedRange<UInt64> { try store.add(piece(number) { $0.journey = id(9) }) }
        try store.change(3) { $0.packed = true }
        try other.store.add(piece(20, "Stove"))
        try space.sync()
        #expect(try store.dump() == other.store.dump())
        #expect(try space.isSettled())
        let fresh = try TestStore("fresh", seed: 3)
        try fresh.store.enter(.test)
        try fresh.sync(with: server)
        #expect(try fresh.store.dump() == store.dump() && fresh.store.verify() == [])
        let idle = try device.exchange(with: server)
        #expect(idle.sentCount == 0 && idle.receivedChangeCount == 0 && idle.state == .head(hasMoreToPush: false))
    }

    @Test func `a sync that brings nothing writes nothing`() throws {
        try store.add(piece(1))
        try space.sync()
        let before = try store.core.withLock { core in
            try core.connection.integer("SELECT total_changes()")
        }
        let absorbed = try device.exchange(with: server)
        #expect(absorbed.state == .head(hasMoreToPush: false) && absorbed.isSumEqual == true)
        #expect(try store.core.withLock { try $0.connection.integer("SELECT total_changes()") } == before)
    }

    @Test func `history tells of what came as it does of what was made here, and undo takes it back`() throws {
        try store.add(piece(1, "Tent") { $0.quantity = 2 })
        try store.add(piece(2, "Tarp"))
        try space.sync()
        let made = try #require(try store.history(1).first)
        let came = try #require(try other.store.history(1).first)
        #expect(came.isCreation && came.stamp == made.stamp && came.fields == made.fields && !came.isOwn)
        let transaction = try #require(try other.store.read { try $0.history(limit: 1) }.first)
        #expect(transaction.kind == .received && transaction.records.map(\.id) == [id(1), id(2)])
        try store.change(1) { $0.quantity = 3 }
        try space.sync()
        #expect(try other.store.history(1).map(\.fields) == store.history(1).map(\.fields))
        _ = try other.store.undo(transaction.number)
        #expect(try other.store.read { try $0.records(Piece.self) }.isEmpty)
        #expect(try other.store.verify() == [])
    }

    @Test(
        """
        A request that carries a restore, or a new change of a deleted record, carries all living changes of that \
        record ⚠
        """)
    func restoresWhole() throws {
        try store.add(piece(1) { $0.quantity = 2 })
        try space.sync()
        try store.deletePiece(1)
        #expect(try store.outgoing(withChanges: true).changes.flatMap(\.fields).map(\.number).sorted() == [0, 2, 3])
        try space.sync()
        // The server loses the record, as after a collection.
        server.rows = [:]
        try store.restorePiece(1)
        let request = try store.outgoing(withChanges: true)
        #expect(request.changes.flatMap(\.fields).map(\.number).sorted() == [0, 2, 3])
        #expect(request.changes.map(\.stamp) == request.changes.map(\.stamp).sorted())
    }

    @Test("Comparing, \"already here\", offering and the sum are per cell, never per stamp ⚠")
    func perCell() throws {
        try other.store.add(piece(1) { $0.quantity = 2 })
        let change = try #require(try other.store.pendingChanges().first)
        func answer(_ mask: FieldMask, _ sequence: UInt64) throws -> Absorbed {
            let request = try store.outgoing(withChanges: false)
            let row = StoredChange(
                sealed: SealedChange(header: ChangeHeader(change), body: []), owned: mask, pusher: 5)
            let cursor = try #require(Cursor(sequence: sequence, tag: 1, base: 0))
            let page = ExchangePage(outcomes: [], rows: [row], cursor: cursor, head: nil)
            return try store.absorb(
                .page(page), serverMilliseconds: 0, offsetMilliseconds: nil, for: request,
                opened: { _ in change.fields })
        }
        _ = try answer(FieldMask(2), 1)
        #expect(try store.piece(1)?.record == piece(1))
        _ = try answer(FieldMask(3), 2)
        #expect(try store.piece(1)?.record.quantity == 2)
        #expect(try store.read { try $0.equalitySum() } == other.store.read { try $0.equalitySum() })
        #expect(try store.verify() == [])
    }

    @Test(
        """
        On "ahead" the device sets last = max(server time, published) and stamps exactly the new changes so answered \
        anew, in their order ⚠
        """)
    func ahead() throws {
        try space.sync()
        try store.add(piece(1, "In time"))
        try device.sync(with: server)
        device.clock.advance(milliseconds: 86_400_000)
        try store.add(piece(2, "First"))
        try store.add(piece(3, "Second"))
        let absorbed = try device.exchange(with: server)
        #expect(absorbed.aheadCount == 2 && absorbed.restampedCount == 2 && absorbed.confirmedCount == 0)
        #expect(absorbed.state == .head(hasMoreToPush: true) && absorbed.later == nil)
        let changes = try store.pendingChanges()
        #expect(changes.map(\.record) == [id(2), id(3)])
        #expect(changes[0].stamp < changes[1].stamp)
        #expect(changes.allSatisfy { 0..<1_000 ~= $0.stamp.milliseconds - server.milliseconds })
        #expect(try store.verify() == [])
        try device.sync(with: server)
        #expect(server.cells.registers.contains { $0.cell.record == id(3) })
        try space.sync()
        #expect(try space.isSettled())
    }

    @Test("For an offered change \"ahead\" means later, at a shown time; published stamps are never rewritten ⚠")
    func offeredAhead() throws {
        try space.sync()
        try other.store.add(piece(4, "Offered"))
        let early = try #require(try other.store.pendingChanges().first)
        let published = Change(
            entity: 2, record: id(5), stamp: Stamp(validTime: early.stamp.time + 3_600_000 << 16, validDevice: 9),
            fields: early.fields)
        try store.merge([published], areConfirmed: false)
        // Later than anything published, so it cannot be sent before that either.
        try store.add(piece(6, "New"))
        let absorbed = try device.exchange(with: server)
        #expect(absorbed.aheadCount == 2 && absorbed.restampedCount == 0)
        #expect(absorbed.state == .head(hasMoreToPush: false) && absorbed.isSumEqual == nil)
        let until = device.clock.millisecondsSince1970() + 3_600_000 - 60_000
        #expect(absorbed.later == Absorbed.Later(reason: .unknown, untilMilliseconds: until))
        #expect(try store.livingChanges().contains(published))
        let facts = try store.syncFacts()
        #expect(facts.waitingCount == 2 && facts.waitingUntilMilliseconds == until)
        #expect(try store.verify() == [])
        server.milliseconds += 3_600_000
        device.clock.advance(milliseconds: 3_600_000)
        try device.sync(with: server)
        #expect(server.cells.registers.map(\.cell.record) == [id(5), id(6)])
        #expect(try store.syncFacts().waitingCount == 0)
    }

    @Test("An answer is absorbed only if number, cursor and attempt in the file are still those of its request ⚠")
    func staleAnswers() throws {
        try space.sync()
        try store.add(piece(1))
        let first = try store.outgoing(withChanges: true)
        let (late, bodies) = server.exchange(first)
        let second = try store.outgoing(withChanges: true)
        #expect(second.known == first.known + [first.attempt] && second.attempt != first.attempt)
        func absorb(_ request: Outgoing) throws -> Absorbed.State {
            try store.absorb(
                late, serverMilliseconds: 1, offsetMilliseconds: 5_000, for: request, opened: { bodies[$0] }
            ).state
        }
        let before = try store.syncFacts()
        #expect(try absorb(first) == .stale)
        #expect(try store.syncFacts() == before)
        #expect(try store.pendingChanges().count == 1)
        try device.sync(with: server)
        #expect(try absorb(second) == .stale)
        #expect(try store.pendingChanges().isEmpty)
        let third = try store.outgoing(withChanges: false)
        try store.leave()
        try store.enter(.test)
        #expect(try absorb(third) == .stale)
    }

    @Test("Outcomes count only in an answer that reaches the head ⚠")
    func outcomesAtTheHead() throws {
        try space.sync()
        for number in 10...15 as ClosedRange<UInt64> { try other.store.add(piece(number)) }
        try other.sync(with: server)
        server.pageCount = 2
        try store.add(piece(1))
        let first = try device.exchange(with: server)
        #expect(first.state == .more && first.sentCount == 1 && first.confirmedCount == 0)
        #expect(try store.pendingChanges().count == 1)
        let rest = try device.sync(with: server)
        #expect(rest.last?.state == .head(hasMoreToPush: false))
        #expect(try store.pendingChanges().isEmpty)
    }

    @Test("A reconcile drops nothing, old deletions included ⚠")
    func dropsNothing() throws {
        try store.add(piece(1))
        try store.add(piece(2))
        try space.sync()
        try store.deletePiece(2)
        try space.sync()
        let before = try (store.dump(), store.cells())
        let wiped = TinyServer()
        let states = try device.sync(with: wiped).map(\.state)
        #expect(states.first == .foreign(newNumber: true))
        #expect(try store.dump() == before.0 && store.cells() == before.1)
        #expect(wiped.cells == before.1)
        #expect(wiped.cells.isDeleted(2, id(2)))
    }

    @Test("Foreign whose named id the file does not know: new changes keep their time and take the new number ⚠")
    func newNumber() throws {
        try store.add(piece(1))
        try space.sync()
        try store.change(1) { $0.quantity = 7 }
        let before = try #require(try store.pendingChanges().first)
        let number = try store.syncFacts().number
        let request = try store.outgoing(withChanges: true)
        let absorbed = try store.absorb(
            .foreign(last: 12_345), serverMilliseconds: 0, offsetMilliseconds: nil, for: request, opened: { _ in nil })
        #expect(absorbed.state == .foreign(newNumber: true))
        let facts = try store.syncFacts()
        #expect(facts.number != number && facts.isFromZero && facts.cursor == .zero)
        #expect(facts.newCount == 1 && facts.offeredCount == 1)
        let new = try #require(try store.pendingChanges().last)
        #expect(new.stamp == Stamp(time: before.stamp.time, device: facts.number))
        #expect(try store.outgoing(withChanges: true).known == [0])
        #expect(try store.read { try $0.deviceName() } == "laptop")
        #expect(try store.verify() == [])
        try space.sync()
        #expect(try space.isSettled())
    }

    @Test("Foreign whose named id the file knows: the same number, and everything is offered again")
    func sameNumber() throws {
        try store.add(piece(1))
        try space.sync()
        let request = try store.outgoing(withChanges: true)
        let absorbed = try store.absorb(
            .foreign(last: try #require(request.known.first)), serverMilliseconds: 0, offsetMilliseconds: nil,
            for: request, opened: { _ in nil })
        #expect(absorbed.state == .foreign(newNumber: false))
        #expect(try store.syncFacts().number == request.number && store.outgoing(withChanges: true).changes.isEmpty)
        #expect(try store.outgoing(withChanges: false).known == request.known)
    }

    @Test("Who holds a record as deleted and receives an older change of it offers the deletion again")
    func deletionAgain() throws {
        try store.add(piece(1))
        try space.sync()
        try other.store.change(1) { $0.quantity = 9 }
        device.clock.advance(milliseconds: 5_000)
        try store.deletePiece(1)
        try device.sync(with: server)
        server.collect(id(1))
        server.collected = 0
        try other.store.deletePiece(1)
        try other.store.restorePiece(1)
        try other.exchange(with: server)
        _ = try device.exchange(with: server)
        let changes = try store.outgoing(withChanges: true).changes
        #expect(changes.contains { $0.record == id(1) && $0.fields.first == Change.Field(0, .bool(true)) })
    }

    @Test("A body that opens and decodes always merges ⚠")
    func alwaysMerges() throws {
        let stamp = Stamp(validTime: 1 << 57, validDevice: 9)
        let odd = [
            Change(entity: 200, record: id(1), stamp: stamp, fields: [Change.Field(1, .double(.nan))]),
            Change(
                entity: 2, record: id(2), stamp: stamp,
                fields: [Change.Field(2, .integer(-5)), Change.Field(3, .integer(5_000)), Change.Field(62, .null)]),
        ]
        let relay = try TestStore("relay", seed: 5)
        try relay.store.merge(odd, areConfirmed: false)
        server.milliseconds = 3_000_000_000_000
        try relay.sync(with: server)
        try device.sync(with: server)
        #expect(try store.livingChanges() == odd.reversed())
        #expect(try store.read { try $0.parkedCount() } == 4 && store.verify() == [])
        #expect(try device.exchange(with: server).isSumEqual == true)
    }

    @Test func `what lies beneath somebody's deletion is told`() throws {
        try store.add(piece(1))
        try store.add(piece(2))
        try space.sync()
        try store.change(1) { $0.quantity = 4 }
        try other.store.deletePiece(1)
        try other.store.deletePiece(2)
        try other.sync(with: server)
        let absorbed = try device.exchange(with: server)
        #expect(absorbed.receivedDeletionCount == 2 && !absorbed.isMassDeletion)
        #expect(absorbed.beneathDeletion == [TouchedRecord(entity: 2, id: id(1))])
        try store.restorePiece(1)
        #expect(try store.piece(1)?.record.quantity == 4)
    }

    @Test func `a restored backup is noticed, and nothing that was acknowledged is lost`() throws {
        let folder = TemporaryFolder()
        try store.add(piece(1))
        try space.sync()
        try store.backup(to: folder.path("backup"))
        try store.add(piece(2, "After the backup"))
        try device.sync(with: server)
        try store.restore(from: folder.path("backup"))
        #expect(try store.membership() == .test && store.piece(2) == nil)
        try store.add(piece(3, "After the restore"))
        let states = try device.sync(with: server).map(\.state)
        #expect(states.first == .foreign(newNumber: true))
        try space.sync()
        #expect(try store.piece(2)?.record.name == "After the backup")
        #expect(try other.store.piece(3)?.record.name == "After the restore")
        #expect(try space.isSettled())
    }
}
