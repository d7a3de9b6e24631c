// What the server does not take or hand out well: quarantine, waiting, bodies that do not open.

import Replication
import TestSupport
import Testing

@testable import ReplicaStore

@Suite("Held changes and bodies that do not open")
struct HeldChangesTests {
    private let space: Space
    private var device: TestStore { space.device }
    private var other: TestStore { space.other }
    private var store: ReplicaStore { space.device.store }
    private var server: TinyServer { space.server }

    init() throws {
        space = try Space()
        try space.sync()
    }

    @Test func `a refused change goes to quarantine, and the rest goes on`() throws {
        try store.add(piece(1))
        try store.add(piece(2))
        server.outcomes[id(1)] = .refused(.tooLarge)
        let absorbed = try device.exchange(with: server)
        #expect(absorbed.state == .head(hasMoreToPush: false) && absorbed.confirmedCount == 1)
        #expect(absorbed.refused.map(\.key.record) == [id(1)] && absorbed.refused.map(\.refusal) == [.tooLarge])
        #expect(absorbed.isSumEqual == nil)
        let quarantined = try store.quarantine()
        #expect(quarantined.map(\.number) == [1] && quarantined.map(\.owned) == [FieldMask(2)])
        #expect(try store.outgoing(withChanges: true).changes.isEmpty)
        #expect(try store.read { try $0.pendingCount() } == 1)
        #expect(try store.verify() == [])
        // An edit of the same record goes without it.
        server.outcomes = [:]
        try store.change(1) { $0.packed = true }
        #expect(try store.outgoing(withChanges: true).changes.map(\.mask) == [FieldMask(4)])
        try device.sync(with: server)
        #expect(try store.quarantine().count == 1)
        // Tried once more, it is taken.
        try store.retryQuarantined()
        try device.sync(with: server)
        #expect(try store.quarantine().isEmpty && store.syncFacts().newCount == 0)
        try space.sync()
        #expect(try space.isSettled())
    }

    @Test func `a change written over in quarantine leaves it`() throws {
        try store.add(piece(1))
        server.outcomes[id(1)] = .refused(.unknown)
        try device.sync(with: server)
        server.outcomes = [:]
        try store.change(1) { $0.name = "Tarp" }
        #expect(try store.quarantine().isEmpty)
        #expect(try device.sync(with: server).last?.isSumEqual == true)
    }

    @Test func `dropping what was refused brings back what the others have`() throws {
        try other.store.add(piece(1, "Tent"))
        try space.sync()
        try store.change(1) { $0.name = "Much too long" }
        try store.add(piece(2, "Only here"))
        server.outcomes = [id(1): .refused(.tooLarge), id(2): .refused(.tooLarge)]
        try device.sync(with: server)
        #expect(try store.dropQuarantined(try #require(store.quarantine().first).key).result == 1)
        #expect(try store.dropQuarantined().result == 1)
        #expect(try store.verify() == [])
        try device.sync(with: server)
        #expect(try store.piece(1)?.record.name == "Tent" && store.piece(2) == nil)
        #expect(try store.quarantine().isEmpty && space.isSettled())
    }

    @Test func `what has to wait is sent again at the shown time, and lets others pass`() throws {
        try store.add(piece(1))
        server.outcomes[id(1)] = .later(.quota, seconds: 60)
        let absorbed = try device.exchange(with: server)
        let until = device.clock.millisecondsSince1970() + 60_000
        #expect(absorbed.later == Absorbed.Later(reason: .quota, untilMilliseconds: until))
        #expect(absorbed.state == .head(hasMoreToPush: false))
        #expect(try store.syncFacts().waitingUntilMilliseconds == until)
        try store.add(piece(2))
        #expect(try store.outgoing(withChanges: true).changes.map(\.record) == [id(2)])
        try device.sync(with: server)
        server.outcomes = [:]
        device.clock.advance(milliseconds: 59_999)
        #expect(try store.outgoing(withChanges: true).changes.isEmpty)
        device.clock.advance(milliseconds: 1)
        #expect(try store.outgoing(withChanges: true).changes.map(\.record) == [id(1)])
        #expect(try device.sync(with: server).last?.isSumEqual == true)
    }

    @Test func `an answer with too few outcomes means later for the rest`() throws {
        try store.add(piece(1))
        let request = try store.outgoing(withChanges: true)
        let head = ExchangePage.Head(
            sum: EqualitySum(), horizonMilliseconds: 0, devicesDigest: [], wanted: [])
        let page = ExchangePage(outcomes: [], rows: [], cursor: request.cursor, head: head)
        let absorbed = try store.absorb(
            .page(page), serverMilliseconds: 0, offsetMilliseconds: nil, for: request, opened: { _ in nil })
        #expect(absorbed.later?.reason == .unknown && absorbed.confirmedCount == 0)
        #expect(try store.read { try $0.pendingCount() } == 1)
    }

    @Test("A body that does not open is reported once a reading, and the first good body of those cells replaces it")
    func doesNotOpen() throws {
        try other.store.add(piece(1))
        try other.store.add(piece(2))
        try other.sync(with: server)
        let key = try #require(
            try other.store.livingChanges().first.map {
                ChangeKey(entity: 2, record: $0.record, stamp: $0.stamp)
            })
        let request = try store.outgoing(withChanges: true)
        let (verdict, bodies) = server.exchange(request)
        let absorbed = try store.absorb(
            verdict, serverMilliseconds: 0, offsetMilliseconds: nil, for: request,
            opened: { $0 == 0 ? nil : bodies[$0] })
        #expect(absorbed.unopenable == [key] && absorbed.isSumEqual == nil)
        #expect(try store.piece(1) == nil && store.piece(2) != nil)
        #expect(try store.outgoing(withChanges: true).damaged == [key])
        try device.exchange(with: server)
        #expect(server.damaged == [key])
        #expect(try store.outgoing(withChanges: true).damaged.isEmpty)
        #expect(try store.syncFacts().unopenableCount == 1)
        // The head names it to everybody: who owns such cells offers them again.
        try other.sync(with: server)
        #expect(server.damaged.isEmpty)
        try device.sync(with: server)
        #expect(try store.piece(1)?.record == piece(1) && store.syncFacts().unopenableCount == 0)
        #expect(try space.isSettled())
    }

    @Test func `a damaged row whose cells are here is offered again`() throws {
        try store.add(piece(1))
        try space.sync()
        let request = try store.outgoing(withChanges: true)
        _ = try store.absorb(
            .foreign(last: request.known[0]), serverMilliseconds: 0, offsetMilliseconds: nil, for: request,
            opened: { _ in nil })
        let again = try store.outgoing(withChanges: true)
        let (verdict, _) = server.exchange(again)
        let absorbed = try store.absorb(
            verdict, serverMilliseconds: 0, offsetMilliseconds: nil, for: again, opened: { _ in nil })
        #expect(absorbed.unopenable.count == 1 && absorbed.state == .head(hasMoreToPush: true))
        try device.sync(with: server)
        #expect(try store.syncFacts().unopenableCount == 0 && space.isSettled())
    }

    @Test func `a body that says other fields than its header is none`() throws {
        try other.store.add(piece(1) { $0.quantity = 2 })
        try other.sync(with: server)
        for wrong in [[], [Change.Field(2, .null)], [Change.Field(3, .null), Change.Field(2, .null)]] {
            let request = try store.outgoing(withChanges: false)
            let absorbed = try store.absorb(
                server.exchange(request).verdict, serverMilliseconds: 0, offsetMilliseconds: nil, for: request,
                opened: { _ in wrong })
            #expect(absorbed.unopenable.count == 1)
            let number = try store.syncFacts().cursor
            #expect(number.sequence > 0)
            try store.leave()
            try store.enter(.test)
        }
        #expect(try store.piece(1) == nil)
    }
}
