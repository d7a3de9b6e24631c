// What a device does at the head: inference after having been away too long, and collection by the horizon.

import Platform
import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Concluding")
struct ConcludingTests {
    private let space: Space
    private var device: TestStore { space.device }
    private var other: TestStore { space.other }
    private var store: ReplicaStore { space.device.store }
    private var server: TinyServer { space.server }

    init() throws {
        space = try Space()
    }

    /// The other device deletes records, and the server collects them, while this one is away.
    private func collect(_ numbers: ClosedRange<UInt64>) throws {
        for number in numbers { try other.store.deletePiece(number) }
        try other.sync(with: server)
        for number in numbers { server.collect(id(number)) }
        // What makes the server's own numbers go beyond what this device has read.
        try other.store.add(piece(900 + numbers.lowerBound))
        try other.sync(with: server)
    }

    @Test(
        """
        Expired: records of which no cell came and whose cells had all been confirmed go to the local trash, never \
        sent, restorable; with new cells, field 0 = false is written and the record offered whole
        """)
    func infers() throws {
        for number in 1...4 as ClosedRange<UInt64> { try store.add(piece(number) { $0.quantity = 2 }) }
        try space.sync()
        try store.change(2) { $0.packed = true }
        try collect(1...3)
        let states = try device.sync(with: server)
        #expect(states.first?.state == .expired)
        #expect(states.map(\.inferredHiddenCount).reduce(0, +) == 2)
        #expect(try store.read { try $0.trash().map(\.record.id) } == [id(1), id(3)])
        #expect(try store.piece(2)?.isDeleted == false)
        #expect(!server.cells.registers.contains { [id(1), id(3)].contains($0.cell.record) })
        let revived = server.cells.registers.filter { $0.cell.record == id(2) }
        #expect(revived.map(\.cell.field) == [0, 2, 3, 4] && revived.first?.value == .bool(false))
        #expect(states.last?.isSumEqual == true)
        #expect(try store.verify() == [])
        // Out of the trash it comes back everywhere, whole.
        try store.restorePiece(1)
        try device.sync(with: server)
        let restored = server.cells.registers.filter { $0.cell.record == id(1) }
        #expect(restored.map(\.cell.field) == [0, 2, 3])
        try space.sync()
        #expect(try other.store.piece(1)?.record == piece(1) { $0.quantity = 2 })
        #expect(try space.isSettled())
    }

    @Test func `a hidden record that comes back from elsewhere is shown as the others have it`() throws {
        for number in 1...2 as ClosedRange<UInt64> { try store.add(piece(number) { $0.quantity = 2 }) }
        try space.sync()
        let third = try TestStore("third", seed: 3)
        try third.store.enter(.test)
        try third.sync(with: server)
        try collect(1...1)
        try device.sync(with: server)
        #expect(try store.piece(1)?.isDeleted == true)
        try third.store.change(1) { $0.packed = true }
        try third.sync(with: server)
        try device.sync(with: server)
        #expect(try store.piece(1)?.isDeleted == false && store.piece(1)?.record.packed == true)
        #expect(try store.verify() == [] && space.device.exchange(with: server).isSumEqual == true)
    }

    @Test("A foreign verdict in between cancels inference ⚠")
    func foreignCancels() throws {
        for number in 1...3 as ClosedRange<UInt64> { try store.add(piece(number)) }
        try space.sync()
        try collect(1...2)
        #expect(try device.exchange(with: server).state == .expired)
        let request = try store.outgoing(withChanges: false)
        _ = try store.absorb(
            .foreign(last: 99), serverMilliseconds: 0, offsetMilliseconds: nil, for: request, opened: { _ in nil })
        try device.sync(with: server)
        #expect(try store.read { try $0.trash().isEmpty })
        #expect(try store.piece(1)?.isDeleted == false)
        #expect(server.cells.registers.contains { $0.cell.record == id(1) })
    }

    @Test("Only inferred hiding of more than max(50, 20 %) of all records stops and asks", arguments: [50, 51])
    func asks(_ count: Int) throws {
        let gone = UInt64(count)
        _ = try store.edit("many") { edit in
            for number in 1...gone + 20 { try edit.create(piece(number)) }
        }
        try space.sync()
        try store.add(piece(700, "Unsent"))
        try collect(1...gone)
        let last = try #require(try device.sync(with: server).last)
        guard count > 50 else {
            #expect(last.state == .head(hasMoreToPush: false))
            #expect(try store.read { try $0.trashCount() } == 50)
            return
        }
        #expect(last.state == .asksHiding(count: 51))
        #expect(try store.syncFacts().askedHidingCount == 51)
        // Nothing is hidden and nothing is sent meanwhile, however often it is tried.
        #expect(try device.sync(with: server).last?.state == .asksHiding(count: 51))
        #expect(try store.read { try $0.trashCount() } == 0)
        #expect(!server.cells.registers.contains { $0.cell.record == id(1) || $0.cell.record == id(700) })
        #expect(try store.acceptHiding().result == 51)
        #expect(try store.acceptHiding().result == 0)
        #expect(try store.read { try $0.trashCount() } == 51)
        #expect(try device.sync(with: server).last?.isSumEqual == true)
        #expect(server.cells.registers.contains { $0.cell.record == id(700) })
        #expect(!server.cells.registers.contains { $0.cell.record == id(1) })
        #expect(try store.verify() == [])
    }

    @Test(
        """
        A device drops deleted records only by the horizon in the answer that reached the head (older, confirmed, no \
        cell in this answer) ⚠, and in the same transaction deletes the undeleted children
        """)
    func drops() throws {
        try store.add(journey(9))
        try store.add(piece(1) { $0.journey = id(9) })
        try space.sync()
        _ = try store.edit("delete") { try $0.delete(Journey.schema.description, id(9)) }
        let deleted = try #require(try store.read { try $0.history(of: 1, id(9)) }.first).stamp.milliseconds
        // Older, but not confirmed.
        server.horizonMilliseconds = deleted + 1
        server.outcomes[id(9)] = .later(.quota, seconds: 1)
        #expect(try device.exchange(with: server).droppedCount == 0)
        server.outcomes = [:]
        device.clock.advance(milliseconds: 1_000)
        // Confirmed, but not older.
        server.horizonMilliseconds = deleted
        try device.sync(with: server)
        #expect(try store.read { try $0.trashCount() } == 1)
        // A cell came in the very answer: the other device holds the record undeleted and edits it.
        _ = try other.store.edit("note") { try $0.update(Journey.self, id(9)) { $0.note = "x" } }
        try other.exchange(with: server)
        server.horizonMilliseconds = deleted + 1
        #expect(try device.exchange(with: server).droppedCount == 0)
        let last = try #require(try device.sync(with: server).last)
        #expect(try store.read { try $0.record(Journey.self, id(9)) } == nil)
        #expect(try store.piece(1)?.isDeleted == true)
        #expect(last.state == .head(hasMoreToPush: false))
        #expect(server.cells.isDeleted(2, id(1)))
        // Its small number is not given again.
        #expect(try store.add(journey(10)).result == 2)
        #expect(try store.verify() == [])
    }

    @Test func `a built-in record that is dropped is as in every store from the start`() throws {
        let gear = Tag.builtInID("gear")
        _ = try store.edit("label") { try $0.update(Tag.self, gear) { $0.label = "Things" } }
        _ = try store.edit("delete") { try $0.delete(Tag.schema.description, gear) }
        try space.sync()
        server.collect(gear)
        server.collected = 0
        server.horizonMilliseconds = device.clock.millisecondsSince1970() + 1_000
        #expect(try device.exchange(with: server).droppedCount == 1)
        let tag = try #require(try store.read { try $0.record(Tag.self, gear) })
        #expect(!tag.isDeleted && tag.record.label == "gear" && tag.record.position == "p-gear")
        #expect(try store.verify() == [])
    }

    @Test func `what was hidden here goes for good after 90 days`() throws {
        for number in 1...2 as ClosedRange<UInt64> { try store.add(piece(number)) }
        try space.sync()
        try collect(1...1)
        try device.sync(with: server)
        device.clock.advance(milliseconds: 90 * 86_400_000)
        #expect(try device.exchange(with: server).droppedCount == 0)
        device.clock.advance(milliseconds: 1)
        #expect(try device.exchange(with: server).droppedCount == 1)
        #expect(try store.piece(1) == nil && store.verify() == [])
    }

    @Test("A difference of the sums is reconciled under the same number, once a day at most for the same pair")
    func sums() throws {
        try store.add(piece(1))
        try space.sync()
        // Something that no device has and the server does not hand out: its rows are beyond reach.
        func absorb(_ sum: EqualitySum) throws -> Absorbed {
            let request = try store.outgoing(withChanges: true)
            let head = ExchangePage.Head(
                sum: sum, horizonMilliseconds: 0, devicesDigest: Array(repeating: 0, count: 8), wanted: [])
            let rows =
                request.isFromZero
                ? try store.livingChanges().map {
                    StoredChange(
                        sealed: SealedChange(header: ChangeHeader($0), body: []), owned: $0.mask,
                        pusher: request.number)
                } : []
            let bodies = try store.livingChanges().map(\.fields)
            let page = ExchangePage(outcomes: [], rows: rows, cursor: request.cursor, head: head)
            return try store.absorb(
                .page(page), serverMilliseconds: 0, offsetMilliseconds: nil, for: request, opened: { bodies[$0] })
        }
        let number = try store.syncFacts().number
        let first = try absorb(EqualitySum())
        #expect(first.isSumEqual == false && first.state == .more)
        #expect(try store.syncFacts().isFromZero && store.syncFacts().number == number)
        let second = try absorb(EqualitySum())
        #expect(second.isSumEqual == false && second.state == .head(hasMoreToPush: false))
        #expect(try absorb(EqualitySum()).state == .head(hasMoreToPush: false))
        #expect(try store.syncFacts().hasDiffered)
        device.clock.advance(milliseconds: 86_400_000)
        #expect(try absorb(EqualitySum()).state == .more)
        _ = try absorb(EqualitySum())
        #expect(try absorb(try #require(EqualitySum(bytes: store.read { try $0.equalitySum() }))).isSumEqual == true)
        #expect(try !store.syncFacts().hasDiffered)
    }
}
